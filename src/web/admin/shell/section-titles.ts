import type { AdminSection } from '~/contract/admin/sections';

export const adminSectionTitles: Record<AdminSection, string> = {
  dashboard: 'Dashboard',
  services: 'Services',
  portfolio: 'Portfolio',
  quotes: 'Quotes',
  proposals: 'Proposals',
  blog: 'Blog',
  pages: 'Page Texts',
  requests: 'Service Requests',
  invoices: 'Invoices',
  payments: 'Payments',
  messages: 'Messages',
  users: 'Users',
  plans: 'Plans',
  admins: 'Admins',
  setup: 'Setup',
  settings: 'Settings',
  account: 'Your Account',
};
