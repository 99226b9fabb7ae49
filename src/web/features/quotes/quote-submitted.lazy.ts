import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded together with the rules of the form, and therefore before a quote is sent. */
export const QuoteSubmitted = lazyRouteComponent(
  () => import('./quote-submitted'),
  'QuoteSubmitted',
);
