/** Returns the number of a payment's receipt. */
export const receiptNumberOf = (paymentId: number): string =>
  `R-${String(paymentId).padStart(6, '0')}`;
