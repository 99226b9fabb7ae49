import { Link, useRouter } from '@tanstack/react-router';

import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { useSuspenseQuery } from '~/web/lib/queries';
import { StatusBadge } from '~/web/ui/status-badge';
import styles from './beside.module.css';

/** Lists the proposal and invoices of a request. Renders nothing if there are none. */
export function RequestDocuments({ requestId }: { requestId: number }) {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.requestThreads.get.queryOptions({ id: requestId }));
  if (data.proposals.length + data.invoices.length === 0) return null;
  return (
    <section aria-labelledby="documents-title">
      <h2 id="documents-title" className={styles.heading}>
        Proposal and invoices
      </h2>
      <ul className={styles.documents}>
        {data.proposals.map(({ id, number, title, status }) => (
          <li key={`proposal-${id}`}>
            <div>
              <Link to="/dashboard/proposals/$id" params={{ id: String(id) }}>
                <bdi>{title}</bdi>
              </Link>
              <p>Proposal {number}</p>
            </div>
            <StatusBadge status={status} />
          </li>
        ))}
        {data.invoices.map(({ id, number, status, total, currency, dueDate }) => (
          <li key={`invoice-${id}`}>
            <div>
              <Link to="/dashboard/invoices/$id" params={{ id: String(id) }}>
                Invoice {number}
              </Link>
              <p>
                {formatAmount(total, currency)}
                {status === 'open' && dueDate && `, due on ${dateInWords(dueDate)}`}
              </p>
            </div>
            <StatusBadge status={status} forClient />
          </li>
        ))}
      </ul>
    </section>
  );
}
