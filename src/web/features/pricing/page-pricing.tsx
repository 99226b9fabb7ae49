import { getRouteApi, Link } from '@tanstack/react-router';

import { defaultBillingCycle } from '~/contract/plans/plans';
import { useResult } from '~/web/lib/use-result';
import { useIsShown } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import { Empty } from '~/web/ui/empty';
import { CardPlan } from './card-plan';
import { CycleSwitch } from './cycle-switch';
import styles from './page-pricing.module.css';
import { PricingHead } from './pricing-head';
import { Questions } from './questions';

const route = getRouteApi('/pricing');

export function PagePricing() {
  const { api } = route.useRouteContext();
  const { cycle = defaultBillingCycle } = route.useSearch();
  const plans = useResult(api.plans.list.queryOptions());
  const provider = useResult(api.billing.provider.queryOptions());
  const questions = useResult(api.settings.questions.queryOptions());
  const hasQuestions = useIsShown('questions');

  return (
    <>
      <div className={`wrap ${styles.page}`}>
        <PricingHead />
        {plans.length > 0 ? (
          <>
            <CycleSwitch cycle={cycle} plans={plans} />
            <ul className={styles.plans}>
              {plans.map((plan) => (
                <CardPlan
                  key={plan.id}
                  plan={plan}
                  cycle={cycle}
                  isPayable={provider.kind !== 'none'}
                />
              ))}
            </ul>
            <p className={styles.other}>
              Need something bigger or different?{' '}
              <Link to="/services">Projects have a fixed price</Link>, and{' '}
              <Link to="/contact" search={{ subject: 'plans' }}>
                we can tailor a plan
              </Link>
              .
            </p>
          </>
        ) : (
          <div className={styles.empty}>
            <Empty>
              <h2>No Pricing Plans Available</h2>
              <p>
                We have no plans on offer right now. Tell us what you need and we’ll send you a
                price.
              </p>
              <Link to="/contact" search={{ subject: 'plans' }} className={buttonClass()}>
                Contact Us for Custom Pricing
              </Link>
            </Empty>
          </div>
        )}
      </div>
      {hasQuestions && (
        <Questions
          title="Before you pay"
          questions={questions.map(({ question, answer }) => ({
            question,
            answer: <p>{answer}</p>,
          }))}
        />
      )}
    </>
  );
}
