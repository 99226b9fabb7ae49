import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded once a payment has begun. */
export const PaidNote = lazyRouteComponent(() => import('./paid-note'), 'PaidNote');
