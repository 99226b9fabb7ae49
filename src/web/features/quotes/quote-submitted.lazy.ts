import { lazyRouteComponent } from '@tanstack/react-router';

/** Loaded with the rules of the form, so before a quote is sent. */
export const QuoteSubmitted = lazyRouteComponent(
  () => import('./quote-submitted'),
  'QuoteSubmitted',
);
