/** Texts for the client about a payment or refund that is no longer valid. */
export const reversals = {
  mistake: {
    title: 'Payment correction',
    subject: 'Correction: no payment',
    text: (sum: string) =>
      `We confirmed a payment of ${sum} by mistake: we did not receive it for this invoice. We’re sorry.`,
  },
  notRepaid: {
    title: 'Refund correction',
    subject: 'Correction: no refund',
    text: (sum: string) =>
      `We told you that we refunded ${sum}. That was a mistake: we did not send it. We’re sorry. Your credit notes stay valid.`,
  },
  refundFailed: {
    title: 'Your refund did not arrive',
    subject: 'Failed refund',
    text: (sum: string) =>
      `Your refund of ${sum} could not be paid out and came back to us. We’ll contact you about it. Your credit notes stay valid.`,
  },
  returned: {
    title: 'Payment returned',
    subject: 'Returned payment',
    text: (sum: string) =>
      `Your bank returned your payment of ${sum}, so the amount is still due. Please ask your bank why, then pay again.`,
  },
  failed: {
    title: 'Your payment failed',
    subject: 'Your bank did not make the payment',
    text: (sum: string) =>
      `Your bank did not make the payment of ${sum}, so it is still to be paid. Please ask your bank why, or pay it another way.`,
  },
};

/** Texts for the agency, unless one of its admins reversed the payment. */
export const agencyReversals: Partial<
  Record<
    keyof typeof reversals,
    { title: string; subject(sum: string, number: string): string; fact: string }
  >
> = {
  refundFailed: {
    title: 'A refund could not be paid out',
    subject: (sum, number) => `Refund of ${sum} for ${number} could not be paid out`,
    fact: 'Owed to the client',
  },
  returned: {
    title: 'A payment was returned',
    subject: (sum, number) => `Payment of ${sum} for ${number} returned by the bank`,
    fact: 'Returned',
  },
  failed: {
    title: 'A payment failed',
    subject: (sum, number) => `Payment of ${sum} for ${number} was not made by the bank`,
    fact: 'Not paid',
  },
};
