import { formatMoney } from '~/contract/common/money';
import { chargeOf } from '~/contract/plans/plan-charges';
import type { BillingCycle } from '~/contract/plans/plans';
import type { Plan } from '~/contract/plans/plans-schema';
import { useSettings } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './card-plan.module.css';

interface CardPlanProps {
  plan: Plan;
  cycle: BillingCycle;
  /** False if payments are not set up: a plan then links to the contact form. */
  isPayable: boolean;
  titleAs?: 'h2' | 'h3';
}

export function CardPlan({ plan, cycle, isPayable, titleAs: Title = 'h2' }: CardPlanProps) {
  const { currency, planTax } = useSettings();
  const price = cycle === 'yearly' ? plan.yearlyPrice : plan.monthlyPrice;
  return (
    <li className={styles.plan} data-popular={plan.popular}>
      <div className={styles.head}>
        <Title className={styles.name}>{plan.name}</Title>
        {plan.popular && <p className={styles.flag}>Most Popular</p>}
      </div>
      <p className={styles.description}>{plan.description}</p>
      <p className={styles.price}>
        <b>{formatMoney(price, currency)}</b> a month
      </p>
      <p className={styles.terms}>
        {cycle === 'yearly'
          ? `Billed ${formatMoney(chargeOf(plan, cycle), currency)} yearly`
          : 'Billed monthly'}
        {planTax && `, ${planTax}`}
      </p>
      <a
        href={isPayable ? `/subscribe?plan=${plan.id}&cycle=${cycle}` : '/contact?subject=plans'}
        className={buttonClass(plan.popular ? 'default' : 'outline', 'lg')}
        aria-label={`Choose ${plan.name}, paid ${cycle}`}
      >
        Choose {plan.name}
      </a>
      <ul className={styles.features}>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </li>
  );
}
