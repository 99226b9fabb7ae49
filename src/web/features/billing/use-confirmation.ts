import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { confirmationSeconds } from '~/contract/billing/payments';

const lookEveryMs = 700;

/** Polls for some time whether a payment has been confirmed, then less often. */
export function useConfirmation(isAwaited: boolean): 'none' | 'waiting' | 'late' {
  const { api } = useRouter().options.context;
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    if (!isAwaited) return;
    const looking = setInterval(
      () => void api.billing.invalidate(),
      isLate ? lookEveryMs * 10 : lookEveryMs,
    );
    const late = setTimeout(() => setLate(true), confirmationSeconds * 1000);
    return () => {
      clearInterval(looking);
      clearTimeout(late);
      // The confirmation changes the figures.
      void api.dashboard.invalidate();
    };
  }, [isAwaited, isLate, api]);

  if (!isAwaited) return 'none';
  return isLate ? 'late' : 'waiting';
}
