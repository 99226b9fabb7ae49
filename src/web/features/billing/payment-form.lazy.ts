import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded lazily together with Stripe's fields, which visitors who have to sign in first do not need. */
export const PaymentForm = lazyRouteComponent(() => import('./payment-form'), 'PaymentForm');
