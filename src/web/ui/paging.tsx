import { Link } from '@tanstack/react-router';

import { clientPageSize } from '~/contract/common/paging';
import { buttonClass } from './button';
import styles from './paging.module.css';

/** Links to the previous and next page. Renders nothing if there is only one page. */
export function Paging({ page, total }: { page: number; total: number }) {
  const last = Math.ceil(total / clientPageSize);
  if (last <= 1) return null;
  const link = (to: number, label: string) => (
    <Link
      to="."
      search={(now) => ({ ...now, page: to > 1 ? to : undefined })}
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
