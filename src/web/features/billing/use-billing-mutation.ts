import { useRouter } from '@tanstack/react-router';

import type { MySubscription } from '~/contract/billing/billing-schema';
import { useMutation } from '~/web/lib/queries';
import type { MutationProcedure } from '~/web/lib/trpc';
import { failureToast } from '~/web/ui/failure-toast';
import { type ToastContent, toast } from '~/web/ui/toast-store';

/** Returns a mutation of the subscription: it updates the cache, refreshes payments and figures, and shows a toast. */
export function useBillingMutation<Input>(
  procedure: MutationProcedure<Input, MySubscription | null>,
  options: { done: ToastContent; failed: string; onDone?(): void; onFailed?(): void },
) {
  const { api } = useRouter().options.context;
  const { done, failed, onDone, onFailed } = options;
  return useMutation({
    ...procedure.mutationOptions(),
    onSuccess: async (subscription) => {
      api.billing.mine.setData(undefined, subscription);
      await Promise.all([
        api.billing.payments.invalidate(),
        api.billing.search.invalidate(),
        api.dashboard.invalidate(),
      ]);
      toast(done);
      onDone?.();
    },
    onError: (error) => {
      failureToast(error, failed);
      onFailed?.();
    },
  });
}
