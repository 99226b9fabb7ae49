/** A search parameter's value where it is one of those that are known; undefined otherwise. */
export function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((one) => one === value);
}

/** The search, status and page of a list in the URL; defaults are left out. */
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

/** Parameters that Stripe adds to the URL when a bank's page returns. */
export interface BankReturn {
  redirect_status?: 'succeeded' | 'failed';
}

/** Anything but a failure can still be pending: the payment itself tells. */
export function bankReturnOf({ redirect_status: status }: Record<string, unknown>): BankReturn {
  if (typeof status !== 'string') return {};
  const hasFailed = status === 'failed' || status === 'canceled';
  return { redirect_status: hasFailed ? 'failed' : 'succeeded' };
}
