import { can, type Permission } from '~/contract/identity/permissions';
import type { AdminRole } from '~/contract/identity/roles';
import { type AdminSection, adminSections } from './sections';

/** What a section shows, and so what it takes to see it. */
export const sectionPermissions: Record<AdminSection, Permission> = {
  dashboard: 'overview.read',
  services: 'content.read',
  portfolio: 'content.read',
  quotes: 'leads.read',
  proposals: 'proposals.read',
  blog: 'content.read',
  pages: 'content.read',
  requests: 'requests.read',
  invoices: 'invoices.read',
  payments: 'payments.read',
  messages: 'leads.read',
  users: 'clients.read',
  plans: 'plans.read',
  admins: 'admins.read',
  setup: 'settings.read',
  settings: 'settings.read',
  account: 'panel.open',
};

/** The sections of a role's sidebar; its own account is in the menu of the header. */
export const sectionsOf = (role: AdminRole | undefined): AdminSection[] =>
  adminSections.filter((one) => one !== 'account' && can(role, sectionPermissions[one]));
