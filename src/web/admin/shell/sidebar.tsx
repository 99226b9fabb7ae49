import { Badge } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import {
  type AdminSection,
  adminSections,
  entriesOf,
  entryOf,
  type SectionGroup,
  sectionGroups,
  tabsOf,
} from '~/contract/admin/sections';
import { useViewer } from '~/web/shell/settings';
import { IconChevronDown, type TablerIcon } from '~/web/ui/icons';
import { keptWords } from './kept-words';
import { SectionRow } from './section-row';
import { useCounts } from './use-counts';

/** Sidebar with the sections that the admin can see, and their counts. */
export function Sidebar(props: {
  section: AdminSection;
  iconOf(section: AdminSection): TablerIcon;
  onChosen(): void;
}) {
  const { section, iconOf, onChosen } = props;
  const { countOf, unreadOf } = useCounts();
  const role = useViewer()?.role;
  const entries = entriesOf(role);
  const shown = entries.map(({ entry }) => entry);
  const sum = (entry: AdminSection, count: (section: AdminSection) => number) =>
    tabsOf(entry, role).reduce((all, one) => all + count(one), 0);
  const list = useRef<HTMLDivElement>(null);
  const { isPinned, pinned, togglePin } = usePins();
  const rowOf = (one: AdminSection) => (
    <SectionRow
      key={one}
      entry={one}
      section={entries.find(({ entry }) => entry === one)?.section ?? one}
      isHere={one === entryOf(section)}
      icon={iconOf(one)}
      count={sum(one, countOf)}
      unread={sum(one, unreadOf)}
      isPinned={isPinned(one)}
      onChosen={onChosen}
      onPin={() => {
        const { activeElement } = document;
        flushSync(() => togglePin(one));
        // The focused row was removed, so the section's regular row gets the focus.
        if (activeElement?.isConnected) return;
        list.current?.querySelector<HTMLElement>(`[data-pin="${one}"]`)?.focus();
      }}
    />
  );
  const groupOf = (key: string, title: string, sections: AdminSection[]) =>
    sections.length > 0 && (
      <Group
        key={key}
        name={key}
        title={title}
        isHere={sections.includes(entryOf(section))}
        // Excludes the inbox, because its items are also counted in their own sections.
        waiting={sections.reduce((all, one) => all + (one === 'inbox' ? 0 : sum(one, countOf)), 0)}
      >
        {sections.map(rowOf)}
      </Group>
    );
  return (
    <div ref={list}>
      {groupOf('pinned', 'Pinned', pinned(shown))}
      {groupKeys.map((group) =>
        groupOf(
          group,
          sectionGroups[group],
          shown.filter((one) => adminSections[one].group === group),
        ),
      )}
    </div>
  );
}

const groupKeys = Object.keys(sectionGroups) as SectionGroup[];
const keptFolded = keptWords('panel-folded');
const keptPinned = keptWords('panel-pinned');

/** Returns functions that read and change which sections are pinned in this browser. */
function usePins() {
  const [pins, setPins] = useState(keptPinned.read);
  return {
    isPinned: (section: AdminSection) => pins.includes(section),
    /** Returns the pinned ones among these sections. */
    pinned: (sections: readonly AdminSection[]) => [
      ...new Set(pins.flatMap((pin) => sections.filter((one) => one === pin))),
    ],
    togglePin(section: AdminSection) {
      const others = pins.filter((one) => one !== section);
      const next = pins.includes(section) ? others : [...others, section];
      setPins(next);
      keptPinned.write(next);
    },
  };
}

/** A collapsible group of the sidebar. The group with the open section is open until it is collapsed. */
function Group(props: {
  name: string;
  title: string;
  isHere: boolean;
  /** Sum of the counts of all sections in the group, shown while it is collapsed. */
  waiting: number;
  children: ReactNode;
}) {
  const { name, waiting, children } = props;
  const id = useId();
  const isTitled = props.title !== '';
  const [isFolded, setFolded] = useState(() => keptFolded.read().includes(name) && !props.isHere);
  const toggle = () => {
    const others = keptFolded.read().filter((one) => one !== name);
    setFolded(!isFolded);
    keptFolded.write(isFolded ? others : [...others, name]);
  };
  return (
    <div className="nav-group">
      {isTitled && (
        <button
          type="button"
          className="nav-group-title"
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={toggle}
        >
          {props.title}
          {isFolded && waiting > 0 && (
            <Badge size="xs" variant="light" aria-label={`${waiting} waiting`}>
              {waiting}
            </Badge>
          )}
          <IconChevronDown size={14} aria-hidden data-folded={isFolded} />
        </button>
      )}
      <div id={id} hidden={isTitled && isFolded}>
        {children}
      </div>
    </div>
  );
}
