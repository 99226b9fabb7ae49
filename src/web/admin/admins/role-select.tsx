import { Select } from '@mantine/core';

import { type AdminRole, adminRoles } from '~/contract/identity/roles';

/** Descriptions of the roles in one line. */
const roleNotes: Record<AdminRole, string> = {
  owner: 'Full access, including admins and settings.',
  manager: 'Leads, clients, requests, proposals, invoices and content. Can view payments.',
  editor: 'Services, portfolio, blog and pages.',
  viewer: 'Can view everything a manager can, but change nothing.',
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
