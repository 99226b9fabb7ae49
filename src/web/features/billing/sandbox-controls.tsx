import { useRouter } from '@tanstack/react-router';

import { Button } from '~/web/ui/button';
import styles from './subscription-panel.module.css';
import { useBillingMutation } from './use-billing-mutation';

/** Button that skips to the next renewal, only in demo mode. */
export function SandboxControls() {
  const { api } = useRouter().options.context;
  const skip = useBillingMutation(api.billing.skipToRenewal, {
    done: { title: 'Time skipped', description: 'The next charge was tried.' },
    failed: 'Failed to skip to the next renewal. Please try again.',
  });
  return (
    <div className={styles.sandbox}>
      <p>
        <strong>Sandbox.</strong> No money moves here.
      </p>
      <Button variant="outline" size="sm" disabled={skip.isPending} onClick={() => skip.mutate()}>
        Skip to the next renewal
      </Button>
    </div>
  );
}
