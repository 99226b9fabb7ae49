import { useProtected } from '~/web/shell/use-protected';
import { AccountPending } from './account-pending';
import { PageAccount } from './page-account';

/** For signed-in users; others are redirected to sign-in. */
export function ScreenAccount() {
  const viewer = useProtected();
  return viewer ? <PageAccount viewer={viewer} /> : <AccountPending />;
}
