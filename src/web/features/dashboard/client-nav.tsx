import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import type { WaitingCounts } from '~/contract/dashboard/dashboard-schema';
import { useQuery } from '~/web/lib/queries';
import { type Member, memberOf } from '~/web/shell/use-member';
import styles from './client-area.module.css';

type Counted = Exclude<keyof WaitingCounts, 'member'>;

const links = [
  { to: '/dashboard', label: 'Overview' },
  { to: '/dashboard/requests', label: 'Requests', counted: 'requests' },
  { to: '/dashboard/files', label: 'Files', counted: 'files' },
  { to: '/dashboard/proposals', label: 'Proposals', counted: 'proposals' },
  { to: '/dashboard/invoices', label: 'Invoices', counted: 'invoices' },
  { to: '/dashboard/payments', label: 'Payments' },
  { to: '/dashboard/plan', label: 'Plan', counted: 'plan' },
  { to: '/account', label: 'Account' },
] as const satisfies readonly { to: string; label: string; counted?: Counted }[];

/** Returns whether a member sees a link, depending on their right to the company's requests. */
const shownTo = (to: (typeof links)[number]['to'], { mayRequest, seesRequests }: Member) =>
  (to !== '/dashboard/requests' || seesRequests) && (to !== '/dashboard/files' || mayRequest);

/** Navigation of the client area, with the number of tasks for the client. */
export function ClientNav() {
  const { api } = useRouter().options.context;
  // The page does not wait for this query, and works without it if it fails.
  const { data: waiting } = useQuery(api.dashboard.waiting.queryOptions());
  const member = memberOf(waiting);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const row = useRef<HTMLUListElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link depends on the page
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !current) return;
    // Scrolls only the row, because scrolling the link into view could move the page as well.
    row.current.scrollLeft =
      current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2;
  }, [path]);

  return (
    <nav aria-label="Client area" className={styles.nav}>
      <ul ref={row} className={`wrap ${styles.row}`}>
        {links
          .filter(({ to }) => shownTo(to, member))
          .map((link) => {
            const count = 'counted' in link ? (waiting?.[link.counted] ?? 0) : 0;
            return (
              <li key={link.to}>
                <Link
                  to={link.to}
                  className={styles.link}
                  activeOptions={{ exact: link.to === '/dashboard', includeSearch: false }}
                >
                  {link.label}
                  {count > 0 && (
                    <span className={styles.count}>
                      {count}
                      <span className="visually-hidden"> waiting on you</span>
                    </span>
                  )}
                </Link>
              </li>
            );
          })}
      </ul>
    </nav>
  );
}
