import { Kbd, SimpleGrid, Table } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { Fragment, useEffect, useRef, useState } from 'react';

import { type AdminSection, adminSections, sectionsOf } from '~/contract/admin/sections';
import { Dialog } from '~/web/admin/ui/dialog';
import { useViewer } from '~/web/shell/settings';
import { openPanelSearch } from './panel-search';
import { focusSearchField } from './search-field';

/** Milliseconds in which the letter of a section may follow `g`. */
const letterWithinMs = 1_500;

/** Letters after `g` that open sections. */
export const sectionLetters: Partial<Record<AdminSection, string>> = {
  dashboard: 'd',
  inbox: 'i',
  quotes: 'q',
  messages: 'm',
  proposals: 'p',
  requests: 'r',
  users: 'u',
  companies: 'c',
  invoices: 'v',
  payments: 'y',
  plans: 'l',
  services: 's',
  portfolio: 'f',
  blog: 'b',
  customPages: 'w',
  settings: 't',
};

const generalKeys = [
  ['Ctrl K', 'Search everything'],
  ['/', 'Search this list'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open'],
  ['e', 'Edit'],
  ['s', 'Set status'],
  ['a', 'Assign'],
  ['?', 'Show shortcuts'],
] as const;

const inboxKeys = [
  ['h', 'Snooze'],
  ['x', 'Mark as answered'],
  ['d', 'Mark as done, or reopen'],
  ['1 – 9', 'Choose that menu entry'],
] as const;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable);

/** Returns whether a dialog or menu is open, which handles keys itself. */
export const isCovered = (): boolean =>
  document.querySelector('[role="dialog"], [role="menu"]') !== null;

const rowOf = (element: Element | null) => element?.closest('tr, .record-card');

/** Focuses the first link of the next or previous row of a list, or of its first row. */
function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll('#content tbody tr, #content .record-card')];
  const row = rowOf(document.activeElement);
  const next = row ? rows.indexOf(row) + by : 0;
  rows[next]?.querySelector<HTMLElement>('.row-link')?.focus();
}

/**
 * Focuses and clicks the control with a keyboard shortcut, in the open record or else in the
 * focused row.
 *
 * @returns false if there is no such control
 */
function pressControl(key: string): boolean {
  const record = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  const page = document.querySelector('#content:not(:has(tbody tr, .record-card))');
  const place = record ?? rowOf(document.activeElement) ?? page;
  const control = place?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  control?.focus();
  control?.click();
  return control !== null && control !== undefined;
}

/** Opens the record of the focused row, to edit it. @returns false if no row has the focus */
function editRow(): boolean {
  const link = rowOf(document.activeElement)?.querySelector<HTMLElement>('.row-link');
  link?.click();
  return link !== null && link !== undefined;
}

/** Opens the overview of shortcuts while the panel is shown. */
let showKeys = () => {};
export const openShortcuts = (): void => showKeys();

/** Keyboard shortcuts of every section, and their overview. They do nothing while text is typed. */
export function PanelKeys({ section }: { section: AdminSection }) {
  const router = useRouter();
  const sections = sectionsOf(useViewer()?.role);
  const [isShown, setShown] = useState(false);
  const letterUntil = useRef(0);

  useEffect(() => {
    showKeys = () => setShown(true);
    return () => {
      showKeys = () => {};
    };
  }, []);

  /** Returns whether the key did something. */
  const press = (key: string): boolean => {
    if (letterUntil.current > performance.now()) {
      letterUntil.current = 0;
      const target = sections.find((one) => sectionLetters[one] === key);
      if (target) void router.navigate({ to: '/admin', search: { section: target } });
      return true;
    }
    if ('esa'.includes(key) && pressControl(key)) return true;
    if (isCovered()) return false;
    if (key === 'g') letterUntil.current = performance.now() + letterWithinMs;
    else if (key === '?') setShown(true);
    else if (key === '/') focusSearchField() || openPanelSearch();
    else if (key === 'j' || key === 'k') moveRow(key === 'j' ? 1 : -1);
    else return key === 'e' && editRow();
    return true;
  };

  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isTyping(event.target) && press(event.key)) event.preventDefault();
  });

  if (!isShown) return null;
  return <Shortcuts section={section} sections={sections} onClose={() => setShown(false)} />;
}

function Shortcuts(props: {
  section: AdminSection;
  sections: readonly AdminSection[];
  onClose(): void;
}) {
  const row = (key: string, does: string) => (
    <Table.Tr key={key}>
      <Table.Th scope="row" w={110}>
        {key.split(' ').map((part) => (
          <Fragment key={part}>{part === '–' ? 'to' : <Kbd>{part}</Kbd>} </Fragment>
        ))}
      </Table.Th>
      <Table.Td>{does}</Table.Td>
    </Table.Tr>
  );
  return (
    <Dialog title="Keyboard shortcuts" size="lg" onClose={props.onClose}>
      <SimpleGrid
        cols={{ base: 1, sm: 2 }}
        spacing="xl"
        verticalSpacing={0}
        style={{ alignItems: 'start' }}
      >
        <Table>
          <Table.Tbody>
            {[...generalKeys, ...(props.section === 'inbox' ? inboxKeys : [])].map(([key, does]) =>
              row(key, does),
            )}
          </Table.Tbody>
        </Table>
        <Table>
          <Table.Tbody>
            {props.sections.map((one) => {
              const letter = sectionLetters[one];
              return letter && row(`g ${letter}`, adminSections[one].title);
            })}
          </Table.Tbody>
        </Table>
      </SimpleGrid>
    </Dialog>
  );
}
