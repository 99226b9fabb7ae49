import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { errorMessageOf } from '~/web/lib/api-error';
import { useQuery } from '~/web/lib/queries';
import { Button } from '~/web/ui/button';
import { focusNow } from '~/web/ui/focus-now';
import { Skeleton } from '~/web/ui/skeleton';
import { CardForm } from './card-form.lazy';

export interface PayByCardProps {
  /** Tells what is paid from other payments; another one after the amount has changed. */
  payment: string;
  submitLabel: string;
  /** Where a bank that shows a page of its own leads back to. */
  returnUrl(): string;
  start(): Promise<{ clientSecret: string }>;
  /** The card or the debit was accepted; what was paid for is settled by an event soon after. */
  onConfirmed(): void;
  /** The amount changed, or the payment was closed, while the card was typed. */
  onOvertaken(): Promise<unknown>;
  onClose(): void;
}

/** One payment by card or, where it is offered, by bank debit, of an amount that the server knows. */
export function PayByCard(props: PayByCardProps) {
  const { client } = useRouter().options.context;
  const [isOvertaken, setOvertaken] = useState(false);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['pay-by-card', props.payment],
    queryFn: async () => {
      const [provider, { clientSecret }] = await Promise.all([
        client.billing.provider.query(),
        props.start(),
        CardForm.preload?.(),
      ]);
      return { provider, clientSecret };
    },
    // One for as long as this is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

  const confirm = async (stripe: Stripe, elements: StripeElements) => {
    const { error: refused } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: props.returnUrl() },
      redirect: 'if_required',
    });
    if (refused?.code === 'payment_intent_unexpected_state') {
      await props.onOvertaken();
      await refetch();
      setOvertaken(true);
      return undefined;
    }
    if (refused) {
      return refused.message ?? 'The payment failed. Please try again.';
    }
    props.onConfirmed();
    return undefined;
  };

  if (error && !isFetching) {
    return (
      <>
        <p role="alert">
          {errorMessageOf(error) ??
            'We can’t reach the payment provider right now. Nothing was charged.'}
        </p>
        <Button variant="outline" onClick={() => refetch()}>
          Try again
        </Button>
      </>
    );
  }
  if (!data) return <Skeleton height="16rem" />;
  return (
    <>
      {isOvertaken && (
        <p role="alert" tabIndex={-1} ref={focusNow}>
          The amount due has changed, so nothing was charged. Please check the amount and enter your
          card or account again.
        </p>
      )}
      <CardForm
        provider={data.provider}
        clientSecret={data.clientSecret}
        label="Payment"
        submitLabel={props.submitLabel}
        onConfirm={confirm}
      >
        <Button variant="ghost" size="lg" onClick={props.onClose}>
          Cancel
        </Button>
      </CardForm>
    </>
  );
}
