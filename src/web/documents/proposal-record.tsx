import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import styles from './proposal-document.module.css';

const time = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Shows who accepted the proposal, and exactly which content. */
export function ProposalRecord({ proposal }: { proposal: ClientProposal }) {
  const { acceptance } = proposal;
  if (!acceptance) return null;
  return (
    <section className={styles.section} aria-labelledby="proposal-record">
      <h2 id="proposal-record" className={styles.heading}>
        Acceptance
      </h2>
      <dl className={styles.record}>
        <dt>Accepted by</dt>
        <dd>{acceptance.name}</dd>
        <dt>At</dt>
        <dd>{time.format(new Date(acceptance.acceptedAt))} UTC</dd>
        <dt>Version</dt>
        <dd>{acceptance.version}</dd>
        <dt>SHA-256 of the content</dt>
        <dd>
          <code>{acceptance.contentHash}</code>
        </dd>
      </dl>
    </section>
  );
}
