import { expect, it } from 'vitest';

import { shownStatus } from './invoices';

it.each([
  ['draft', { status: 'draft' as const }],
  ['ready', { status: 'draft' as const, isReady: true }],
  ['open', {}],
  ['part_paid', { paid: '1.00' }],
  ['payment_pending', { isPaymentPending: true, overdue: true }],
  ['overdue', { paid: '1.00', overdue: true }],
])('an invoice is shown as %s', (expected, changes) => {
  const invoice = { status: 'open' as const, overdue: false, paid: '0.00' };
  expect(shownStatus({ ...invoice, ...changes })).toBe(expected);
});
