import { useCallback, useEffect, useState } from 'react';

import type { PaymentOutcome } from '~/contract/invoices/invoices-schema';

/**
 * Returns `outcome`, the result of a payment that the client has just made, and `find`, which reads
 * it again. The server reads the result from Stripe. Then the page refetches the invoice.
 *
 * @param options.isReturned true if the client has returned from a bank's page
 * @returns 'unknown' if the server could not read the result; a job reads it later
 */
export function useOutcome(options: {
  isReturned: boolean;
  read(): Promise<PaymentOutcome>;
  refresh(): Promise<unknown>;
}) {
  const { isReturned, read, refresh } = options;
  const [outcome, setOutcome] = useState<PaymentOutcome | 'waiting' | 'unknown'>(
    isReturned ? 'waiting' : 'none',
  );

  const find = useCallback(async () => {
    setOutcome('waiting');
    // Without a response, the page offers to check again.
    const found = await read().catch(() => 'unknown' as const);
    setOutcome(found);
    await refresh();
  }, [read, refresh]);

  useEffect(() => {
    if (isReturned) void find();
  }, [isReturned, find]);

  return { outcome, find };
}
