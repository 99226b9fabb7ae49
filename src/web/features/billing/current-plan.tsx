import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { isOwing } from '~/contract/billing/billing';
import type { MySubscription, PaymentProvider } from '~/contract/billing/billing-schema';
import { formatMoney } from '~/contract/common/money';
import { formatDate } from '~/web/lib/dates';
import { Button } from '~/web/ui/button';
import { ResultNote } from '~/web/ui/result-note';
import { StatusBadge } from '~/web/ui/status-badge';
import { CancelPlan } from './cancel-plan';
import { ChangePlan } from './change-plan';
import type { ChosenPlan, PlanSearch } from './chosen-plan';
import { ReplaceCard } from './replace-card';
import { SandboxControls } from './sandbox-controls';
import styles from './subscription-panel.module.css';
import { useBillingMutation } from './use-billing-mutation';

interface CurrentPlanProps {
  subscription: MySubscription;
  provider: PaymentProvider;
}

type Step = 'plan' | 'card' | 'cancel';

export function CurrentPlan({ subscription, provider }: CurrentPlanProps) {
  const { api } = useRouter().options.context;
  const search: PlanSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const [step, setStep] = useState<Step | undefined>(
    search.change ? 'plan' : search.card ? 'card' : undefined,
  );
  const [chosen, setChosen] = useState<ChosenPlan>(search);
  /**
   * Step that the client left without completing it. The button that opened the step gets the focus
   * back.
   */
  const [left, setLeft] = useState<Step>();
  const [result, setResult] = useState('');
  const { status, cancelAtPeriodEnd, currentPeriodEnd, plan } = subscription;
  const until = currentPeriodEnd ? formatDate(currentPeriodEnd) : '';
  const owes = isOwing(status);

  const open = (next: Step, wanted: ChosenPlan = {}) => {
    setChosen(wanted);
    setResult('');
    setStep(next);
  };
  /** Closes the open step. @param outcome result of the step; empty if it was left */
  const close = (outcome = '') => {
    setLeft(outcome ? undefined : step);
    setResult(outcome);
    setStep(undefined);
    // Removes the completed step from the URL.
    if (search.change || search.card) {
      void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
    }
  };

  const resume = useBillingMutation(api.billing.resume, {
    done: { title: 'Subscription resumed', description: `Your plan renews on ${until}.` },
    failed: 'Failed to resume your subscription. Please try again.',
    onDone: () => close(`Your plan continues and renews on ${until}.`),
  });
  const cancel = useBillingMutation(api.billing.cancel, {
    done: {
      title: 'Subscription canceled',
      description: `Your plan runs until ${until}, then ends.`,
      action: (
        <Button variant="outline" size="sm" onClick={() => resume.mutate()}>
          Undo
        </Button>
      ),
    },
    failed: 'Failed to cancel your subscription. Please try again.',
    onDone: () => close(`Your plan runs until ${until}, then ends. You won’t be charged again.`),
  });
  const isPending = resume.isPending || cancel.isPending;

  return (
    <div>
      {owes && (
        <div className={styles.owing} role="alert">
          <p>
            <strong>Your last payment failed.</strong> Add another card and we’ll retry the payment
            right away.
          </p>
          {step !== 'card' && (
            <Button size="sm" onClick={() => open('card')}>
              Update card
            </Button>
          )}
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
          {/* After a failed charge, Stripe moves the end of the period although nothing was
              paid. The end is therefore no renewal date. */}
          <dt>{owes ? 'Next attempt' : cancelAtPeriodEnd ? 'Ends on' : 'Renews on'}</dt>
          <dd>{owes ? 'In the next few days' : until}</dd>
        </div>
        <div>
          <dt>Payment method</dt>
          <dd>{subscription.card || 'None'}</dd>
        </div>
      </dl>
      {result && (
        <div key={result} className={styles.result}>
          <ResultNote title={result} />
        </div>
      )}
      {step === 'plan' && (
        <ChangePlan
          subscription={subscription}
          chosen={chosen}
          onClose={() => close()}
          onChanged={() => close('Your new plan is active.')}
        />
      )}
      {step === 'card' && (
        <ReplaceCard
          provider={provider}
          onClose={() => close()}
          onReplaced={() => close('Future payments use your new card.')}
        />
      )}
      {step === 'cancel' && (
        <CancelPlan
          subscription={subscription}
          isPending={isPending}
          onCancel={() => cancel.mutate()}
          onChange={(smaller) => open('plan', smaller)}
          onClose={() => close()}
        />
      )}
      {!step && (
        <div className={styles.actions}>
          {cancelAtPeriodEnd ? (
            <Button disabled={isPending} onClick={() => resume.mutate()}>
              Resume subscription
            </Button>
          ) : (
            !owes && (
              <Button autoFocus={left === 'plan'} onClick={() => open('plan')}>
                Change plan
              </Button>
            )
          )}
          <Button variant="outline" autoFocus={left === 'card'} onClick={() => open('card')}>
            Replace card
          </Button>
          {!cancelAtPeriodEnd && (
            <Button variant="link" autoFocus={left === 'cancel'} onClick={() => open('cancel')}>
              Cancel subscription
            </Button>
          )}
        </div>
      )}
      {provider.kind === 'sandbox' && <SandboxControls />}
    </div>
  );
}
