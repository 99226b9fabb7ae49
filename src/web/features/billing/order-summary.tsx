import { Link } from '@tanstack/react-router';

import type { Offer } from '~/contract/billing/billing-schema';
import { formatAmount } from '~/contract/common/currencies';
import { formatMoney } from '~/contract/common/money';
import { chargeOf, nextCharge } from '~/contract/plans/plan-charges';
import type { BillingCycle } from '~/contract/plans/plans';
import type { Plan } from '~/contract/plans/plans-schema';
import { formatDate } from '~/web/lib/dates';
import { IfPage } from '~/web/shell/if-page';
import styles from './page-subscribe.module.css';

export function OrderSummary(props: { plan: Plan; cycle: BillingCycle; offer: Offer }) {
  const { plan, cycle } = props;
  const { currency, tax } = props.offer;
  const amount = tax
    ? formatAmount(tax.gross, currency)
    : formatMoney(chargeOf(plan, cycle), currency);
  const renewal = formatDate(nextCharge(new Date(), cycle).toISOString());
  return (
    <section className={styles.summary} aria-labelledby="order-title">
      <h2 id="order-title" className={styles.plan}>
        {plan.name}
      </h2>
      <p className={styles.text}>{plan.description}</p>
      <dl className={styles.lines}>
        <div className={styles.line}>
          <dt>Billing</dt>
          <dd>{cycle === 'yearly' ? 'Yearly' : 'Monthly'}</dd>
        </div>
        {tax && (
          <>
            <div className={styles.line}>
              <dt>Net</dt>
              <dd>{formatAmount(tax.net, currency)}</dd>
            </div>
            <div className={styles.line}>
              <dt>
                {tax.label}
                <span className={styles.why}>{tax.why}</span>
              </dt>
              <dd>{formatAmount(tax.tax, currency)}</dd>
            </div>
          </>
        )}
        <div className={styles.line} data-total="true">
          <dt>Due today</dt>
          <dd>{amount}</dd>
        </div>
        <div className={styles.line}>
          <dt>Renews on {renewal}</dt>
          <dd>{amount}</dd>
        </div>
      </dl>
      <p className={styles.small}>
        Cancel any time; your plan runs until the period you’ve paid for ends.{' '}
        <IfPage page="pricing">
          <Link to="/pricing" search={cycle === 'yearly' ? { cycle } : {}}>
            Choose another plan
          </Link>
        </IfPage>
      </p>
    </section>
  );
}
