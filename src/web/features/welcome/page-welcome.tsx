import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { hasReceipt } from '~/contract/billing/billing';
import { sumsInWords } from '~/contract/common/sums';
import type { Activity } from '~/contract/dashboard/dashboard-schema';
import { formatDate } from '~/web/lib/dates';
import { useResult } from '~/web/lib/use-result';
import { IfPage } from '~/web/shell/if-page';
import { useSettings, useViewer } from '~/web/shell/settings';
import { buttonClass } from '~/web/ui/button';
import { StatusBadge } from '~/web/ui/status-badge';
import { Tiles } from '~/web/ui/tiles';
import styles from './page-welcome.module.css';

const route = getRouteApi('/');

// Uses UTC, as on the server.
const month = new Intl.DateTimeFormat('en-GB', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
/** Formats a month such as 'Nov 2026'. */
const formatMonth = (iso: string): string => month.format(new Date(iso));

/**
 * Welcome page of a signed-in client.
 *
 * @param props.first content above everything else: the client's open tasks
 */
export function PageWelcome({ first }: { first?: ReactNode }) {
  const { api } = route.useRouteContext();
  const viewer = useViewer();
  const { currency } = useSettings();
  const welcome = useResult(api.dashboard.welcome.queryOptions());
  const { stats, activity } = welcome;
  // Quotes and messages do not count, because they may be older than the account.
  const isNew = activity.every(({ kind }) => ['account', 'quote', 'message'].includes(kind));
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={styles.title}>
        {isNew ? 'Welcome' : 'Welcome back'}
        {viewer?.firstName && `, ${viewer.firstName}`}
      </h1>
      {first}
      <nav aria-label="Quick links" className={styles.links}>
        <Link to="/dashboard" className={buttonClass('default')}>
          Dashboard
        </Link>
        <Link to="/services" className={buttonClass('outline')}>
          Services
        </Link>
        <IfPage page="pricing">
          <Link to="/pricing" className={buttonClass('outline')}>
            Pricing
          </Link>
        </IfPage>
      </nav>
      <Tiles
        tiles={[
          { label: 'Active services', value: String(stats.activeServices) },
          { label: 'Quotes and messages', value: String(welcome.inquiries) },
          {
            label: 'Total spent',
            value: sumsInWords(stats.totalSpent, currency, stats.otherCurrencies),
          },
          { label: 'With us since', value: formatMonth(welcome.memberSince) },
        ]}
      />
      <section className={styles.recent} aria-labelledby="recent-title">
        <h2 id="recent-title">Recent activity</h2>
        <ol>
          {activity.map((one) => (
            <Row key={one.id} activity={one} />
          ))}
        </ol>
      </section>
    </div>
  );
}

function Row({ activity }: { activity: Activity }) {
  const path = pathOf(activity);
  return (
    <li className={styles.row}>
      <time dateTime={activity.time}>{formatDate(activity.time)}</time>
      <span className={styles.what}>
        {path ? <Link to={path}>{activity.title}</Link> : activity.title}
      </span>
      {activity.status && <StatusBadge status={activity.status} forClient />}
    </li>
  );
}

/** Returns the path of an item's page, or of the list that contains it. */
function pathOf({ kind, id, status, requestId }: Activity): string | undefined {
  if (requestId) return `/dashboard/requests/${requestId}`;
  if (kind === 'proposal') return `/dashboard/proposals/${id.split(':')[1]}`;
  if (kind === 'invoice') return `/dashboard/invoices/${id.split(':')[1]}`;
  if (kind === 'payment') {
    return hasReceipt(status) ? `/dashboard/payments/${id.split(':')[1]}` : '/dashboard/payments';
  }
  return kind === 'account' ? undefined : '/dashboard/requests';
}
