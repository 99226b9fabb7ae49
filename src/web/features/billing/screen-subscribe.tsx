import { useProtected } from '~/web/shell/use-protected';
import { PageSubscribe } from './page-subscribe';
import { SubscribePending } from './subscribe-pending';

/** For signed-in users; others are redirected to sign-in, and back to the same plan. */
export function ScreenSubscribe() {
  const viewer = useProtected();
  return viewer ? <PageSubscribe /> : <SubscribePending />;
}
