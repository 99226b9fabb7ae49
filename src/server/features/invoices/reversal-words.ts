/** What a client reads of a payment or a repayment that is none, or no more. */
export const reversals = {
  mistake: {
    title: 'A correction of your payment',
    subject: 'Correction: no payment',
    text: (sum: string) =>
      `We had confirmed a payment of ${sum}. That was our mistake: it was not received for this invoice. Please excuse us.`,
  },
  notRepaid: {
    title: 'A correction of a repayment',
    subject: 'Correction: no repayment',
    text: (sum: string) =>
      `We had written that ${sum} was sent back to you. That was our mistake: it was not sent. Please excuse us. Credit notes that you have stay as they are.`,
  },
  refundFailed: {
    title: 'Your refund did not arrive',
    subject: 'Not paid out: refund',
    text: (sum: string) =>
      `We had written that ${sum} goes back to you. It could not be paid out, and is with us. We will write to you about it. Credit notes that you have stay as they are.`,
  },
  returned: {
    title: 'Your payment came back',
    subject: 'Returned by the bank: payment',
    text: (sum: string) =>
      `The bank has returned your payment of ${sum}, so that it is still to be paid. Please ask your bank why, and pay it anew.`,
  },
  failed: {
    title: 'Your payment failed',
    subject: 'Your bank did not make the payment',
    text: (sum: string) =>
      `Your bank did not make the payment of ${sum}, so it is still to be paid. Please ask your bank why, or pay it another way.`,
  },
};

/** What the agency reads of it, where it has not done it itself. */
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
