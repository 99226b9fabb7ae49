import { Button, Chip, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

import { countMax } from '~/contract/common/limits';
import type { Page } from '~/contract/common/paging';
import { searchMax } from '~/contract/common/paging';
import { defaultInboxTab, type InboxTab, inboxTabs } from '~/contract/inbox/inbox';
import type { InboxItem } from '~/contract/inbox/inbox-schema';
import { emptyTexts, hasMenu, tabLabels } from '~/web/admin/leads/inbox-words';
import { useInboxActions } from '~/web/admin/leads/use-inbox-actions';
import { isCovered, openShortcuts } from '~/web/admin/shell/panel-keys';
import { searchField } from '~/web/admin/shell/search-field';
import { useCan } from '~/web/admin/shell/use-can';
import { countInWords, Pager } from '~/web/admin/table/pager';
import { FailedQuery } from '~/web/admin/ui/failed-query';
import { useListSearch } from '~/web/lib/use-list-search';
import { IconSearch } from '~/web/ui/icons';
import type { MenuKind } from './inbox-menu';
import { InboxRow } from './inbox-row';

export const inboxPageSize = 50;
const searchAfterMs = 300;

interface InboxPage {
  data: Page<InboxItem> | undefined;
  error: unknown;
  refetch(): unknown;
}

/**
 * List of inbox items for pointer and keyboard. After each action, the next item becomes active.
 */
export function InboxList({ page, tab }: { page: InboxPage; tab: InboxTab }) {
  const { data, error } = page;
  const mayChange = useCan()('leads.write');
  const actions = useInboxActions();
  const rows = data?.rows ?? [];
  const { activeId, activate, mark, list } = useActive(rows);
  const [menu, setMenu] = useState<{ key: string; kind: MenuKind }>();
  const active = rows.find(({ key }) => key === activeId);
  // Shortcuts are ignored while a record or dialog is open, which handles keys itself.
  const withActive = (act: (item: InboxItem) => unknown) => () => {
    if (!active || !mayChange || isCovered()) return;
    mark();
    act(active);
  };
  const open = (kind: MenuKind) =>
    withActive((item) => hasMenu(item, kind) && setMenu({ key: item.key, kind }));
  useHotkeys([
    ['j', () => !isCovered() && activate(1)],
    ['k', () => !isCovered() && activate(-1)],
    [
      'Enter',
      () =>
        !isCovered() &&
        document.activeElement === document.body &&
        openItem(list.current, activeId),
      { preventDefault: false },
    ],
    ['s', open('status')],
    ['a', open('owner')],
    ['h', open('snooze')],
    ['d', withActive((item) => void actions.toggleDone(item))],
    ['x', withActive((item) => void actions.noteAnswer(item))],
  ]);

  return (
    <Stack gap="sm">
      <Toolbar counts={data?.counts} tab={tab} />
      {error ? <FailedQuery error={error} onRetry={page.refetch} /> : null}
      {!data && !error && (
        <div role="status" aria-label="Loading the inbox">
          {[1, 2, 3, 4].map((key) => (
            <Skeleton key={key} height={76} mb="xs" />
          ))}
        </div>
      )}
      {data && rows.length === 0 && <Empty tab={tab} />}
      {rows.length > 0 && (
        <ul className="inbox-list" ref={list} aria-label={tabLabels[tab]}>
          {rows.map((item) => (
            <InboxRow
              key={item.key}
              item={item}
              isActive={item.key === activeId}
              mayChange={mayChange}
              actions={actions}
              menu={menu?.key === item.key ? menu.kind : undefined}
              onMenu={(kind) => {
                setMenu(kind && { key: item.key, kind });
                // Moves the focus from the closed menu back to the item.
                if (!kind) setTimeout(() => focusItem(list.current, item.key));
              }}
              onFocus={() => activate(item.key)}
            />
          ))}
        </ul>
      )}
      {data && <Pager total={data.total} size={inboxPageSize} countMax={countMax} />}
    </Stack>
  );
}

const focusItem = (list: HTMLElement | null, id: string | undefined) =>
  list?.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus();

const openItem = (list: HTMLElement | null, id: string | undefined) =>
  list?.querySelector<HTMLElement>(`[data-item="${id}"]`)?.click();

/**
 * Manages the active item, to which keyboard shortcuts apply. If the item leaves the list, the item
 * that takes its place becomes active.
 */
function useActive(rows: readonly InboxItem[]) {
  const list = useRef<HTMLUListElement>(null);
  const [activeId, setActive] = useState<string>();
  const place = useRef(0);
  // The first key press activates the first item, instead of the one after it.
  const isMarked = useRef(false);
  const isThere = rows.some(({ key }) => key === activeId);
  const next = isThere
    ? activeId
    : rows[Math.min(place.current, Math.max(0, rows.length - 1))]?.key;

  useEffect(() => {
    const index = rows.findIndex(({ key }) => key === next);
    if (index >= 0) place.current = index;
    // True if the focus was within the removed row, or in its menu.
    const hadFocus = activeId !== undefined && next !== activeId;
    setActive(next);
    const { activeElement } = document;
    if (hadFocus && (!activeElement || activeElement === document.body)) {
      focusItem(list.current, next);
    }
  }, [rows, next, activeId]);

  return {
    list,
    activeId: next,
    /** Records that an item is active, so that the next key press moves on from that item. */
    mark() {
      isMarked.current = true;
    },
    /** Activates an item by its id, or by its distance from the active one. */
    activate(to: string | 1 | -1) {
      const wasMarked = isMarked.current;
      isMarked.current = true;
      if (typeof to === 'string') {
        setActive(to);
        return;
      }
      const index = rows.findIndex(({ key }) => key === next);
      const target = rows[wasMarked ? index + to : Math.max(0, index)];
      if (!target) return;
      setActive(target.key);
      focusItem(list.current, target.key);
    },
  };
}

function Toolbar(props: { counts: Record<string, number> | undefined; tab: InboxTab }) {
  const { search, setSearch, setStatus } = useListSearch();
  const [typed, setTyped] = useState(search);
  const seek = useDebouncedCallback((text: string) => setSearch(text, true), searchAfterMs);
  // Using Back or a shared link changes the search from outside.
  useEffect(() => {
    setTyped((before) => (before.trim() === search ? before : search));
  }, [search]);
  return (
    <div className="inbox-toolbar">
      <TextInput
        ref={searchField}
        type="search"
        aria-label="Search the inbox"
        placeholder="Search the inbox"
        value={typed}
        maxLength={searchMax}
        leftSection={<IconSearch size={16} aria-hidden />}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          seek(event.currentTarget.value);
        }}
      />
      <Chip.Group
        value={props.tab}
        onChange={(value) => setStatus(value === defaultInboxTab ? undefined : String(value))}
      >
        <Group gap={6} role="group" aria-label="Filter by state">
          {inboxTabs.map((one) => (
            <Chip key={one} value={one} size="xs" variant="light">
              {tabLabels[one]} {props.counts && countInWords(props.counts[one] ?? 0, countMax)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className="inbox-help"
        onClick={openShortcuts}
      >
        Shortcuts
      </Button>
    </div>
  );
}

function Empty({ tab }: { tab: InboxTab }) {
  const { search } = useListSearch();
  return (
    <Stack align="center" gap={4} className="inbox-empty">
      <Text fw={600}>{search ? 'No results.' : emptyTexts[tab]}</Text>
      {tab === 'todo' && !search && (
        <Text c="dimmed" fz="sm">
          New quotes, messages, requests and replies appear here.
        </Text>
      )}
    </Stack>
  );
}
