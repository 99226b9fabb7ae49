import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded lazily together with the query client, which visitors who have to sign in first do not need. */
export const Checkout = lazyRouteComponent(() => import('./checkout'), 'Checkout');
