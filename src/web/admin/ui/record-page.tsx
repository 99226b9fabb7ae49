import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useRememberedRow } from '~/web/admin/table/row-focus';
import { Loaded } from './record-drawer';
import './record-page.css';
import { SectionHead } from './section-head';
import { isFocusFree } from './use-focus-back';

/**
 * Page of a record, which replaces the list of its section. Focuses the heading when the record is shown, and the row when
 * the list is shown again.
 */
export function RecordPage<Data>(props: {
  /** Name of the list, such as 'All proposals'. */
  list: string;
  /** Heading until the record is loaded. */
  title: string;
  query: { data: Data | undefined; error: unknown; refetch(): unknown };
  children(data: Data): ReactNode;
}) {
  const { list, title, query, children } = props;
  const { closeRecord } = useAdminSearch();
  const page = useRef<HTMLDivElement>(null);
  const isShown = query.data !== undefined;
  useRememberedRow();
  useEffect(() => {
    const heading = page.current?.querySelector('h1');
    if (!isShown || !heading || !isFocusFree()) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [isShown]);
  return (
    <div ref={page} className="record-page">
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        ml={-8}
        mb="xs"
        onClick={() => void closeRecord()}
      >
        ← {list}
      </Button>
      {!isShown && <SectionHead title={title} />}
      <Loaded query={query}>{children}</Loaded>
    </div>
  );
}
