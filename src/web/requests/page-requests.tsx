import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { Inquiries } from './inquiries';
import styles from './page-requests.module.css';
import { Paging } from './paging';
import { RequestFilter } from './request-filter';
import { RequestRow } from './request-row';

const route = getRouteApi('/dashboard/requests/');

export function PageRequests() {
  const { api } = route.useRouteContext();
  const search = route.useSearch();
  const { data } = useSuspenseQuery(api.requests.search.queryOptions(search));
  const isNarrowed = Boolean(search.search || search.status);
  return (
    <div className={`wrap ${styles.page}`}>
      <p className={styles.back}>
        <Link to="/dashboard">Dashboard</Link>
      </p>
      <div className={styles.head}>
        <h1 className={styles.title}>Service requests</h1>
        <Link to="/dashboard/requests/new" className={buttonClass()}>
          New Request
        </Link>
      </div>
      <NeedsScripts what="Your dashboard" />
      <RequestFilter {...search} />
      {data.rows.length > 0 ? (
        <ul aria-label="Service requests">
          {data.rows.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      ) : (
        <p className={styles.empty}>
          {isNarrowed
            ? 'No requests match.'
            : 'No service requests yet. Create your first request!'}
          {isNarrowed && (
            <Link to="/dashboard/requests" search={{}}>
              Show all
            </Link>
          )}
        </p>
      )}
      <Paging search={search} page={data.page} total={data.total} />
      <p className="visually-hidden" role="status">
        {data.total} {data.total === 1 ? 'request' : 'requests'} found
      </p>
      <Inquiries />
    </div>
  );
}
