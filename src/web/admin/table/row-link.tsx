import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useRowFocus } from './row-focus';

/** Link that opens the record of a row, by mouse and by keyboard. */
export function RowLink({ id, children }: { id: number | string; children: ReactNode }) {
  const ref = useRowFocus(id);
  return (
    <Link
      to="/admin"
      search={(before) => ({ ...before, open: id })}
      state={{ isFromList: true }}
      className="row-link"
      ref={ref}
    >
      {children}
    </Link>
  );
}
