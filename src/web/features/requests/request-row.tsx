import { Link, useRouter } from '@tanstack/react-router';

import type { ServiceRequest } from '~/contract/requests/requests-schema';
import { unreadMax } from '~/contract/threads/threads';
import { formatDate } from '~/web/lib/dates';
import { useSuspenseQuery } from '~/web/lib/queries';
import { StatusBadge } from '~/web/ui/status-badge';
import styles from './request-row.module.css';

/** New messages and changes in a request. */
interface RequestNews {
  unread: number;
  isWaiting: boolean;
}

/** Returns a function that returns the new messages and changes in a request of the client. */
export function useRequestNews(): (id: number) => RequestNews {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.requestThreads.unread.queryOptions());
  return (id) => {
    const row = data.requests.find(({ requestId }) => requestId === id);
    return {
      unread: row?.unread ?? 0,
      isWaiting: row !== undefined && (row.isWaiting || row.undecided > 0),
    };
  };
}

/** Row of a request: title, date and progress. */
export function RequestRow({ request, news }: { request: ServiceRequest; news: RequestNews }) {
  const unread = news.unread >= unreadMax ? `${unreadMax - 1}+` : news.unread;
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link
          to="/dashboard/requests/$id"
          params={{ id: String(request.id) }}
          className={styles.title}
        >
          <bdi>{request.title}</bdi>
        </Link>
        <p className={styles.about}>
          <time dateTime={request.createdAt}>{formatDate(request.createdAt)}</time>
          {request.serviceName && <span>{request.serviceName}</span>}
          {news.isWaiting && <span className={styles.waiting}>Waiting on you</span>}
        </p>
      </div>
      {news.unread > 0 && (
        <span className={styles.unread}>
          {unread} new {news.unread === 1 ? 'message' : 'messages'}
        </span>
      )}
      <StatusBadge status={request.status} />
    </li>
  );
}
