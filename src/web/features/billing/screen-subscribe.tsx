import { useProtected } from '~/web/shell/use-protected';
import { PageSubscribe } from './page-subscribe';
import { SubscribePending } from './subscribe-pending';

/** Screen for signed-in users. Others are redirected to sign-in, and return to the same plan. */
export function ScreenSubscribe() {
  const viewer = useProtected();
  return viewer ? <PageSubscribe /> : <SubscribePending />;
}
