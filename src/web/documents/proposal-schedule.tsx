import { formatCents } from '~/contract/common/currencies';
import { dueInWords, dueUnlessNamed } from '~/contract/documents/documents';
import { scheduleCents } from '~/contract/documents/money';
import type { ShownProposal } from '~/contract/proposals/proposals-schema';
import styles from './proposal-document.module.css';

/** Shows which part of the total is due when. */
export function ProposalSchedule(props: {
  schedule: ShownProposal['schedule'];
  totalCents: number;
  currency: string;
}) {
  const { schedule, totalCents, currency } = props;
  if (schedule.length === 0) return null;
  const amounts = scheduleCents(totalCents, schedule, currency);
  return (
    <section className={styles.section} aria-labelledby="proposal-schedule">
      <h2 id="proposal-schedule" className={styles.heading}>
        Payment schedule
      </h2>
      <ul className={styles.items}>
        {schedule.map(({ label, percent, due }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by their position
          <li key={index} className={styles.item}>
            <div>
              <span className={styles.name}>{label}</span>
              <p className={styles.count}>
                {[`${Number(percent)}%`, dueUnlessNamed(label, dueInWords(due))]
                  .filter(Boolean)
                  .join(', ')}
              </p>
            </div>
            <p className={styles.amount}>{formatCents(amounts[index] ?? 0, currency)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
