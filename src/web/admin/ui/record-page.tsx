import { Button, Group, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useRememberedRow } from '~/web/admin/table/row-focus';
import { Loaded } from './record-drawer';
import './record-page.css';
import { SectionHead } from './section-head';
import { isFocusFree } from './use-focus-back';

/**
 * Returns a function that navigates back to the list with its filters. If the record was opened
 * from the list, also restores the scroll position.
 */
export function useBackToList(): () => void {
  const { history } = useRouter();
  const { closeRecord } = useAdminSearch();
  return () => {
    if (history.location.state.isFromList) history.back();
    else void closeRecord();
  };
}

/** Focuses a heading, so that reading continues there, unless another element has the focus. */
function focusHeading(heading: HTMLElement | null | undefined): void {
  if (!heading || !isFocusFree()) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

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
  const goBack = useBackToList();
  const page = useRef<HTMLDivElement>(null);
  const isShown = query.data !== undefined;
  useRememberedRow();
  useEffect(() => {
    if (isShown) focusHeading(page.current?.querySelector('h1'));
  }, [isShown]);
  return (
    <div ref={page} className="record-page">
      <Button variant="subtle" color="gray" size="compact-sm" ml={-8} mb="xs" onClick={goBack}>
        ← {list}
      </Button>
      {!isShown && <SectionHead title={title} />}
      <Loaded query={query}>{children}</Loaded>
    </div>
  );
}

/** Heading of a record, with its state above and its actions beside it. */
export function RecordHead(props: {
  title: string;
  /** Level of the heading: 2 if a document below it contains the main heading of the page. */
  order?: 1 | 2;
  /** Number, status and the like. */
  state?: ReactNode;
  /** Line below the heading. */
  note?: ReactNode;
  /** Buttons; the last one is the primary action. */
  actions?: ReactNode;
}) {
  const { title, order = 1, state, note, actions } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  // The heading of a form is rendered after its page, once the form's data is loaded.
  useEffect(() => focusHeading(heading.current), []);
  return (
    <header className="record-head">
      <div>
        {state && (
          <Group gap="xs" mb={4}>
            {state}
          </Group>
        )}
        <Title order={order} ref={heading}>
          {title}
        </Title>
        {note && <div className="record-note">{note}</div>}
      </div>
      {actions && <Group gap="xs">{actions}</Group>}
    </header>
  );
}
