import { Link } from '@tanstack/react-router';

import { formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { isOpenProposal } from '~/contract/proposals/proposals';
import type { OwnProposal } from '~/contract/proposals/proposals-schema';
import { StatusBadge } from '~/web/ui/status-badge';
import styles from './proposal-rows.module.css';

/** Lists proposals to a client with subject, amount, and validity. */
export function ProposalRows({ proposals, label }: { proposals: OwnProposal[]; label: string }) {
  return (
    <ul aria-label={label}>
      {proposals.map(({ id, number, title, total, currency, status, validUntil }) => (
        <li key={id} className={styles.row}>
          <div className={styles.what}>
            <Link
              to="/dashboard/proposals/$id"
              params={{ id: String(id) }}
              className={styles.title}
            >
              {title}
            </Link>
            <p className={styles.about}>
              {number}
              {isOpenProposal(status) && `, valid until ${dateInWords(validUntil)}`}
            </p>
          </div>
          <p className={styles.total}>{formatAmount(total, currency)}</p>
          <StatusBadge status={status} />
        </li>
      ))}
    </ul>
  );
}
