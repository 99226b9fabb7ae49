import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

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
      data-record
      ref={ref}
    >
      {children}
    </Link>
  );
}

/** Returns whether a click in a row opens its record: outside of its link and of other controls. */
export function isRowClick({ target, currentTarget }: MouseEvent): boolean {
  // Clicks in a dialog of the row arrive here as well, although the dialog is elsewhere in the document.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (target.closest('a, button, input, label, select')) return false;
  // The user selected text, for example to copy an email address.
  if (getSelection()?.toString()) return false;
  return currentTarget.querySelector('a[data-record]') !== null;
}
