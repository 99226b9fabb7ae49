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
import { useMoneyAction } from './use-money-action';

const route = getRouteApi('/dashboard/');

interface CurrentPlanProps {
  subscription: MySubscription;
  provider: PaymentProvider;
}

export function CurrentPlan({ subscription, provider }: CurrentPlanProps) {
  const { client } = route.useRouteContext();
  const { change = false, plan: chosen, cycle } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState<'plan' | 'card' | undefined>(change ? 'plan' : undefined);
  const { isPending, run } = useMoneyAction();
  const { status, cancelAtPeriodEnd, currentPeriodEnd, plan } = subscription;
  const until = currentPeriodEnd ? formatDate(currentPeriodEnd) : '';
  const isOwing = status === 'past_due' || status === 'unpaid';

  const resume = () =>
    run(
      () => client.billing.resume.mutate(),
      { title: 'Subscription Resumed', description: `Your plan renews on ${until}.` },
      'Failed to resume your subscription. Please try again.',
    );
  const cancel = () =>
    run(
      () => client.billing.cancel.mutate(),
      {
        title: 'Subscription Cancelled',
        description: `Your plan runs until ${until}, then it ends.`,
        action: (
          <Button variant="outline" size="sm" onClick={() => void resume()}>
            Undo
          </Button>
        ),
      },
      'Failed to cancel your subscription. Please try again.',
    );

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
            // What the address asked for is done.
            if (change) void navigate({ search: {}, replace: true, resetScroll: false });
          }}
        />
      )}
      {open === 'card' && <ReplaceCard provider={provider} onClose={() => setOpen(undefined)} />}
      {!open && (
        <div className={styles.actions}>
          {cancelAtPeriodEnd ? (
            <Button disabled={isPending} onClick={resume}>
              Resume subscription
            </Button>
          ) : (
            !isOwing && <Button onClick={() => setOpen('plan')}>Change plan</Button>
          )}
          <Button variant="outline" onClick={() => setOpen('card')}>
            Replace card
          </Button>
          {!cancelAtPeriodEnd && (
            <Button variant="link" disabled={isPending} onClick={cancel}>
              Cancel subscription
            </Button>
          )}
        </div>
      )}
      {provider.kind === 'sandbox' && <SandboxControls />}
    </div>
  );
}
