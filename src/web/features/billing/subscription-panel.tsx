import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

import { useSuspenseQuery } from '~/web/lib/queries';
import { IfPage } from '~/web/shell/if-page';
import { buttonClass } from '~/web/ui/button';
import type { PlanSearch } from './chosen-plan';
import { CurrentPlan } from './current-plan';
import styles from './subscription-panel.module.css';
import { useConfirmation } from './use-confirmation';

export function SubscriptionPanel() {
  const { api } = useRouter().options.context;
  const { paid = false }: PlanSearch = useSearch({ strict: false });
  const { data: subscription } = useSuspenseQuery(api.billing.mine.queryOptions());
  const { data: provider } = useSuspenseQuery(api.billing.provider.queryOptions());
  const confirmation = useConfirmation(paid && !subscription);
  const navigate = useNavigate();

  // If the payment is already confirmed, a reload or a bookmark of this URL does not wait again.
  const isConfirmed = paid && subscription !== null;
  useEffect(() => {
    if (isConfirmed) void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  }, [isConfirmed, navigate]);

  return (
    <section className={styles.panel} aria-labelledby="subscription-title">
      <h2 id="subscription-title" className={styles.heading}>
        Subscription
      </h2>
      {subscription ? (
        <CurrentPlan subscription={subscription} provider={provider} />
      ) : confirmation === 'none' ? (
        <div>
          <p className={styles.text}>
            No plan yet. With a plan, we maintain your site month by month.
          </p>
          <p className={styles.actions}>
            <IfPage page="pricing">
              <Link to="/pricing" className={buttonClass()}>
                See the plans
              </Link>
            </IfPage>
          </p>
        </div>
      ) : (
        <p className={styles.waiting} role="status">
          {confirmation === 'waiting'
            ? 'Your payment is being confirmed. One moment...'
            : 'Your payment is not confirmed yet. Your plan appears here once it is, and we’ll email you.'}
        </p>
      )}
    </section>
  );
}
