import { lazyRouteComponent } from '@tanstack/react-router';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { isStandIn } from './stand-in';

/** Of the few pages that an admin sees as a client: others do not download it. */
export const ViewNotice = lazyRouteComponent(() => import('./view-notice'), 'ViewNotice');

/** One who stands in for all is not asked: their pages have no view. */
export const hasViewNotice = (user: CurrentUser): boolean =>
  !isStandIn(user) && !!(user.view ?? user.endedView);
