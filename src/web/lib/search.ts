/** Returns the value of a search parameter if it is a known one; otherwise undefined. */
export function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((one) => one === value);
}

/** Reads search, status and page of a list from the URL. Omits defaults. */
export function listSearchOf<Status extends string>(
  statuses: readonly Status[],
  given: Record<string, unknown>,
): { search?: string; status?: Status; page?: number } {
  const search = String(given.search ?? '').trim();
  const status = oneOf(statuses, given.status);
  const page = Number(given.page);
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(Number.isInteger(page) && page > 1 && { page }),
  };
}

/** Parameters that Stripe adds to the URL when a bank's page redirects back. */
export interface BankReturn {
  redirect_status?: 'succeeded' | 'failed';
}

/**
 * Reads the parameters after a bank's redirect. Any status other than a failure counts as
 * 'succeeded', even if the payment is still pending, because the page reads the payment itself.
 */
export function bankReturnOf({ redirect_status: status }: Record<string, unknown>): BankReturn {
  if (typeof status !== 'string') return {};
  const hasFailed = status === 'failed' || status === 'canceled';
  return { redirect_status: hasFailed ? 'failed' : 'succeeded' };
}
