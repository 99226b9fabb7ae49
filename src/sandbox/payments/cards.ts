export interface Decline {
  type: 'card_error' | 'invalid_request_error';
  code: string;
  decline_code?: string;
  message: string;
  /** Payment method with which the client tried to pay; omitted if there was no attempt. */
  payment_method?: object;
}

const declined: Decline = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};

/** Behavior of a test card. The cards are the same as Stripe's. */
interface TestCard {
  atOnce?: Decline;
  later?: Decline;
  asks?: boolean;
}

const testCards: Record<string, TestCard> = {
  '4242424242424242': {},
  '4000000000000002': { atOnce: declined },
  '4000002500003155': { asks: true },
  '4000000000009995': {
    atOnce: {
      ...declined,
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  '4000000000000069': {
    atOnce: { type: 'card_error', code: 'expired_card', message: 'Your card has expired.' },
  },
  '4000000000000341': { later: declined },
};

export const notAuthenticated: Decline = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

export const canceledByClient: Decline = {
  type: 'card_error',
  code: 'payment_method_customer_decline',
  message: 'The customer declined the payment.',
};

export const noLongerPayable: Decline = {
  type: 'invalid_request_error',
  code: 'payment_intent_unexpected_state',
  message: 'You cannot confirm this PaymentIntent because it has a status of canceled.',
};

/**
 * Returns the behavior of a test card by its last four digits, which are the only stored data of a
 * card.
 */
export function behaviourOf(last4: string): TestCard {
  const entry = Object.entries(testCards).find(([number]) => number.endsWith(last4));
  return entry?.[1] ?? { atOnce: declined };
}
