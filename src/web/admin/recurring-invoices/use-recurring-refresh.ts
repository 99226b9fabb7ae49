import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Reads again what a change of a recurring invoice shows in. */
export function useRecurringRefresh() {
  const { recurringInvoices, invoices, overview, setup } = useRouter().options.context.api.admin;
  return useCallback(
    () =>
      Promise.all([
        recurringInvoices.invalidate(),
        invoices.invalidate(),
        overview.invalidate(),
        setup.invalidate(),
      ]),
    [recurringInvoices, invoices, overview, setup],
  );
}
