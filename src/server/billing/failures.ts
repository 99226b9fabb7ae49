import { Refusal } from '~/contract/errors';

interface StripeFailure extends Error {
  type: string;
  code?: string;
}

const isStripeFailure = (error: unknown): error is StripeFailure =>
  error instanceof Error && /^Stripe\w+Error$/.test(String((error as { type?: unknown }).type));

const passing = new Set(['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']);

/** Whether Stripe says that it has no such thing (any more). */
export const isMissing = (error: unknown): boolean =>
  isStripeFailure(error) && error.code === 'resource_missing';

/** What Stripe refused, in words for a person; what is our own fault stays as it is. */
export async function inWords<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (!isStripeFailure(error)) throw error;
    if (error.type === 'StripeCardError') throw new Refusal('CONFLICT', error.message);
    if (error.code === 'charge_already_refunded') {
      throw new Refusal('CONFLICT', 'This payment has been refunded at Stripe already');
    }
    if (passing.has(error.type) || error.code === 'lock_timeout') {
      throw new Refusal(
        'SERVICE_UNAVAILABLE',
        'The payment provider cannot be reached right now. Please try again in a moment.',
        { retryAfterSeconds: 5 },
      );
    }
    throw error;
  }
}
