import { lazyRouteComponent } from '@tanstack/react-router';

import type { CurrentUser } from '~/contract/identity/identity-schema';

/** Of the few pages that an admin sees as a client: others do not download it. */
export const ViewNotice = lazyRouteComponent(() => import('./view-notice'), 'ViewNotice');

export const hasViewNotice = ({ view, endedView }: CurrentUser): boolean => !!(view ?? endedView);
