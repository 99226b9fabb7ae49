import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { requestStatuses, requestStatusLabels } from '~/contract/requests/requests';
import { buttonClass } from '~/web/ui/button';
import { ListFilter } from '~/web/ui/list-filter';
import styles from '~/web/ui/list-page.module.css';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { Paging } from '~/web/ui/paging';
import { Inquiries } from './inquiries';
import { RequestRow } from './request-row';

const options = requestStatuses.map((value) => ({ value, label: requestStatusLabels[value] }));

const route = getRouteApi('/dashboard/requests/');

export function PageRequests() {
  const { api } = route.useRouteContext();
  const navigate = useNavigate();
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
      <ListFilter
        {...search}
        action="/dashboard/requests"
        label="Search requests"
        placeholder="Title or description"
        options={options}
        onNarrow={(to) =>
          void navigate({ to: '/dashboard/requests', search: to, resetScroll: false })
        }
      />
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
      <Paging page={data.page} total={data.total} />
      <p className="visually-hidden" role="status">
        {data.total} {data.total === 1 ? 'request' : 'requests'} found
      </p>
      <Inquiries />
    </div>
  );
}
