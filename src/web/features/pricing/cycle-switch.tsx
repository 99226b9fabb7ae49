import { useNavigate } from '@tanstack/react-router';

import { yearlySaving } from '~/contract/plans/plan-charges';
import type { BillingCycle } from '~/contract/plans/plans';
import type { Plan } from '~/contract/plans/plans-schema';
import styles from './cycle-switch.module.css';

/**
 * Switch between billing cycles. It is a submit button, so that it works before scripts have run.
 * The names of the cycles are part of the button.
 */
export function CycleSwitch({ cycle, plans }: { cycle: BillingCycle; plans: Plan[] }) {
  const navigate = useNavigate();
  const saving = yearlySaving(plans);
  const other: BillingCycle = cycle === 'yearly' ? 'monthly' : 'yearly';
  const choose = (chosen: BillingCycle) => {
    const search = chosen === 'yearly' ? ({ cycle: chosen } as const) : {};
    void navigate({ to: '/pricing', search, replace: true, resetScroll: false });
  };
  return (
    <form
      action="/pricing"
      data-live
      className={styles.cycle}
      onSubmit={(event) => {
        event.preventDefault();
        choose(other);
      }}
    >
      <button
        type="submit"
        role="switch"
        aria-checked={cycle === 'yearly'}
        name="cycle"
        value={other}
        className={styles.switch}
        onClick={(event) => {
          // A click on a name selects that cycle. A click anywhere else on the switch toggles the
          // cycle.
          const word = (event.target as HTMLElement).closest<HTMLElement>('[data-cycle]');
          if (!word) return;
          event.preventDefault();
          choose(word.dataset.cycle === 'yearly' ? 'yearly' : 'monthly');
        }}
      >
        <span className="visually-hidden">Pay yearly: </span>
        <span data-cycle="monthly" data-chosen={cycle === 'monthly'} className={styles.name}>
          Monthly
        </span>{' '}
        <span className={styles.track} />{' '}
        <span data-cycle="yearly" data-chosen={cycle === 'yearly'} className={styles.name}>
          Yearly
        </span>{' '}
        {saving && (
          <span data-cycle="yearly" className={styles.saving}>
            {saving.isSameForAll ? 'Save' : 'Save up to'} {saving.percent}%
          </span>
        )}
      </button>
    </form>
  );
}
