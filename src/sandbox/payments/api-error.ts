/** Stripe error response. */
export class StripeApiError extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; message: string; code?: string; decline_code?: string },
    /** True if changes made earlier in the same request are kept. */
    readonly isKept = false,
  ) {
    super(error.message);
  }
}

export const missing = (what: string) =>
  new StripeApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}`,
  });

export const invalid = (message: string) =>
  new StripeApiError(400, { type: 'invalid_request_error', message });
