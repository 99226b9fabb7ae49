import type { ReactNode } from 'react';

import { NeedsScripts } from '~/web/ui/needs-scripts';
import { LatestRequests } from './latest-requests';
import styles from './page-dashboard.module.css';
import { StatTiles } from './stat-tiles';

/** @param props.beside what stands beside the requests: the subscription and what was paid */
export function PageDashboard({ beside }: { beside: ReactNode }) {
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={styles.title}>Dashboard</h1>
      <NeedsScripts what="Your dashboard" />
      <StatTiles />
      <div className={styles.columns}>
        <LatestRequests />
        {beside && <div className={styles.beside}>{beside}</div>}
      </div>
    </div>
  );
}
