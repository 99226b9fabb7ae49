import { lazy } from 'react';

/**
 * Loaded when a client begins to pay, because most readers of an invoice do not pay it immediately.
 */
export const PayOnline = lazy(() =>
  import('./pay-online').then((module) => ({ default: module.PayOnline })),
);
