import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Reads again what a booked entry shows in. */
export function useBankRefresh() {
  const { bank, invoices, payments, overview } = useRouter().options.context.api.admin;
  return useCallback(
    () =>
      Promise.all([
        bank.invalidate(),
        invoices.invalidate(),
        payments.invalidate(),
        overview.invalidate(),
      ]),
    [bank, invoices, payments, overview],
  );
}
