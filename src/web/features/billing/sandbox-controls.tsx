import { useRouter } from '@tanstack/react-router';

import { Button } from '~/web/ui/button';
import styles from './subscription-panel.module.css';
import { useMoneyAction } from './use-money-action';

/** What only demo mode has: the day of the next charge comes when one likes. */
export function SandboxControls() {
  const { client } = useRouter().options.context;
  const { isPending, run } = useMoneyAction();
  return (
    <div className={styles.sandbox}>
      <p>
        <strong>Sandbox.</strong> No money moves here.
      </p>
      <Button
        variant="outline"
        size="sm"
        disabled={isPending}
        onClick={() =>
          run(
            () => client.billing.skipToRenewal.mutate(),
            { title: 'Time Skipped', description: 'The next charge was tried.' },
            'Failed to skip to the next renewal. Please try again.',
          )
        }
      >
        Skip to the next renewal
      </Button>
    </div>
  );
}
