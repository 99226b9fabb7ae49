import { contentTypes, ofEachContentType } from '~/contract/content/content-types';
import { can, type Permission } from '~/contract/identity/permissions';
import type { AdminRole } from '~/contract/identity/roles';

/** Groups of the sidebar, in order. */
export const sectionGroups = {
  work: 'Work',
  money: 'Money',
  site: 'Site',
  agency: 'Agency',
} as const;
export type SectionGroup = keyof typeof sectionGroups;

interface SectionInfo {
  title: string;
  permission: Permission;
  /** Undefined for a section outside the sidebar. */
  group: SectionGroup | undefined;
}

const ofContent = ofEachContentType((key): SectionInfo => {
  const { section, permissions } = contentTypes[key];
  return { title: section, permission: permissions.read, group: 'site' };
});
/** The others have fixed places in the sidebar. */
const { services, portfolio, blog, plans, ...ofNewerContent } = ofContent;

/**
 * Sections of the panel, in sidebar order: name, place, content, and the permission to see it. Icon and code are in
 * `src/web/admin/section-code.ts`.
 */
export const adminSections = {
  dashboard: { title: 'Dashboard', permission: 'overview.read', group: 'work' },
  inbox: { title: 'Inbox', permission: 'leads.read', group: 'work' },
  quotes: { title: 'Quotes', permission: 'leads.read', group: 'work' },
  messages: { title: 'Messages', permission: 'leads.read', group: 'work' },
  mail: { title: 'Unassigned email', permission: 'leads.read', group: 'work' },
  proposals: { title: 'Proposals', permission: 'proposals.read', group: 'work' },
  requests: { title: 'Service Requests', permission: 'requests.read', group: 'work' },
  users: { title: 'Users', permission: 'clients.read', group: 'work' },
  companies: { title: 'Companies', permission: 'clients.read', group: 'work' },
  invoices: { title: 'Invoices', permission: 'invoices.read', group: 'money' },
  recurringInvoices: {
    title: 'Recurring invoices',
    permission: 'invoices.read',
    group: 'money',
  },
  payments: { title: 'Payments', permission: 'payments.read', group: 'money' },
  plans: { ...plans, group: 'money' },
  services,
  portfolio,
  blog,
  ...ofNewerContent,
  pages: { title: 'Built-in pages', permission: 'content.read', group: 'site' },
  admins: { title: 'Admins', permission: 'admins.read', group: 'agency' },
  setup: { title: 'Setup', permission: 'settings.read', group: 'agency' },
  settings: { title: 'Settings', permission: 'settings.read', group: 'agency' },
  account: { title: 'Your account', permission: 'panel.open', group: undefined },
} as const satisfies Record<string, SectionInfo>;

export type AdminSection = keyof typeof adminSections;
const sectionKeys = Object.keys(adminSections) as AdminSection[];

/** Returns the sections of a role's sidebar; the own account is in the header's menu. */
export const sectionsOf = (role: AdminRole | undefined): AdminSection[] =>
  sectionKeys.filter(
    (one) => adminSections[one].group !== undefined && can(role, adminSections[one].permission),
  );

/** Returns the section that the URL names. An editor, who has no dashboard, gets the first permitted one. */
export const sectionOf = (section: string | undefined, role: AdminRole | undefined): AdminSection =>
  sectionKeys.find((one) => one === section) ?? sectionsOf(role)[0] ?? 'account';
