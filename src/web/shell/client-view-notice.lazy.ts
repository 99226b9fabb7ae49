import { lazyRouteComponent } from '@tanstack/react-router';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { isStandIn } from './stand-in';

/** Loaded only on pages that an admin views as a client. */
export const ClientViewNotice = lazyRouteComponent(
  () => import('./client-view-notice'),
  'ClientViewNotice',
);

/**
 * Returns whether the notice is shown. The placeholder user of a shared page never views the site
 * as a client.
 */
export const hasClientViewNotice = (user: CurrentUser): boolean =>
  !isStandIn(user) && !!(user.clientView ?? user.endedClientView);
