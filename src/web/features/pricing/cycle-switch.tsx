import { useNavigate } from '@tanstack/react-router';

import { yearlySaving } from '~/contract/plans/plan-charges';
import type { BillingCycle } from '~/contract/plans/plans';
import type { Plan } from '~/contract/plans/plans-schema';
import styles from './cycle-switch.module.css';

/** A button of a plain form, so that it works before any script has run. */
export function CycleSwitch({ cycle, plans }: { cycle: BillingCycle; plans: Plan[] }) {
  const navigate = useNavigate();
  const saving = yearlySaving(plans);
  const other: BillingCycle = cycle === 'yearly' ? 'monthly' : 'yearly';
  return (
    <form
      action="/pricing"
      data-live
      className={styles.cycle}
      onSubmit={(event) => {
        event.preventDefault();
        const search = other === 'yearly' ? ({ cycle: other } as const) : {};
        void navigate({ to: '/pricing', search, replace: true, resetScroll: false });
      }}
    >
      <span aria-hidden="true" data-chosen={cycle === 'monthly'} className={styles.name}>
        Monthly
      </span>
      <button
        type="submit"
        role="switch"
        aria-checked={cycle === 'yearly'}
        aria-label="Pay by the year"
        name="cycle"
        value={other}
        className={styles.switch}
      />
      <span aria-hidden="true" data-chosen={cycle === 'yearly'} className={styles.name}>
        Yearly
      </span>
      {saving && (
        <span className={styles.saving}>
          {saving.isSameForAll ? 'Save' : 'Save up to'} {saving.percent}%
        </span>
      )}
    </form>
  );
}
