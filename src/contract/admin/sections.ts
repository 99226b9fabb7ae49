import { contentTypes, ofEachContentType } from '~/contract/content/content-types';
import { can, type Permission } from '~/contract/identity/permissions';
import type { AdminRole } from '~/contract/identity/roles';

interface SectionInfo {
  title: string;
  permission: Permission;
}

const ofContent = ofEachContentType((key): SectionInfo => {
  const { section, permissions } = contentTypes[key];
  return { title: section, permission: permissions.read };
});
/** The others have a place of their own in the sidebar. */
const { services, portfolio, blog, plans, ...ofNewerContent } = ofContent;

/**
 * The panel's sections, in the order of its sidebar: what each is called, and what it shows, so what it takes to see it. Its icon and its
 * code are in `src/web/admin/section-code.ts`.
 */
export const adminSections = {
  dashboard: { title: 'Dashboard', permission: 'overview.read' },
  services,
  portfolio,
  quotes: { title: 'Quotes', permission: 'leads.read' },
  proposals: { title: 'Proposals', permission: 'proposals.read' },
  blog,
  ...ofNewerContent,
  pages: { title: 'Page Texts', permission: 'content.read' },
  requests: { title: 'Service Requests', permission: 'requests.read' },
  invoices: { title: 'Invoices', permission: 'invoices.read' },
  payments: { title: 'Payments', permission: 'payments.read' },
  messages: { title: 'Messages', permission: 'leads.read' },
  users: { title: 'Users', permission: 'clients.read' },
  companies: { title: 'Companies', permission: 'clients.read' },
  plans,
  admins: { title: 'Admins', permission: 'admins.read' },
  setup: { title: 'Setup', permission: 'settings.read' },
  settings: { title: 'Settings', permission: 'settings.read' },
  account: { title: 'Your Account', permission: 'panel.open' },
} as const satisfies Record<string, SectionInfo>;

export type AdminSection = keyof typeof adminSections;
const sectionKeys = Object.keys(adminSections) as AdminSection[];

/** The sections of a role's sidebar; its own account is in the menu of the header. */
export const sectionsOf = (role: AdminRole | undefined): AdminSection[] =>
  sectionKeys.filter((one) => one !== 'account' && can(role, adminSections[one].permission));

/** The section that the URL names. An editor has no dashboard: theirs is the first that they may see. */
export const sectionOf = (section: string | undefined, role: AdminRole | undefined): AdminSection =>
  sectionKeys.find((one) => one === section) ?? sectionsOf(role)[0] ?? 'account';
