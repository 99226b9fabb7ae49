import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import type { PaymentProvider } from '~/contract/billing';
import { refusalMessageOf } from '~/web/lib/api-error';
import { Button } from '~/web/ui/button';
import { Skeleton } from '~/web/ui/skeleton';
import { CardForm } from './card-form';
import styles from './subscription-panel.module.css';
import { useMoneyAction } from './use-money-action';

interface ReplaceCardProps {
  provider: PaymentProvider;
  onClose(): void;
  onFailed(message: string): void;
}

export function ReplaceCard({ provider, onClose, onFailed }: ReplaceCardProps) {
  const { client } = useRouter().options.context;
  const { run } = useMoneyAction();
  const [secret, setSecret] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: one intent for as long as this is open
  useEffect(() => {
    let isOver = false;
    client.billing.replaceCard.mutate().then(
      ({ clientSecret }) => !isOver && setSecret(clientSecret),
      (error) => {
        if (isOver) return;
        onFailed(
          refusalMessageOf(error) ?? 'The payment provider cannot be reached. Please try again.',
        );
        onClose();
      },
    );
    return () => {
      isOver = true;
    };
  }, []);

  const confirm = async (stripe: Stripe, elements: StripeElements) => {
    const { error, setupIntent } = await stripe.confirmSetup({
      elements,
      confirmParams: { return_url: `${window.location.origin}/dashboard` },
      redirect: 'if_required',
    });
    if (error || !setupIntent) return error?.message ?? 'This card could not be saved.';
    const isDone = await run(
      () => client.billing.adoptCard.mutate({ setupIntentId: setupIntent.id }),
      { title: 'Card Replaced', description: 'It is charged from now on.' },
      'Failed to save your card. Please try again.',
    );
    if (isDone) onClose();
    return undefined;
  };

  return (
    <div className={styles.drawer}>
      <h3 className={styles.subheading}>Another card</h3>
      {secret ? (
        <CardForm
          provider={provider}
          clientSecret={secret}
          label="Another card"
          submitLabel="Save card"
          onConfirm={confirm}
        >
          <Button variant="ghost" size="lg" onClick={onClose}>
            Keep the card
          </Button>
        </CardForm>
      ) : (
        <Skeleton height="16rem" />
      )}
    </div>
  );
}
