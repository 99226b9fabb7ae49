import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import type { MySubscription, PaymentProvider } from '~/contract/billing/billing-schema';
import { formatMoney } from '~/contract/common/money';
import { formatDate } from '~/web/lib/dates';
import { Button } from '~/web/ui/button';
import { StatusBadge } from '~/web/ui/status-badge';
import { ChangePlan } from './change-plan';
import { ReplaceCard } from './replace-card';
import { SandboxControls } from './sandbox-controls';
import styles from './subscription-panel.module.css';
import { useBillingMutation } from './use-billing-mutation';

const route = getRouteApi('/dashboard/');

interface CurrentPlanProps {
  subscription: MySubscription;
  provider: PaymentProvider;
}

export function CurrentPlan({ subscription, provider }: CurrentPlanProps) {
  const { api } = route.useRouteContext();
  const { change = false, plan: chosen, cycle } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<'plan' | 'card' | undefined>(change ? 'plan' : undefined);
  const { status, cancelAtPeriodEnd, currentPeriodEnd, plan } = subscription;
  const until = currentPeriodEnd ? formatDate(currentPeriodEnd) : '';
  const isOwing = status === 'past_due' || status === 'unpaid';

  const resume = useBillingMutation(api.billing.resume, {
    done: { title: 'Subscription Resumed', description: `Your plan renews on ${until}.` },
    failed: 'Failed to resume your subscription. Please try again.',
  });
  const cancel = useBillingMutation(api.billing.cancel, {
    done: {
      title: 'Subscription Cancelled',
      description: `Your plan runs until ${until}, then it ends.`,
      action: (
        <Button variant="outline" size="sm" onClick={() => resume.mutate()}>
          Undo
        </Button>
      ),
    },
    failed: 'Failed to cancel your subscription. Please try again.',
  });
  const isPending = resume.isPending || cancel.isPending;

  return (
    <div>
      {isOwing && (
        <div className={styles.owing} role="alert">
          <p>
            <strong>Your last payment did not go through.</strong> Put in another card, and it is
            tried again at once.
          </p>
          <Button size="sm" onClick={() => setOpen('card')}>
            Update card
          </Button>
        </div>
      )}
      <div className={styles.plan}>
        <p className={styles.name}>{plan?.name ?? 'Your subscription'}</p>
        <StatusBadge status={cancelAtPeriodEnd ? 'ending' : status} />
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Price</dt>
          <dd>
            {formatMoney(subscription.amount, subscription.currency)}{' '}
            {subscription.billingCycle === 'yearly' ? 'a year' : 'a month'}
          </dd>
        </div>
        <div>
          <dt>{cancelAtPeriodEnd ? 'Ends on' : 'Renews on'}</dt>
          <dd>{until}</dd>
        </div>
        <div>
          <dt>Card</dt>
          <dd>{subscription.card || 'None'}</dd>
        </div>
      </dl>
      {open === 'plan' && (
        <ChangePlan
          subscription={subscription}
          chosen={{ ...(chosen && { plan: chosen }), ...(cycle && { cycle }) }}
          onClose={() => {
            setOpen(undefined);
            // What the URL asked for is done.
            if (change) void navigate({ search: {}, replace: true, resetScroll: false });
          }}
        />
      )}
      {open === 'card' && <ReplaceCard provider={provider} onClose={() => setOpen(undefined)} />}
      {!open && (
        <div className={styles.actions}>
          {cancelAtPeriodEnd ? (
            <Button disabled={isPending} onClick={() => resume.mutate()}>
              Resume subscription
            </Button>
          ) : (
            !isOwing && <Button onClick={() => setOpen('plan')}>Change plan</Button>
          )}
          <Button variant="outline" onClick={() => setOpen('card')}>
            Replace card
          </Button>
          {!cancelAtPeriodEnd && (
            <Button variant="link" disabled={isPending} onClick={() => cancel.mutate()}>
              Cancel subscription
            </Button>
          )}
        </div>
      )}
      {provider.kind === 'sandbox' && <SandboxControls />}
    </div>
  );
}
