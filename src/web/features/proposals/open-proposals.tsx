import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';

import { isOpenProposal } from '~/contract/proposals/proposals';
import { ProposalRows } from './proposal-rows';
import styles from './proposal-rows.module.css';

/** On the dashboard: what waits for the client's decision, and the way to all others. */
export function OpenProposals() {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.proposals.mine.queryOptions());
  const open = data.filter(({ status }) => isOpenProposal(status));
  if (data.length === 0) return null;
  const all = (
    <p className={styles.all}>
      <Link to="/dashboard/proposals">All proposals</Link>
    </p>
  );
  if (open.length === 0) return all;
  return (
    <>
      <section className={styles.open} aria-labelledby="open-proposals">
        <h2 id="open-proposals" className={styles.heading}>
          Waiting for your decision
        </h2>
        <ProposalRows proposals={open} label="Open proposals" />
      </section>
      {open.length < data.length && all}
    </>
  );
}
