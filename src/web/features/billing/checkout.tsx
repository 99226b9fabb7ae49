import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import type { PaymentProvider } from '~/contract/billing/billing-schema';
import type { BillingCycle } from '~/contract/plans/plans';
import type { Plan } from '~/contract/plans/plans-schema';
import { errorStatusOf } from '~/web/lib/api-error';
import { useQuery } from '~/web/lib/queries';
import { IfPage } from '~/web/shell/if-page';
import { Button, buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';
import { toast } from '~/web/ui/toast-store';
import { CardForm } from './card-form.lazy';
import { OrderSummary } from './order-summary';
import styles from './page-subscribe.module.css';
import { SubscribePending } from './subscribe-pending';

interface CheckoutProps {
  plan: Plan;
  cycle: BillingCycle;
  provider: PaymentProvider;
}

export function Checkout({ plan, cycle, provider }: CheckoutProps) {
  const router = useRouter();
  const { client, api } = router.options.context;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['checkout', plan.id, cycle],
    queryFn: async () => {
      const [answer] = await Promise.all([
        client.billing.subscribe.mutate({ planId: plan.id, billingCycle: cycle }),
        CardForm.preload?.(),
      ]);
      return answer;
    },
    // The server reuses an unpaid subscription; the page requests it once while it is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const isTaken = errorStatusOf(error) === 409;

  useEffect(() => {
    if (!error || isTaken) return;
    toast({
      title: 'Error',
      description: 'Failed to create subscription. Please try again.',
      variant: 'destructive',
    });
  }, [error, isTaken]);

  if (isTaken) {
    return (
      <Notice title="You have a subscription already" text={error?.message ?? ''}>
        <Link
          to="/dashboard"
          search={{ change: true, plan: plan.id, cycle }}
          className={buttonClass()}
        >
          Change plan
        </Link>
      </Notice>
    );
  }
  if (error && !isFetching) {
    return (
      <Notice
        title="This did not work"
        text="Your subscription could not be set up. Nothing was charged."
      >
        <Button onClick={() => refetch()}>Try again</Button>
        <IfPage page="pricing">
          <Link to="/pricing" className={buttonClass('outline')}>
            Back to the plans
          </Link>
        </IfPage>
      </Notice>
    );
  }
  if (!data) return <SubscribePending />;

  const pay = async (stripe: Stripe, elements: StripeElements): Promise<string | undefined> => {
    const { error: refused } = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}/dashboard?paid=true` },
      redirect: 'if_required',
    });
    if (refused) {
      const message = refused.message ?? 'The payment could not be made. Please try again.';
      if (refused.type !== 'validation_error') {
        toast({ title: 'Payment Failed', description: message, variant: 'destructive' });
      }
      return message;
    }
    toast({ title: 'Payment Successful', description: 'You are now subscribed!' });
    await api.billing.invalidate();
    await router.navigate({ to: '/dashboard', search: { paid: true }, replace: true });
    return undefined;
  };

  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={styles.title}>Subscribe to {plan.name}</h1>
      <div className={styles.parts}>
        <OrderSummary plan={plan} cycle={cycle} />
        <section className={styles.pay} aria-labelledby="pay-title">
          <h2 id="pay-title" className={styles.heading}>
            Pay by card
          </h2>
          <CardForm
            provider={provider}
            clientSecret={data.clientSecret}
            label="Payment"
            submitLabel="Subscribe Now"
            onConfirm={pay}
          />
        </section>
      </div>
    </div>
  );
}
