import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useSuspenseQuery } from '~/web/lib/queries';
import styles from './beside.module.css';

/** Wraps actions of a client for a pending request. For work that was agreed in a proposal, shows an explanation instead. */
export function UnlessAgreed(props: { requestId: number; children: ReactNode }) {
  const { requestId, children } = props;
  const { api } = useRouter().options.context;
  const { data } = useSuspenseQuery(api.requestThreads.get.queryOptions({ id: requestId }));
  const agreed = data.proposals.find(({ status }) => status === 'accepted');
  if (!agreed) return children;
  return (
    <p className={styles.agreed}>
      Agreed in{' '}
      <Link to="/dashboard/proposals/$id" params={{ id: String(agreed.id) }}>
        proposal {agreed.number}
      </Link>
      . To change or cancel it, <a href="#messages">write to us</a>.
    </p>
  );
}
