import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { ChangePreview, MySubscription, PlanBilling } from '~/contract/billing/billing-schema';
import { formatAmount } from '~/contract/common/currencies';
import { formatMoney } from '~/contract/common/money';
import { chargeOf } from '~/contract/plans/plan-charges';
import { type BillingCycle, billingCycles } from '~/contract/plans/plans';
import { BillingFields } from '~/web/documents/billing-fields';
import { errorMessageOf } from '~/web/lib/api-error';
import { useQuery, useSuspenseQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { Button } from '~/web/ui/button';
import { focusNow } from '~/web/ui/focus-now';
import type { ChosenPlan } from './chosen-plan';
import styles from './subscription-panel.module.css';
import { useBillingMutation } from './use-billing-mutation';

interface Choice {
  planId: number;
  billingCycle: BillingCycle;
}

interface ChangePlanProps {
  subscription: MySubscription;
  /** Plan and cycle that were chosen before this step. */
  chosen?: ChosenPlan;
  onClose(): void;
  onChanged(): void;
}

/**
 * Form that selects another plan or billing cycle, shows a preview of the amount, and asks for a
 * confirmation.
 */
export function ChangePlan({ subscription, chosen = {}, onClose, onChanged }: ChangePlanProps) {
  const { api } = useRouter().options.context;
  const { data: plans } = useSuspenseQuery(api.plans.list.queryOptions());
  const { planTax } = useSettings();
  const isYours = (choice: Choice) =>
    choice.planId === subscription.plan?.id && choice.billingCycle === subscription.billingCycle;
  const [choice, setChoice] = useState(() => {
    const plan = plans.find(({ id }) => id === chosen.plan);
    const named = plan && {
      planId: plan.id,
      billingCycle: chosen.cycle ?? subscription.billingCycle,
    };
    return named && !isYours(named) ? named : undefined;
  });
  const { isPending, mutate } = useBillingMutation(api.billing.change, {
    done: { title: 'Plan changed', description: 'Your new plan is active.' },
    failed: 'Failed to change your plan. Please try again.',
    onDone: onChanged,
    onFailed: () => setChoice(undefined),
  });
  const {
    data: preview,
    error,
    refetch,
  } = useQuery({
    ...api.billing.previewChange.queryOptions(choice ?? { planId: 1 }),
    enabled: choice !== undefined,
    // The preview is not cached, because the amount is calculated to the second.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

  const confirm = ({ amountDue, countedAt }: ChangePreview) => {
    if (choice) mutate({ ...choice, amountDue, countedAt });
  };

  const lacksBilling = preview !== undefined && preview.billing.missing.length > 0;

  const options = plans.flatMap((plan) =>
    billingCycles.map((billingCycle) => ({
      plan,
      billingCycle,
      key: `${plan.id} ${billingCycle}`,
      isCurrent: isYours({ planId: plan.id, billingCycle }),
    })),
  );

  return (
    <div className={styles.drawer}>
      <fieldset className={styles.options}>
        <legend className={styles.subheading} tabIndex={-1} ref={focusNow}>
          Which plan would you like?
        </legend>
        {options.map(({ plan, billingCycle, key, isCurrent }) => (
          <label key={key} className={styles.option}>
            <input
              type="radio"
              name="plan"
              disabled={isCurrent || isPending}
              checked={choice?.planId === plan.id && choice.billingCycle === billingCycle}
              onChange={() => setChoice({ planId: plan.id, billingCycle })}
            />
            <span>
              {plan.name}, {billingCycle}
              {isCurrent && ' (current plan)'}
            </span>
            <span className={styles.amount}>
              {formatMoney(chargeOf(plan, billingCycle), subscription.currency)}{' '}
              {billingCycle === 'yearly' ? 'a year' : 'a month'}
              {planTax && `, ${planTax}`}
            </span>
          </label>
        ))}
      </fieldset>
      <div aria-live="polite">
        {choice && !preview && !error && <p className={styles.text}>Calculating...</p>}
        {error && (
          <p className={styles.failure}>
            {errorMessageOf(error) ?? 'We couldn’t calculate the amount. Please try again.'}
          </p>
        )}
        {choice && preview && <Preview preview={preview} />}
      </div>
      {choice && lacksBilling && (
        <MissingBilling billing={preview.billing} onSaved={async () => void (await refetch())} />
      )}
      <div className={styles.actions}>
        <Button
          disabled={!choice || !preview || lacksBilling || isPending}
          onClick={() => preview && confirm(preview)}
        >
          {isPending ? 'Processing...' : 'Confirm change'}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Keep the plan
        </Button>
      </div>
    </div>
  );
}

/** Form for billing data that the invoice requires. */
function MissingBilling(props: { billing: PlanBilling; onSaved(): Promise<void> }) {
  const { api } = useRouter().options.context;
  const { required, missing } = props.billing;
  const { data: profile } = useQuery(api.companies.profile.queryOptions());
  if (!profile) return null;
  if (!profile.canEdit) {
    return (
      <p className={styles.text}>
        The {missing.join(' and ')} of {profile.company} must be entered before you can change the
        plan. Your company’s managers and bookkeepers can do that.
      </p>
    );
  }
  return (
    <>
      <p className={styles.text}>Your invoice needs your billing address.</p>
      <BillingFields
        profile={profile}
        required={required}
        submitLabel="Save billing details"
        pendingLabel="Saving..."
        onSaved={props.onSaved}
      />
    </>
  );
}

function Preview({ preview }: { preview: ChangePreview }) {
  const money = (decimal: string) => formatMoney(decimal, preview.currency);
  const { tax } = preview;
  const every = preview.billingCycle === 'yearly' ? 'a year' : 'a month';
  return (
    <p className={styles.preview}>
      <strong>{money(preview.amountDue)} today</strong>, then {money(preview.amount)} {every}. The
      rest of your current plan is credited
      {Number(preview.credit) > 0 &&
        `, and ${money(preview.credit)} of that credit goes toward your next payment`}
      .
      {tax && (
        <span className={styles.tax}>
          {tax.label} ({tax.why}): {formatAmount(tax.tax, preview.currency)} of each payment of{' '}
          {formatAmount(tax.gross, preview.currency)}
        </span>
      )}
    </p>
  );
}
