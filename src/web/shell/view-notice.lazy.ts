import { lazyRouteComponent } from '@tanstack/react-router';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { isStandIn } from './stand-in';

/** Loaded only on pages that an admin views as a client. */
export const ViewNotice = lazyRouteComponent(() => import('./view-notice'), 'ViewNotice');

/** Returns whether the notice is shown. The placeholder of a shared page has no view. */
export const hasViewNotice = (user: CurrentUser): boolean =>
  !isStandIn(user) && !!(user.view ?? user.endedView);
