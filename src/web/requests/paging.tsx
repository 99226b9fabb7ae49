import { Link } from '@tanstack/react-router';

import { clientPageSize, type RequestSearch } from '~/contract/requests';
import { buttonClass } from '~/web/ui/button';
import styles from './paging.module.css';

/** The way to the other pages of a list; nothing where there is one alone. */
export function Paging(props: { search: RequestSearch; page: number; total: number }) {
  const { search, page, total } = props;
  const last = Math.ceil(total / clientPageSize);
  if (last <= 1) return null;
  const link = (to: number, label: string) => (
    <Link
      to="/dashboard/requests"
      search={{ ...search, page: to > 1 ? to : undefined }}
      className={buttonClass('outline', 'sm')}
    >
      {label}
    </Link>
  );
  return (
    <nav aria-label="Pages" className={styles.paging}>
      {page > 1 && link(page - 1, 'Previous')}
      <span>
        Page {page} of {last}
      </span>
      {page < last && link(page + 1, 'Next')}
    </nav>
  );
}
