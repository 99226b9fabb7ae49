import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';

import type { AdminSearch } from '~/contract/admin/admin';
import { creations } from '~/contract/admin/creations';
import {
  type AdminSection,
  adminSections,
  type SectionGroup,
  sectionGroups,
} from '~/contract/admin/sections';
import { useNewProposal } from '~/web/admin/documents/new-proposal';
import { IconPlus, type TablerIcon } from '~/web/ui/icons';
import { useCan } from './use-can';

const groupKeys = Object.keys(sectionGroups) as SectionGroup[];

/** Button of the bar with a menu of records that the admin can create. */
export function NewMenu({ iconOf }: { iconOf(section: AdminSection): TablerIcon }) {
  const can = useCan();
  const proposal = useNewProposal();
  const offered = creations.filter(({ permission }) => can(permission));
  if (offered.length === 0) return null;
  const groups = groupKeys
    .map((key) => ({
      key,
      items: offered.filter(({ section }) => adminSections[section].group === key),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <Menu
      position="top-end"
      width={240}
      withinPortal
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: 'new-menu' }}
    >
      <Menu.Target>
        <UnstyledButton className="phone-bar-item">
          <IconPlus size={22} stroke={1.6} aria-hidden />
          New
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map(({ key, items }, index) => (
          <Fragment key={key}>
            {index > 0 && <Menu.Divider />}
            {items.map(({ section, label }) => {
              const Icon = iconOf(section);
              const leftSection = <Icon size={18} stroke={1.6} aria-hidden />;
              // A proposal is created immediately, without a form.
              if (section === 'proposals') {
                return (
                  <Menu.Item
                    key={section}
                    leftSection={leftSection}
                    disabled={proposal.isPending}
                    onClick={() => proposal.mutate({})}
                  >
                    {label}
                  </Menu.Item>
                );
              }
              const search: AdminSearch = { section, open: 'new' };
              return (
                <Menu.Item
                  key={section}
                  leftSection={leftSection}
                  renderRoot={(root) => <Link {...root} to="/admin" search={search} />}
                >
                  {label}
                </Menu.Item>
              );
            })}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
