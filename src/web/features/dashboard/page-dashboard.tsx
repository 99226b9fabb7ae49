import type { ReactNode } from 'react';

import { useMember } from '~/web/shell/use-member';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import styles from './page-dashboard.module.css';
import { StatTiles } from './stat-tiles';

export interface DashboardParts {
  /** Content above everything else: unpaid amounts, and tasks for the client. */
  first?: ReactNode;
  requests: ReactNode;
  /** Content below the requests: payments. On a phone, below everything else. */
  below?: ReactNode;
  /** Content beside the requests and the payments: the subscription. */
  beside?: ReactNode;
}

export function PageDashboard({ first, requests, below, beside }: DashboardParts) {
  const { company } = useMember();
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={styles.title}>Dashboard</h1>
      {company && <p className={styles.company}>{company}</p>}
      <NeedsScripts what="Your dashboard" />
      {first}
      <StatTiles />
      <div className={styles.columns}>
        {requests}
        {beside && <div className={styles.beside}>{beside}</div>}
        {below}
      </div>
    </div>
  );
}
