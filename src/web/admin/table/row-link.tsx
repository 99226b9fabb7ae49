import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Link that opens a row next to the list, by mouse and by keyboard. */
export function RowLink({ id, children }: { id: number | string; children: ReactNode }) {
  return (
    <Link to="/admin" search={(before) => ({ ...before, open: id })} className="row-link">
      {children}
    </Link>
  );
}
