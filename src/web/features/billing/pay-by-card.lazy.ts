import { lazy } from 'react';

/** Loaded when a card is to be asked for: most who read an invoice do not pay it at once. */
export const PayByCard = lazy(() =>
  import('./pay-by-card').then((module) => ({ default: module.PayByCard })),
);
