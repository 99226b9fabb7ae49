import { Link } from '@tanstack/react-router';

import type { ServiceRequest } from '~/contract/requests/requests-schema';
import { formatDate } from '~/web/lib/dates';
import { StatusBadge } from '~/web/ui/status-badge';
import styles from './request-row.module.css';

/** A request in a list: what it is, since when, and how far. */
export function RequestRow({ request }: { request: ServiceRequest }) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link
          to="/dashboard/requests/$id"
          params={{ id: String(request.id) }}
          className={styles.title}
        >
          {request.title}
        </Link>
        <p className={styles.about}>
          <time dateTime={request.createdAt}>{formatDate(request.createdAt)}</time>
          {request.serviceName && <span>{request.serviceName}</span>}
        </p>
      </div>
      <StatusBadge status={request.status} />
    </li>
  );
}
