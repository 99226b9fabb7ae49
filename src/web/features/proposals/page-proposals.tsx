import { Link, useRouter } from '@tanstack/react-router';

import { useSuspenseQuery } from '~/web/lib/queries';
import { Empty } from '~/web/ui/empty';
import styles from '~/web/ui/list-page.module.css';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { ProposalRows } from './proposal-rows';

/** Page with all proposals to a client, newest first. */
export function PageProposals() {
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.proposals.mine.queryOptions());
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 className={styles.title}>Proposals</h1>
      <NeedsScripts what="Your dashboard" />
      <div className={styles.rows}>
        {data.length > 0 ? (
          <ProposalRows proposals={data} label="Proposals" />
        ) : (
          <Empty>
            <p>
              No proposals yet. <Link to="/contact">Tell us what you have in mind</Link>
            </p>
          </Empty>
        )}
      </div>
    </div>
  );
}
