import { useProtected } from '~/web/shell/use-protected';
import { PageNewRequest } from './page-new-request';
import { PageRequest, type RequestParts } from './page-request';
import { PageRequests } from './page-requests';
import { RequestsPending } from './requests-pending';

/** Screen for signed-in users. Others are redirected to sign-in. */

export function ScreenRequests() {
  return useProtected() ? <PageRequests /> : <RequestsPending />;
}

/** Screen for a new request. @param parts.files field for files */
export function ScreenNewRequest(parts: Parameters<typeof PageNewRequest>[0]) {
  return useProtected() ? <PageNewRequest {...parts} /> : <RequestsPending />;
}

export function ScreenRequest(parts: RequestParts) {
  return useProtected() ? <PageRequest {...parts} /> : <RequestsPending />;
}
