import { Link, useRouter } from '@tanstack/react-router';

import type { Inquiry } from '~/contract/requests/requests-schema';
import { formatDate } from '~/web/lib/dates';
import { useSuspenseQuery } from '~/web/lib/queries';
import { IconChevronDown } from '~/web/ui/icons';
import { PlainText } from '~/web/ui/plain-text';
import { StatusBadge } from '~/web/ui/status-badge';
import styles from './inquiries.module.css';

/** Lists quotes and messages that were sent with the client's email. Renders nothing if there are none. */
export function Inquiries() {
  const { api } = useRouter().options.context;
  const { data: inquiries } = useSuspenseQuery(api.requests.inquiries.queryOptions());
  if (inquiries.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="inquiries-title">
      <h2 id="inquiries-title" className={styles.heading}>
        Quotes and messages
      </h2>
      <p className={styles.lead}>
        Everything you sent us with your email, even before you had an account.
      </p>
      <ul>
        {inquiries.map((inquiry) => (
          <Row key={inquiry.id} inquiry={inquiry} />
        ))}
      </ul>
    </section>
  );
}

function Row({ inquiry }: { inquiry: Inquiry }) {
  return (
    <li className={styles.row}>
      <details>
        <summary className={styles.summary}>
          <span className={styles.what}>
            <b>{inquiry.title}</b>
            <time dateTime={inquiry.createdAt}>{formatDate(inquiry.createdAt)}</time>
          </span>
          <StatusBadge status={inquiry.status} />
          <IconChevronDown size={18} className={styles.sign} aria-hidden="true" />
        </summary>
        <div className={styles.text}>
          <PlainText text={inquiry.text} />
        </div>
        {inquiry.requestId && (
          <p className={styles.became}>
            <Link to="/dashboard/requests/$id" params={{ id: String(inquiry.requestId) }}>
              View the request
            </Link>
          </p>
        )}
      </details>
    </li>
  );
}
