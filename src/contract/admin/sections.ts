/** The panel's sections, in the order of its sidebar. */
export const adminSections = [
  'dashboard',
  'services',
  'portfolio',
  'quotes',
  'proposals',
  'blog',
  'pages',
  'requests',
  'invoices',
  'payments',
  'messages',
  'users',
  'plans',
  'admins',
  'setup',
  'settings',
  'account',
] as const;
export type AdminSection = (typeof adminSections)[number];
