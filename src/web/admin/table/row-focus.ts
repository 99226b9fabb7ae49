import { useEffect, useRef, useState } from 'react';

import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { isFocusFree } from '~/web/admin/ui/use-focus-back';

/** Section and id of the record that was left last. */
let left: string | undefined;

/** Remembers the record of a page when the page is left. */
export function useRememberedRow(): void {
  const { section, open } = useAdminSearch();
  const [record] = useState(`${section}:${open}`);
  useEffect(() => {
    left = undefined;
    return () => {
      left = record;
    };
  }, [record]);
}

/** Returns the ref of a row's link, which gets the focus when the admin returns from the record's page. */
export function useRowFocus(id: number | string) {
  const { section } = useAdminSearch();
  const ref = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (left !== `${section}:${id}` || !isFocusFree()) return;
    left = undefined;
    ref.current?.focus();
  }, [section, id]);
  return ref;
}
