import { lazyRouteComponent } from '@tanstack/react-router';

/** Fetched once payment has begun. */
export const PaidNote = lazyRouteComponent(() => import('./paid-note'), 'PaidNote');
