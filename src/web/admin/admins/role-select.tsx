import { Select } from '@mantine/core';

import { type AdminRole, adminRoles } from '~/contract/identity/roles';

/** What each role is for, in one line. */
const roleNotes: Record<AdminRole, string> = {
  owner: 'Everything, admins and settings included.',
  manager: 'Leads, clients, requests, proposals, invoices and content; sees payments.',
  editor: 'Services, portfolio, blog and page texts.',
  viewer: 'Reads what a manager reads, and changes nothing.',
};

export const roleName = (role: AdminRole) => role.charAt(0).toUpperCase() + role.slice(1);

export function RoleSelect(props: {
  role: AdminRole;
  error?: string | undefined;
  disabled?: boolean;
  onChange(role: AdminRole): void;
}) {
  return (
    <Select
      label="Role"
      description={roleNotes[props.role]}
      data={adminRoles.map((value) => ({ value, label: roleName(value) }))}
      value={props.role}
      error={props.error}
      disabled={props.disabled ?? false}
      allowDeselect={false}
      onChange={(role) => role && role !== props.role && props.onChange(role)}
    />
  );
}
