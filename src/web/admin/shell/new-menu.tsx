import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';

import type { AdminSearch } from '~/contract/admin/admin';
import {
  type AdminSection,
  adminSections,
  type SectionGroup,
  sectionGroups,
} from '~/contract/admin/sections';
import { contentKeys, contentTypes } from '~/contract/content/content-types';
import type { Permission } from '~/contract/identity/permissions';
import { useNewProposal } from '~/web/admin/documents/new-proposal';
import { IconPlus, type TablerIcon } from '~/web/ui/icons';
import { useCan } from './use-can';

interface Creation {
  section: AdminSection;
  label: string;
  permission: Permission;
}

/** Records that can be created in the panel, with their sections. */
const creations: Creation[] = [
  { section: 'quotes', label: 'Quote', permission: 'leads.write' },
  { section: 'proposals', label: 'Proposal', permission: 'proposals.write' },
  { section: 'requests', label: 'Request', permission: 'requests.write' },
  { section: 'users', label: 'Client', permission: 'clients.write' },
  { section: 'companies', label: 'Company', permission: 'clients.write' },
  { section: 'invoices', label: 'Invoice', permission: 'invoices.write' },
  { section: 'recurringInvoices', label: 'Recurring invoice', permission: 'invoices.write' },
  ...contentKeys.map((key): Creation => {
    const { noun, permissions } = contentTypes[key];
    return {
      section: key,
      label: noun.charAt(0).toUpperCase() + noun.slice(1),
      permission: permissions.write,
    };
  }),
];

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
