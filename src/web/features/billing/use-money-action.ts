import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

import type { MySubscription } from '~/contract/billing/billing-schema';
import { errorMessageOf } from '~/web/lib/api-error';
import { toast } from '~/web/ui/toast-store';

interface Told {
  title: string;
  description: string;
  action?: ReactNode;
}

/** Does something to the subscription, shows it as it is then, and says how it went. */
export function useMoneyAction() {
  const { api } = useRouter().options.context;
  const [isPending, setPending] = useState(false);

  /** @returns whether it went well */
  const run = async (
    what: () => Promise<MySubscription | null>,
    told: Told,
    otherwise: string,
  ): Promise<boolean> => {
    setPending(true);
    try {
      api.billing.mine.setData(undefined, await what());
      await Promise.all([
        api.billing.payments.invalidate(),
        api.billing.search.invalidate(),
        api.dashboard.invalidate(),
      ]);
      toast(told);
      return true;
    } catch (error) {
      toast({
        title: 'Error',
        description: errorMessageOf(error) ?? otherwise,
        variant: 'destructive',
      });
      return false;
    } finally {
      setPending(false);
    }
  };
  return { isPending, run };
}
