import listStyles from '~/web/ui/list-page.module.css';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import styles from './page-plan.module.css';
import { PaymentList } from './payment-list';
import { SubscriptionPanel } from './subscription-panel';

/** Shows the client's plan and payments. */
export function PagePlan() {
  return (
    <div className={`wrap ${listStyles.page}`}>
      <h1 className={listStyles.title}>Your plan</h1>
      <NeedsScripts what="Your dashboard" />
      <div className={styles.parts}>
        <SubscriptionPanel />
        <PaymentList />
      </div>
    </div>
  );
}
