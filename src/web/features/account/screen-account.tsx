import { useProtected } from '~/web/shell/use-protected';
import { AccountPending } from './account-pending';
import { PageAccount } from './page-account';

/** Screen for signed-in users. Others are redirected to sign-in. */
export function ScreenAccount() {
  const viewer = useProtected();
  return viewer ? <PageAccount viewer={viewer} /> : <AccountPending />;
}
