import { type AdminRole, adminRoles } from './roles';

/** All permissions, with the text that completes the error "As a viewer you cannot …". */
const allows = {
  'panel.open': 'open the panel',
  'overview.read': 'see the dashboard',
  'leads.read': 'see leads',
  'leads.write': 'change leads',
  'clients.read': 'see clients',
  'clients.write': 'change clients',
  'clients.delete': 'delete clients’ data',
  'clients.viewAs': 'see the site as a client',
  'requests.read': 'see requests',
  'requests.write': 'change requests',
  'proposals.read': 'see proposals',
  'proposals.write': 'change proposals',
  'invoices.read': 'see invoices',
  'invoices.write': 'change invoices',
  'content.read': 'see what is not published',
  'content.write': 'change what is published',
  'testimonials.publish': 'publish testimonials',
  'payments.read': 'see payments',
  'payments.refund': 'refund payments',
  'payments.replay': 'apply payment events again',
  'plans.read': 'see the plans in the panel',
  'plans.write': 'change plans',
  'settings.read': 'see the settings',
  'settings.write': 'change the settings',
  'admins.read': 'see the admin accounts',
  'admins.write': 'change admin accounts',
  'apiKeys.read': 'see the API keys',
  'apiKeys.write': 'change API keys',
} as const;

export type Permission = keyof typeof allows;
export const permissions = Object.keys(allows) as Permission[];

const editor: readonly Permission[] = ['panel.open', 'content.read', 'content.write'];

const manager: readonly Permission[] = [
  ...editor,
  'overview.read',
  'leads.read',
  'leads.write',
  'clients.read',
  'clients.write',
  'clients.viewAs',
  'requests.read',
  'requests.write',
  'proposals.read',
  'proposals.write',
  'invoices.read',
  'invoices.write',
  'payments.read',
];

const granted: Record<AdminRole, ReadonlySet<Permission>> = {
  owner: new Set(permissions),
  manager: new Set(manager),
  editor: new Set(editor),
  // Viewers can read everything that managers can read.
  viewer: new Set(manager.filter((one) => one === 'panel.open' || one.endsWith('.read'))),
};

/**
 * Returns whether a role has a permission.
 *
 * @param role undefined for a client or a visitor, who have no permission in the panel
 */
export function can(role: AdminRole | undefined, permission: Permission): boolean {
  return role !== undefined && granted[role].has(permission);
}

const notAnAdmin = "You don't have admin privileges.";

const articles: Record<AdminRole, string> = {
  owner: 'an owner',
  manager: 'a manager',
  editor: 'an editor',
  viewer: 'a viewer',
};

/** An admin, limited to the permissions of an API key if the call was made with one. */
export interface PermissionHolder {
  role?: AdminRole | undefined;
  apiKey?: { permissions: readonly Permission[] } | undefined;
}

/**
 * Returns whether the role has the permission, and whether the API key has it too if there is one.
 * Every API key of an admin can call the panel's paths.
 */
export function may({ role, apiKey }: PermissionHolder, permission: Permission): boolean {
  if (!can(role, permission)) return false;
  return !apiKey || permission === 'panel.open' || apiKey.permissions.includes(permission);
}

/**
 * Returns an error message that says what the caller cannot do, and which roles can do it or which
 * permission the key lacks.
 */
export function forbiddenMessageOf(
  { role, apiKey }: PermissionHolder,
  permission: Permission,
): string {
  if (role === undefined) return notAnAdmin;
  if (apiKey) {
    const lacking = can(role, permission) ? 'it lacks' : 'the admin who created it does not have';
    return `This API key cannot ${allows[permission]}: ${lacking} the permission ${permission}.`;
  }
  const able = adminRoles.filter((one) => can(one, permission)).map((one) => articles[one]);
  const last = able.pop();
  const who = able.length > 0 ? `${able.join(', ')} or ${last}` : last;
  return `As ${articles[role]} you cannot ${allows[permission]}; that takes ${who}.`;
}
