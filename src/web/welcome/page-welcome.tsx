import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import type { Activity } from '~/contract/dashboard';
import { formatDate, formatMonth } from '~/web/lib/dates';
import { useViewer } from '~/web/lib/settings';
import { buttonClass } from '~/web/ui/button';
import styles from './page-welcome.module.css';

const route = getRouteApi('/');

export function PageWelcome() {
  const { api } = route.useRouteContext();
  const viewer = useViewer();
  const { data: welcome } = useSuspenseQuery(api.dashboard.welcome.queryOptions());
  const tiles = [
    { label: 'Quote requests', value: String(welcome.quotes) },
    { label: 'Messages', value: String(welcome.messages) },
    { label: 'Answered', value: String(welcome.answered) },
    { label: 'With us since', value: formatMonth(welcome.memberSince) },
  ];
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={styles.title}>Welcome back, {viewer?.firstName}</h1>
      <nav aria-label="Quick links" className={styles.links}>
        <a href="/dashboard" className={buttonClass('default')}>
          Dashboard
        </a>
        <Link to="/services" className={buttonClass('outline')}>
          Services
        </Link>
        <Link to="/pricing" className={buttonClass('outline')}>
          Pricing
        </Link>
      </nav>
      <dl className={styles.tiles}>
        {tiles.map((tile) => (
          <div key={tile.label}>
            <dt>{tile.label}</dt>
            <dd>{tile.value}</dd>
          </div>
        ))}
      </dl>
      <section className={styles.recent} aria-labelledby="recent-title">
        <h2 id="recent-title">Recent activity</h2>
        <ol>
          {welcome.activity.map((one) => (
            <Row key={one.id} activity={one} />
          ))}
        </ol>
      </section>
    </div>
  );
}

function Row({ activity }: { activity: Activity }) {
  return (
    <li className={styles.row}>
      <time dateTime={activity.time}>{formatDate(activity.time)}</time>
      <span className={styles.what}>{activity.title}</span>
      {activity.status && (
        <span className={styles.status} data-status={activity.status}>
          {activity.status}
        </span>
      )}
    </li>
  );
}
