import { useRouter } from '@tanstack/react-router';

import { isOwing } from '~/contract/billing/billing';
import type { MySubscription } from '~/contract/billing/billing-schema';
import { formatMoney } from '~/contract/common/money';
import { chargeOf } from '~/contract/plans/plan-charges';
import { formatDate } from '~/web/lib/dates';
import { useSuspenseQuery } from '~/web/lib/queries';
import { Button } from '~/web/ui/button';
import { focusNow } from '~/web/ui/focus-now';
import type { ChosenPlan } from './chosen-plan';
import styles from './subscription-panel.module.css';

/**
 * Asks for a confirmation before a plan is canceled. Shows when the plan ends and what ends with
 * it, and offers a smaller plan if there is one.
 */
export function CancelPlan(props: {
  subscription: MySubscription;
  isPending: boolean;
  onCancel(): void;
  /** Opens the change of plan instead, with a plan selected. */
  onChange(chosen: ChosenPlan): void;
  onClose(): void;
}) {
  const { subscription, isPending, onChange } = props;
  const { api } = useRouter().options.context;
  const { data: plans } = useSuspenseQuery(api.plans.list.queryOptions());
  const { plan, billingCycle, currency, currentPeriodEnd } = subscription;
  const name = plan?.name ?? 'Your plan';
  const [smaller] = plans
    .map(({ id, name: title, ...prices }) => ({
      id,
      title,
      charge: chargeOf(prices, billingCycle),
    }))
    .filter(({ id, charge }) => id !== plan?.id && Number(charge) < Number(subscription.amount))
    .sort((one, other) => Number(other.charge) - Number(one.charge));
  return (
    <div className={styles.drawer}>
      <h3 className={styles.subheading} tabIndex={-1} ref={focusNow}>
        Cancel {name}?
      </h3>
      <p>
        {currentPeriodEnd ? `It runs until ${formatDate(currentPeriodEnd)}, then ends` : 'It ends'}:
        nothing more is charged, and we stop maintaining your site. You can resume the plan here
        until that day.
      </p>
      {smaller && !isOwing(subscription.status) && (
        <p className={styles.instead}>
          Need less? {smaller.title} is {formatMoney(smaller.charge, currency)}{' '}
          {billingCycle === 'yearly' ? 'a year' : 'a month'}.{' '}
          <Button
            variant="link"
            disabled={isPending}
            onClick={() => onChange({ plan: smaller.id, cycle: billingCycle })}
          >
            Change to {smaller.title} instead
          </Button>
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="destructive" disabled={isPending} onClick={props.onCancel}>
          {isPending ? 'Canceling...' : 'Confirm cancellation'}
        </Button>
        <Button variant="outline" disabled={isPending} onClick={props.onClose}>
          Keep the plan
        </Button>
      </div>
    </div>
  );
}
