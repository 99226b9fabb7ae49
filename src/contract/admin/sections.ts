import { contentTypes, ofEachContentType } from '~/contract/content/content-types';
import { can, type Permission } from '~/contract/identity/permissions';
import type { AdminRole } from '~/contract/identity/roles';

/** Groups of the sidebar, in order. The first and the last have no title. */
export const sectionGroups = {
  start: '',
  clients: 'Clients',
  money: 'Money',
  website: 'Website',
  agency: '',
} as const;
export type SectionGroup = keyof typeof sectionGroups;

interface SectionInfo {
  title: string;
  permission: Permission;
  /** Group in the sidebar; undefined for a section outside the sidebar. */
  group: SectionGroup | undefined;
  /**
   * Sidebar entry that shows this section as a tab. If omitted, the section has a separate sidebar
   * entry.
   */
  entry?: string;
}

const ofContent = ofEachContentType((key): SectionInfo => {
  const { section, permissions } = contentTypes[key];
  return { title: section, permission: permissions.read, group: 'website' };
});
/** Content types with fixed places in the sidebar. `ofNewerContent` contains all others. */
const { services, portfolio, blog, plans, customPages, forms, testimonials, ...ofNewerContent } =
  ofContent;

/**
 * Sections of the panel, in sidebar order: name, place, content, and the permission to see it. Icon and code are in
 * `src/web/admin/section-code.ts`.
 */
export const adminSections = {
  dashboard: { title: 'Dashboard', permission: 'overview.read', group: 'start' },
  inbox: { title: 'Inbox', permission: 'leads.read', group: 'start' },
  mail: { title: 'Unassigned email', permission: 'leads.read', group: 'start', entry: 'inbox' },
  quotes: { title: 'Quotes', permission: 'leads.read', group: 'clients' },
  messages: { title: 'Messages', permission: 'leads.read', group: 'clients' },
  proposals: { title: 'Proposals', permission: 'proposals.read', group: 'clients' },
  requests: { title: 'Service Requests', permission: 'requests.read', group: 'clients' },
  users: { title: 'Users', permission: 'clients.read', group: 'clients' },
  companies: { title: 'Companies', permission: 'clients.read', group: 'clients', entry: 'users' },
  invoices: { title: 'Invoices', permission: 'invoices.read', group: 'money' },
  recurringInvoices: {
    title: 'Recurring invoices',
    permission: 'invoices.read',
    group: 'money',
    entry: 'invoices',
  },
  payments: { title: 'Payments', permission: 'payments.read', group: 'money' },
  plans: { ...plans, group: 'money' },
  services,
  portfolio,
  blog,
  customPages,
  builtInPages: {
    title: 'Built-in pages',
    permission: 'content.read',
    group: 'website',
    entry: 'customPages',
  },
  forms: { ...forms, entry: 'customPages' },
  testimonials: { ...testimonials, entry: 'customPages' },
  ...ofNewerContent,
  settings: { title: 'Settings', permission: 'settings.read', group: 'agency' },
  admins: { title: 'Admins', permission: 'admins.read', group: 'agency', entry: 'settings' },
  setup: { title: 'Setup', permission: 'settings.read', group: 'agency', entry: 'settings' },
  account: { title: 'Your account', permission: 'panel.open', group: undefined },
} as const satisfies Record<string, SectionInfo>;

/**
 * Views of sections that have more than one view. Each view is a tab. The first view needs no `tab`
 * in the URL.
 */
export const sectionViews = {
  invoices: { invoices: 'Invoices', 'credit-notes': 'Credit notes' },
  payments: { payments: 'Payments', statements: 'Bank statements', reports: 'Reports' },
  settings: {
    agency: 'Agency',
    appearance: 'Appearance',
    forms: 'Forms',
    sales: 'Invoices',
    payments: 'Payments',
    answers: 'Response times',
    emails: 'Emails',
    replies: 'Reply templates',
    legal: 'Legal texts',
    data: 'Data',
    import: 'Import',
    integrations: 'Integrations',
  },
} as const;
type Views = typeof sectionViews;
export type SettingsView = keyof Views['settings'];

/**
 * Returns the view of a section for the URL's `tab`, or the first view if there is no view with
 * that name.
 */
export function viewOf<Section extends keyof Views>(
  section: Section,
  tab: string | undefined,
): keyof Views[Section] {
  const keys = Object.keys(sectionViews[section]) as (keyof Views[Section])[];
  return keys.find((key) => key === tab) ?? (keys[0] as keyof Views[Section]);
}

export type AdminSection = keyof typeof adminSections;
const sectionKeys = Object.keys(adminSections) as AdminSection[];

/** Returns the sidebar entry that leads to a section. */
export function entryOf(section: AdminSection): AdminSection {
  const { entry }: SectionInfo = adminSections[section];
  return sectionKeys.find((one) => one === entry) ?? section;
}

/**
 * Returns the sections that share a sidebar entry with a section, including that section. Excludes
 * sections that the role cannot see.
 */
export const tabsOf = (section: AdminSection, role: AdminRole | undefined): AdminSection[] =>
  sectionsOf(role).filter((one) => entryOf(one) === entryOf(section));

export interface SectionTab {
  section: AdminSection;
  /** View of the section; undefined for the first one. */
  tab: string | undefined;
  title: string;
}

/**
 * Returns the tabs of a section's sidebar entry: one for each section and view that the role can
 * see.
 */
export const sectionTabsOf = (section: AdminSection, role: AdminRole | undefined): SectionTab[] =>
  tabsOf(section, role).flatMap((one) => {
    const views: Partial<Record<AdminSection, Record<string, string>>> = sectionViews;
    return Object.entries(views[one] ?? { '': adminSections[one].title }).map(
      ([key, title], index) => ({ section: one, tab: index === 0 ? undefined : key, title }),
    );
  });

/** Returns the sidebar entries that a role can see, each with the section that it opens. */
export const entriesOf = (
  role: AdminRole | undefined,
): { entry: AdminSection; section: AdminSection }[] =>
  [...new Set(sectionsOf(role).map(entryOf))].flatMap((entry) => {
    const [section] = tabsOf(entry, role);
    return section ? [{ entry, section }] : [];
  });

/**
 * Returns the sections that a role can see, including sections without a separate sidebar entry.
 * Excludes the admin's own account, which is in the header's menu.
 */
export const sectionsOf = (role: AdminRole | undefined): AdminSection[] =>
  sectionKeys.filter(
    (one) => adminSections[one].group !== undefined && can(role, adminSections[one].permission),
  );

/**
 * Returns the section in the URL; for an unknown one, the first section that the role can see.
 * Editors, for example, have no dashboard.
 */
export const sectionOf = (section: string | undefined, role: AdminRole | undefined): AdminSection =>
  sectionKeys.find((one) => one === section) ?? sectionsOf(role)[0] ?? 'account';
