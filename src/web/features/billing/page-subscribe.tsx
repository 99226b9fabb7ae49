import { ClientOnly, getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';

import { defaultBillingCycle } from '~/contract/plans/plans';
import { useResult } from '~/web/lib/use-result';
import { IfPage } from '~/web/shell/if-page';
import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';
import { toast } from '~/web/ui/toast-store';
import { Checkout } from './checkout.lazy';
import { SubscribePending } from './subscribe-pending';

const route = getRouteApi('/subscribe');

export function PageSubscribe() {
  const { api } = route.useRouteContext();
  const { plan: planId, cycle = defaultBillingCycle } = route.useSearch();
  const plans = useResult(api.plans.list.queryOptions());
  const provider = useResult(api.billing.provider.queryOptions());
  const plan = plans.find(({ id }) => id === planId);
  if (!plan) return planId === undefined ? <NoPlan /> : <NotOffered />;
  if (provider.kind === 'none') {
    return (
      <Notice
        title="Payments are not set up yet"
        text="You can’t pay for this plan online right now. Write to us and we’ll set it up with you."
      >
        <Link to="/contact" search={{ subject: 'plans' }} className={buttonClass()}>
          Write to us
        </Link>
      </Notice>
    );
  }
  return (
    <ClientOnly fallback={<SubscribePending />}>
      <Checkout plan={plan} cycle={cycle} provider={provider} />
    </ClientOnly>
  );
}

function NotOffered() {
  useEffect(() => {
    toast({
      title: 'Error',
      description: 'Failed to create subscription. Please try again.',
      variant: 'destructive',
    });
  }, []);
  return (
    <Notice
      title="This plan is not available"
      text="It may have been withdrawn, or the link may be wrong. Please choose another plan."
    >
      <IfPage page="pricing">
        <Link to="/pricing" className={buttonClass()}>
          See the plans
        </Link>
      </IfPage>
    </Notice>
  );
}

function NoPlan() {
  useEffect(() => {
    toast({
      title: 'No Plan Selected',
      description: 'Please select a subscription plan first.',
      variant: 'destructive',
    });
  }, []);
  return (
    <Notice title="Which plan would you like?" text="Choose a plan, then pay for it here.">
      <IfPage page="pricing">
        <Link to="/pricing" className={buttonClass()}>
          See the plans
        </Link>
      </IfPage>
    </Notice>
  );
}
