import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { errorMessageOf } from '~/web/lib/api-error';
import { useQuery } from '~/web/lib/queries';
import { Button } from '~/web/ui/button';
import { focusNow } from '~/web/ui/focus-now';
import { Skeleton } from '~/web/ui/skeleton';
import { reportFailure } from './payment-failure';
import { PaymentForm } from './payment-form.lazy';

export interface PayOnlineProps {
  /** Key of the payment, which changes with the amount. */
  payment: string;
  submitLabel: string;
  /** Returns the URL to which the bank's page redirects. */
  returnUrl(): string;
  start(): Promise<{ clientSecret: string }>;
  /** True if the client has returned from a bank's page without paying. */
  hasFailed: boolean;
  /** Called when Stripe has accepted the payment or reports it as pending. */
  onConfirmed(): void;
  /** Called if the amount has changed, or the payment was canceled, while the form was open. */
  onOvertaken(): Promise<unknown>;
  onClose(): void;
}

/** Form for a payment by any method that Stripe offers. The server sets the amount. */
export function PayOnline(props: PayOnlineProps) {
  const { client } = useRouter().options.context;
  const [isOvertaken, setOvertaken] = useState(false);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['pay-online', props.payment],
    queryFn: async () => {
      const [provider, { clientSecret }] = await Promise.all([
        client.billing.provider.query(),
        props.start(),
        PaymentForm.preload?.(),
      ]);
      return { provider, clientSecret };
    },
    // The secret is requested only once while the form is open.
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
    if (refused) return reportFailure(refused);
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
          The amount due has changed, so nothing was charged. Please check the amount and pay again.
        </p>
      )}
      <PaymentForm
        provider={data.provider}
        clientSecret={data.clientSecret}
        label="Payment"
        submitLabel={props.submitLabel}
        hasFailed={props.hasFailed}
        onConfirm={confirm}
      >
        <Button variant="ghost" size="lg" onClick={props.onClose}>
          Cancel
        </Button>
      </PaymentForm>
    </>
  );
}
