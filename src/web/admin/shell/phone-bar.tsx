import { AppShell, Badge, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { type AdminSection, adminSections } from '~/contract/admin/sections';
import { IconSearch, type TablerIcon } from '~/web/ui/icons';
import { NewMenu } from './new-menu';
import { openPanelSearch } from './panel-search';
import { countLabel } from './section-row';
import { useCan } from './use-can';
import { useCounts } from './use-counts';

const places = [
  { section: 'inbox', label: 'Inbox' },
  { section: 'requests', label: 'Requests' },
] as const;

/** Bar at the bottom of a phone: frequent sections, search, and new records. */
export function PhoneBar(props: {
  /** The selected section. */
  section: AdminSection;
  iconOf(section: AdminSection): TablerIcon;
  /** Called when anything in the bar or its menu is used. Closes the list of sections. */
  onChosen(): void;
}) {
  const { iconOf } = props;
  const can = useCan();
  const { countOf } = useCounts();
  return (
    <AppShell.Footer className="phone-bar" onClick={props.onChosen}>
      <nav aria-label="Shortcuts" className="phone-bar-items">
        {places
          .filter(({ section }) => can(adminSections[section].permission))
          .map(({ section, label }) => {
            const Icon = iconOf(section);
            const count = countOf(section);
            return (
              <Link
                key={section}
                to="/admin"
                search={{ section }}
                activeOptions={{ exact: true, includeSearch: true }}
                className="phone-bar-item"
                aria-current={section === props.section ? 'page' : undefined}
              >
                <Icon size={22} stroke={1.6} aria-hidden />
                {label}
                {count > 0 && (
                  <Badge
                    size="sm"
                    className="phone-bar-count"
                    aria-label={countLabel(section, count)}
                  >
                    {count > 99 ? '99+' : count}
                  </Badge>
                )}
              </Link>
            );
          })}
        <UnstyledButton className="phone-bar-item" onClick={openPanelSearch}>
          <IconSearch size={22} stroke={1.6} aria-hidden />
          Search
        </UnstyledButton>
        <NewMenu iconOf={iconOf} />
      </nav>
    </AppShell.Footer>
  );
}
