import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Reads again what a change of an invoice shows in. */
export function useInvoiceRefresh() {
  const { invoices, payments, overview } = useRouter().options.context.api.admin;
  return useCallback(
    () => Promise.all([invoices.invalidate(), payments.invalidate(), overview.invalidate()]),
    [invoices, payments, overview],
  );
}
