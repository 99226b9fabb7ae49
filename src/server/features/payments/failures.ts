import { AppError } from '~/contract/common/errors';

interface StripeFailure extends Error {
  type: string;
  code?: string;
}

const isStripeFailure = (error: unknown): error is StripeFailure =>
  error instanceof Error && /^Stripe\w+Error$/.test(String((error as { type?: unknown }).type));

const passing = new Set(['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']);

/** Returns whether a retry may succeed. */
export const isPassing = (error: unknown): boolean =>
  isStripeFailure(error) && (passing.has(error.type) || error.code === 'lock_timeout');

/** Returns whether Stripe reports that the object does not exist, or no longer exists. */
export const isMissing = (error: unknown): boolean =>
  isStripeFailure(error) && error.code === 'resource_missing';

/** Returns whether Stripe rejects the request because of the object's current state. */
export const isInvalidRequest = (error: unknown): boolean =>
  isStripeFailure(error) && error.type === 'StripeInvalidRequestError';

const orElse = 'Please pay another way, or write to us.';

/** Messages for clients about expected refusals, by Stripe's code or message. */
const refusals: readonly [RegExp, string][] = [
  [/amount_too_small/, `This amount is too small to be paid online. ${orElse}`],
  [/amount_too_large/, `This amount is too large to be paid online. ${orElse}`],
  [
    /combine currencies/i,
    'You have paid in another currency before, and the payment provider takes one currency from each client. Please write to us.',
  ],
  [
    /payment_method_(not_available|configuration)|no_payment_method_types|no valid payment method/i,
    `No payment method is available for this amount and currency. ${orElse}`,
  ],
];

const unforeseen = `The payment provider did not accept this payment. ${orElse}`;

const refusalOf = (words: string): AppError =>
  new AppError('CONFLICT', words, { issues: [{ path: 'payment', message: words }] });

/**
 * Converts a refusal by Stripe to a message for a user. Rethrows other errors.
 *
 * @param onRefused called with Stripe's own message, from which the agency can see what to do. If given, every refusal
 * is converted to a message for the client.
 */
export async function inWords<T>(
  request: Promise<T>,
  onRefused?: (reason: string) => Promise<void>,
): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!isStripeFailure(error)) throw error;
    if (error.type === 'StripeCardError') throw new AppError('CONFLICT', error.message);
    if (isPassing(error)) {
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'The payment provider cannot be reached right now. Please try again in a moment.',
        { retryAfterSeconds: 5 },
      );
    }
    if (isMissing(error)) {
      throw new AppError(
        'CONFLICT',
        'The payment provider no longer has this. Please reload the page.',
      );
    }
    await onRefused?.(error.message);
    const words = refusals.find(([sign]) => sign.test(`${error.code} ${error.message}`))?.[1];
    if (words) throw refusalOf(words);
    throw onRefused ? refusalOf(unforeseen) : error;
  }
}

const reasons = new Map([
  ['StripeConnectionError', 'Stripe could not be reached.'],
  ['StripeAPIError', 'Stripe could not be reached.'],
  ['StripeRateLimitError', 'Stripe was asked too often.'],
  ['StripeAuthenticationError', 'Stripe does not accept the secret key.'],
  ['StripePermissionError', 'The secret key is not allowed to read this at Stripe.'],
]);

/**
 * Returns why an event could not be applied, as a text for the admin. Details of unexpected errors are only in the log.
 */
export function reasonFor(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (isMissing(error)) return 'Stripe does not have what this event is about.';
  const known = isStripeFailure(error) ? reasons.get(error.type) : undefined;
  return known ?? 'It could not be applied. See the server log.';
}
