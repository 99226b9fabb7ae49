import { Link, useRouter } from '@tanstack/react-router';

import { recentLimit } from '~/contract/dashboard/dashboard';
import { useSuspenseQuery } from '~/web/lib/queries';
import { useMember } from '~/web/shell/use-member';
import { buttonClass } from '~/web/ui/button';
import { Empty } from '~/web/ui/empty';
import styles from './latest-requests.module.css';
import { RequestRow, useRequestNews } from './request-row';

export function LatestRequests() {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.requests.search.queryOptions({}));
  const newsOf = useRequestNews();
  const { mayRequest, seesRequests } = useMember();
  if (!seesRequests) return null;
  const latest = data.rows.slice(0, recentLimit);
  return (
    <section aria-labelledby="requests-title">
      <div className={styles.head}>
        <h2 id="requests-title" className={styles.heading}>
          Service Requests
        </h2>
        {mayRequest && (
          <Link to="/dashboard/requests/new" className={buttonClass('default', 'sm')}>
            New Request
          </Link>
        )}
      </div>
      {latest.length > 0 ? (
        <ul aria-label="Latest service requests">
          {latest.map((request) => (
            <RequestRow key={request.id} request={request} news={newsOf(request.id)} />
          ))}
        </ul>
      ) : (
        <Empty>
          <p>No service requests yet.{mayRequest && ' Create your first request!'}</p>
        </Empty>
      )}
      <p className={styles.all}>
        <Link to="/dashboard/requests">All requests, quotes and messages</Link>
      </p>
    </section>
  );
}
