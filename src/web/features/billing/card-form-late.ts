import { lazyRouteComponent } from '@tanstack/react-router';

/** Fetched, with Stripe's fields, for those who pay alone: visitors who have to sign in first do without it. */
export const CardForm = lazyRouteComponent(() => import('./card-form'), 'CardForm');
