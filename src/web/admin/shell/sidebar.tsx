import { Badge, NavLink } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';

import {
  type AdminSection,
  adminSections,
  type SectionGroup,
  sectionGroups,
  sectionsOf,
} from '~/contract/admin/sections';
import { useQuery } from '~/web/lib/queries';
import { useViewer } from '~/web/shell/settings';
import { IconChevronDown, type TablerIcon } from '~/web/ui/icons';
import { useCan } from './use-can';

/** The sections that the admin may see, with how many items wait in each. */
export function Sidebar(props: {
  section: AdminSection;
  iconOf(section: AdminSection): TablerIcon;
  onChosen(): void;
}) {
  const { section, iconOf, onChosen } = props;
  const { api } = useRouter().options.context;
  const role = useViewer()?.role;
  const can = useCan();
  const { data: waiting } = useQuery(
    api.admin.overview.waiting.queryOptions(undefined, { enabled: can('overview.read') }),
  );
  const { data: messages } = useQuery(
    api.admin.workspace.unread.queryOptions(undefined, { enabled: can('requests.read') }),
  );
  const { data: setup } = useQuery(
    api.admin.setup.mark.queryOptions(undefined, { enabled: can('settings.read') }),
  );
  const { data: inbox } = useQuery(
    api.admin.inbox.page.queryOptions({ pageSize: 1 }, { enabled: can('leads.read') }),
  );
  const countOf = (one: AdminSection) => {
    if (one === 'setup') return setup?.open ?? 0;
    if (one === 'inbox') return inbox?.counts.todo ?? 0;
    return waiting?.[one as keyof typeof waiting] ?? 0;
  };
  const shown = sectionsOf(role);
  return (
    <>
      {groupKeys.map((group) => {
        const sections = shown.filter((one) => adminSections[one].group === group);
        if (sections.length === 0) return null;
        return (
          <Group
            key={group}
            group={group}
            isHere={sections.includes(section)}
            // What is in the inbox is in its own section too.
            waiting={sections.reduce((sum, one) => sum + (one === 'inbox' ? 0 : countOf(one)), 0)}
          >
            {sections.map((one) => (
              <SectionLink
                key={one}
                one={one}
                isHere={one === section}
                icon={iconOf(one)}
                count={countOf(one)}
                unread={one === 'requests' ? (messages?.total ?? 0) : 0}
                onChosen={onChosen}
              />
            ))}
          </Group>
        );
      })}
    </>
  );
}

const groupKeys = Object.keys(sectionGroups) as SectionGroup[];
const foldedKey = 'panel-folded';

/** The groups that this browser has folded. */
const readFolded = (): string[] => {
  try {
    return (localStorage.getItem(foldedKey) ?? '').split(' ').filter(Boolean);
  } catch {
    // A browser that keeps nothing shows all.
    return [];
  }
};

/** A part of the sidebar, which can be folded; the one with the open section stays open until it is folded itself. */
function Group(props: {
  group: SectionGroup;
  isHere: boolean;
  /** In all of its sections: shown while they are not. */
  waiting: number;
  children: ReactNode;
}) {
  const { group, waiting, children } = props;
  const id = useId();
  const [isFolded, setFolded] = useState(() => readFolded().includes(group) && !props.isHere);
  const toggle = () => {
    const others = readFolded().filter((one) => one !== group);
    setFolded(!isFolded);
    try {
      localStorage.setItem(foldedKey, (isFolded ? others : [...others, group]).join(' '));
    } catch {
      // It is folded for as long as the panel is open.
    }
  };
  return (
    <div className="nav-group">
      <button
        type="button"
        className="nav-group-title"
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={toggle}
      >
        {sectionGroups[group]}
        {isFolded && waiting > 0 && (
          <Badge size="xs" variant="light" aria-label={`${waiting} waiting`}>
            {waiting}
          </Badge>
        )}
        <IconChevronDown size={14} aria-hidden data-folded={isFolded} />
      </button>
      <div id={id} hidden={isFolded}>
        {children}
      </div>
    </div>
  );
}

/** What a count says of its section. */
const countWords: Partial<Record<AdminSection, string>> = {
  inbox: 'to do',
  messages: 'unread',
  setup: 'open',
};

function SectionLink(props: {
  one: AdminSection;
  isHere: boolean;
  icon: TablerIcon;
  count: number;
  unread: number;
  onChosen(): void;
}) {
  const { one, isHere, icon: Icon, count, unread } = props;
  return (
    <NavLink
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      label={adminSections[one].title}
      description={unread > 0 && `${unread} unread ${unread === 1 ? 'message' : 'messages'}`}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      rightSection={
        count > 0 && (
          <Badge size="sm" variant="light" aria-label={`${count} ${countWords[one] ?? 'pending'}`}>
            {count}
          </Badge>
        )
      }
      onClick={props.onChosen}
      renderRoot={(root) => (
        <Link
          {...root}
          to="/admin"
          activeOptions={{ exact: true, includeSearch: true }}
          search={one === 'dashboard' ? {} : { section: one }}
        />
      )}
    />
  );
}
