import { can, type Permission } from '~/contract/identity/permissions';
import type { AdminRole } from '~/contract/identity/roles';
import { type AdminSection, adminSections } from './admin';

/** What a section shows, and so what it takes to see it. */
export const sectionPermissions: Record<AdminSection, Permission> = {
  dashboard: 'overview.read',
  services: 'content.read',
  portfolio: 'content.read',
  quotes: 'leads.read',
  blog: 'content.read',
  pages: 'content.read',
  requests: 'requests.read',
  payments: 'payments.read',
  messages: 'leads.read',
  users: 'clients.read',
  plans: 'plans.read',
  settings: 'settings.read',
};

/** The sections that a role may see. */
export const sectionsOf = (role: AdminRole | undefined): AdminSection[] =>
  adminSections.filter((one) => can(role, sectionPermissions[one]));
