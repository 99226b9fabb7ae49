import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useRouter } from '@tanstack/react-router';

import type { PaymentProvider } from '~/contract/billing/billing-schema';
import { errorMessageOf } from '~/web/lib/api-error';
import { useQuery } from '~/web/lib/queries';
import { Button } from '~/web/ui/button';
import { focusNow } from '~/web/ui/focus-now';
import { Skeleton } from '~/web/ui/skeleton';
import { PaymentForm } from './payment-form.lazy';
import styles from './subscription-panel.module.css';
import { useBillingMutation } from './use-billing-mutation';

interface ReplaceCardProps {
  provider: PaymentProvider;
  onClose(): void;
  onReplaced(): void;
}

export function ReplaceCard({ provider, onClose, onReplaced }: ReplaceCardProps) {
  const { api, client } = useRouter().options.context;
  const adopt = useBillingMutation(api.billing.adoptCard, {
    done: { title: 'Card replaced', description: 'Future payments use this card.' },
    failed: 'Failed to save your card. Please try again.',
    onDone: onReplaced,
  });
  const { data, error } = useQuery({
    queryKey: ['replace-card'],
    queryFn: async () => {
      const [answer] = await Promise.all([
        client.billing.replaceCard.mutate(),
        PaymentForm.preload?.(),
      ]);
      return answer;
    },
    // The secret is requested only once while the form is open.
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
    if (refused || !setupIntent) return refused?.message ?? 'We couldn’t save this card.';
    // A failure is shown as a toast, and the card can be submitted again.
    await adopt.mutateAsync({ setupIntentId: setupIntent.id }).catch(() => undefined);
    return undefined;
  };

  return (
    <div className={styles.drawer}>
      <h3 className={styles.subheading} tabIndex={-1} ref={focusNow}>
        Another card
      </h3>
      {error && (
        <p role="alert" className={styles.failure}>
          {errorMessageOf(error) ??
            'We can’t reach the payment provider right now. Please try again in a moment.'}
        </p>
      )}
      {data ? (
        <PaymentForm
          provider={provider}
          clientSecret={data.clientSecret}
          label="Another card"
          submitLabel="Save card"
          onConfirm={confirm}
        >
          <Button variant="ghost" size="lg" onClick={onClose}>
            Cancel
          </Button>
        </PaymentForm>
      ) : (
        !error && <Skeleton height="16rem" />
      )}
    </div>
  );
}
