import { useProtected } from '~/web/shell/use-protected';
import { PageNewRequest } from './page-new-request';
import { PageRequest } from './page-request';
import { PageRequests } from './page-requests';
import { RequestsPending } from './requests-pending';

/** For signed-in users; others are redirected to sign-in. */

export function ScreenRequests() {
  return useProtected() ? <PageRequests /> : <RequestsPending />;
}

export function ScreenNewRequest() {
  return useProtected() ? <PageNewRequest /> : <RequestsPending />;
}

export function ScreenRequest() {
  return useProtected() ? <PageRequest /> : <RequestsPending />;
}
