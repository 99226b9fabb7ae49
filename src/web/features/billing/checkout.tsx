import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import type { Offer, PaymentProvider } from '~/contract/billing/billing-schema';
import { chargeOf } from '~/contract/plans/plan-charges';
import type { BillingCycle } from '~/contract/plans/plans';
import type { Plan } from '~/contract/plans/plans-schema';
import { BillingFields } from '~/web/documents/billing-fields';
import { errorStatusOf, fieldErrorsOf } from '~/web/lib/api-error';
import { useQuery } from '~/web/lib/queries';
import type { BankReturn } from '~/web/lib/search';
import { IfPage } from '~/web/shell/if-page';
import { Button, buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';
import { toast } from '~/web/ui/toast-store';
import { OrderSummary } from './order-summary';
import styles from './page-subscribe.module.css';
import { reportFailure } from './payment-failure';
import { PaymentForm } from './payment-form.lazy';
import { SubscribePending } from './subscribe-pending';

interface CheckoutProps {
  plan: Plan;
  cycle: BillingCycle;
  provider: PaymentProvider;
}

/**
 * Checkout of a plan: shows the price first. If plans are taxed or their invoices require the address, the client
 * enters billing data before the price is final.
 */
export function Checkout(props: CheckoutProps) {
  const { api } = useRouter().options.context;
  const { plan, cycle } = props;
  const choice = { planId: plan.id, billingCycle: cycle };
  const offer = useQuery(
    // Refetches the offer at each visit, because billing data and settings may have changed.
    api.billing.offer.queryOptions(choice, { gcTime: 0, retry: false }),
  );
  const [isBilled, setBilled] = useState(false);
  if (offer.isPending) return <SubscribePending />;
  if (offer.isError) {
    return <FailedCheckout isFetching={offer.isFetching} onRetry={() => void offer.refetch()} />;
  }
  const { tax, billing } = offer.data;
  const isBillingAsked = tax !== null || billing.required.length > 0;
  if (isBillingAsked && !isBilled) {
    return (
      <BillingStep
        plan={plan}
        cycle={cycle}
        offer={offer.data}
        onDone={async () => {
          await offer.refetch();
          setBilled(true);
        }}
      />
    );
  }
  return (
    <Payment
      {...props}
      offer={offer.data}
      {...(isBillingAsked && { onEdit: () => setBilled(false) })}
    />
  );
}

function FailedCheckout({ isFetching, onRetry }: { isFetching: boolean; onRetry(): void }) {
  if (isFetching) return <SubscribePending />;
  return (
    <Notice
      title="Something went wrong"
      text="We couldn’t set up your subscription. Nothing was charged."
    >
      <Button onClick={onRetry}>Try again</Button>
      <IfPage page="pricing">
        <Link to="/pricing" className={buttonClass('outline')}>
          Back to the plans
        </Link>
      </IfPage>
    </Notice>
  );
}

/** Billing data for the invoices, which determines the tax. */
function BillingStep(props: {
  plan: Plan;
  cycle: BillingCycle;
  offer: Offer;
  onDone(): Promise<void>;
}) {
  const { api } = useRouter().options.context;
  const { plan, cycle, offer } = props;
  const { required, missing } = offer.billing;
  const { data: profile } = useQuery(api.companies.profile.queryOptions());
  if (!profile) return <SubscribePending />;
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={styles.title}>Subscribe to {plan.name}</h1>
      <div className={styles.parts}>
        <OrderSummary plan={plan} cycle={cycle} offer={offer} />
        <section className={styles.pay} aria-labelledby="billing-title">
          <h2 id="billing-title" className={styles.heading}>
            Billing details
          </h2>
          {profile.canEdit ? (
            <BillingFields
              profile={profile}
              required={required}
              submitLabel="Continue to payment"
              pendingLabel="Saving..."
              onSaved={props.onDone}
            />
          ) : (
            <>
              <p className={styles.text}>
                Invoices are made out to {profile.company}. Your company’s managers and bookkeepers
                can change that.
              </p>
              {missing.length > 0 ? (
                <p className={styles.text}>
                  The {missing.join(' and ')} of {profile.company} must be entered before you can
                  subscribe.
                </p>
              ) : (
                <Button onClick={() => void props.onDone()}>Continue to payment</Button>
              )}
            </>
          )}
        </section>
      </div>
    </div>
  );
}

function Payment({
  plan,
  cycle,
  provider,
  offer,
  onEdit,
}: CheckoutProps & { offer: Offer; onEdit?: () => void }) {
  const router = useRouter();
  const { client, api } = router.options.context;
  const { redirect_status: returned }: BankReturn = useSearch({ strict: false });
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['checkout', plan.id, cycle, offer.tax],
    queryFn: async () => {
      const [answer] = await Promise.all([
        client.billing.subscribe.mutate({
          planId: plan.id,
          billingCycle: cycle,
          amountDue: offer.tax?.gross ?? chargeOf(plan, cycle),
        }),
        PaymentForm.preload?.(),
      ]);
      return answer;
    },
    // The secret is requested only once while the page is open. The server reuses an unpaid subscription.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const hasNewPrice = 'amountDue' in fieldErrorsOf(error);
  const refusal = fieldErrorsOf(error).payment;
  const isTaken = errorStatusOf(error) === 409 && !hasNewPrice && !refusal;

  useEffect(() => {
    if (!error || isTaken || hasNewPrice || refusal) return;
    toast({
      title: 'Error',
      description: 'Failed to create subscription. Please try again.',
      variant: 'destructive',
    });
  }, [error, isTaken, hasNewPrice, refusal]);

  if (hasNewPrice) {
    return (
      <Notice
        title="The price has changed"
        text="The price changed since you opened this page. Nothing was charged."
      >
        <Button onClick={() => window.location.reload()}>See the new price</Button>
      </Notice>
    );
  }
  if (refusal) {
    return (
      <Notice title="This payment is not possible" text={`${refusal} Nothing was charged.`}>
        <Link to="/contact" search={{ subject: 'plans' }} className={buttonClass()}>
          Write to us
        </Link>
      </Notice>
    );
  }
  if (isTaken) {
    return (
      <Notice
        title="You’re already subscribed"
        text="You can switch plans on your dashboard. Nothing was charged."
      >
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
    return <FailedCheckout isFetching={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data) return <SubscribePending />;

  const pay = async (stripe: Stripe, elements: StripeElements): Promise<string | undefined> => {
    const { error: refused, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: {
        return_url: `${window.location.origin}/subscribe?plan=${plan.id}&cycle=${cycle}`,
      },
      redirect: 'if_required',
    });
    if (refused) return reportFailure(refused);
    toast(
      paymentIntent?.status === 'processing'
        ? { title: 'Payment started', description: 'Your bank may take a few days.' }
        : { title: 'Payment Successful', description: 'You are now subscribed!' },
    );
    await api.billing.invalidate();
    await router.navigate({ to: '/dashboard', search: { paid: true }, replace: true });
    return undefined;
  };

  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={styles.title}>Subscribe to {plan.name}</h1>
      <div className={styles.parts}>
        <OrderSummary plan={plan} cycle={cycle} offer={offer} />
        <section className={styles.pay} aria-labelledby="pay-title">
          <h2 id="pay-title" className={styles.heading}>
            Payment
          </h2>
          <PaymentForm
            provider={provider}
            clientSecret={data.clientSecret}
            label="Payment"
            submitLabel="Subscribe Now"
            hasFailed={returned === 'failed'}
            onConfirm={pay}
          />
          {onEdit && (
            <Button variant="outline" className={styles.edit} onClick={onEdit}>
              Edit billing details
            </Button>
          )}
        </section>
      </div>
    </div>
  );
}
