import { ActionIcon, Badge, NavLink } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { type AdminSection, adminSections } from '~/contract/admin/sections';
import { IconPin, IconPinFilled, type TablerIcon } from '~/web/ui/icons';
import { sectionLetters } from './panel-keys';

/** Words after the badge count of a section. */
const countWords: Partial<Record<AdminSection, string>> = {
  inbox: 'to do',
  messages: 'unread',
  setup: 'open',
  settings: 'open',
};

export const countLabel = (section: AdminSection, count: number): string =>
  `${count} ${countWords[section] ?? 'pending'}`;

export interface SectionRowProps {
  entry: AdminSection;
  /** Section that the entry opens. */
  section: AdminSection;
  /** True if one of the entry's sections is shown. */
  isHere: boolean;
  icon: TablerIcon;
  count: number;
  unread: number;
  isPinned: boolean;
  onChosen(): void;
  onPin(): void;
}

/** An entry of the sidebar: the link, and the button that pins it. */
export function SectionRow(props: SectionRowProps) {
  const { entry, section, isHere, icon: Icon, count, unread, isPinned } = props;
  const { title } = adminSections[entry];
  const letter = sectionLetters[entry];
  const Pin = isPinned ? IconPinFilled : IconPin;
  return (
    <div className="nav-row">
      <NavLink
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        label={title}
        {...(letter && { title: `${title} (press g, then ${letter})` })}
        description={unread > 0 && `${unread} unread ${unread === 1 ? 'message' : 'messages'}`}
        leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        rightSection={
          count > 0 && (
            <Badge size="sm" variant="light" aria-label={countLabel(entry, count)}>
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
            search={section === 'dashboard' ? {} : { section }}
          />
        )}
      />
      <ActionIcon
        className="nav-pin"
        variant="transparent"
        color="gray"
        aria-label={`${isPinned ? 'Unpin' : 'Pin'} ${title}`}
        aria-pressed={isPinned}
        data-pin={entry}
        onClick={props.onPin}
      >
        <Pin size={15} stroke={1.6} aria-hidden />
      </ActionIcon>
    </div>
  );
}
