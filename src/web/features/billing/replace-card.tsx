import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

import type { PaymentProvider } from '~/contract/billing/billing-schema';
import { errorMessageOf } from '~/web/lib/api-error';
import { Button } from '~/web/ui/button';
import { Skeleton } from '~/web/ui/skeleton';
import { CardForm } from './card-form-late';
import styles from './subscription-panel.module.css';
import { useMoneyAction } from './use-money-action';

interface ReplaceCardProps {
  provider: PaymentProvider;
  onClose(): void;
}

export function ReplaceCard({ provider, onClose }: ReplaceCardProps) {
  const { client } = useRouter().options.context;
  const { run } = useMoneyAction();
  const { data, error } = useQuery({
    queryKey: ['replace-card'],
    queryFn: async () => {
      const [answer] = await Promise.all([
        client.billing.replaceCard.mutate(),
        CardForm.preload?.(),
      ]);
      return answer;
    },
    // One for as long as this is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

  const confirm = async (stripe: Stripe, elements: StripeElements) => {
    const { error: refused, setupIntent } = await stripe.confirmSetup({
      elements,
      confirmParams: { return_url: `${window.location.origin}/dashboard` },
      redirect: 'if_required',
    });
    if (refused || !setupIntent) return refused?.message ?? 'This card could not be saved.';
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
      {error && (
        <p role="alert" className={styles.failure}>
          {errorMessageOf(error) ??
            'The payment provider cannot be reached right now. Please try again in a moment.'}
        </p>
      )}
      {data ? (
        <CardForm
          provider={provider}
          clientSecret={data.clientSecret}
          label="Another card"
          submitLabel="Save card"
          onConfirm={confirm}
        >
          <Button variant="ghost" size="lg" onClick={onClose}>
            Keep the card
          </Button>
        </CardForm>
      ) : (
        !error && <Skeleton height="16rem" />
      )}
    </div>
  );
}
