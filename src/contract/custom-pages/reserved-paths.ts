import { builtInPages, pageKeys } from '~/contract/built-in-pages/built-in-pages';

/** Reserved first path segments, each with a description of what uses it. */
const reserved: Record<string, string> = {
  account: 'the account of clients',
  admin: 'the panel',
  api: 'the API',
  assets: 'the files of the product',
  auth: 'signing in',
  brand: 'the logo',
  cookies: 'the cookie policy',
  cplogin: 'signing in to the panel',
  dashboard: 'the client area',
  dev: 'the sandbox of the demo',
  healthz: 'the health check',
  index: 'the home page as Markdown',
  invitation: 'the invitation of admins',
  invoices: 'private links to invoices',
  legal: 'the legal pages',
  media: 'pictures',
  mcp: 'the API for agents',
  metrics: 'the metrics',
  pages: 'private links to drafts of pages',
  privacy: 'the privacy policy',
  proposals: 'private links to proposals',
  quotes: 'private links to quotes',
  readyz: 'the readiness check',
  'restore-email': 'restoring a changed email',
  setup: 'the first start',
  share: 'share images',
  subscribe: 'paying for a plan',
  terms: 'the terms',
  testimonials: 'private links to testimonials',
  unsubscribe: 'unsubscribing from emails',
  'well-known': 'the files that browsers look for',
};

/** Returns a description of what already uses a path; undefined if a custom page can use it. */
export function reservedBy(slug: string): string | undefined {
  const [first = ''] = slug.split('/');
  const page = pageKeys.find((key) => builtInPages[key].path === `/${first}`);
  if (page) return `the page “${builtInPages[page].label}”`;
  return Object.hasOwn(reserved, first) ? reserved[first] : undefined;
}

/** Returns a similar slug whose first segment is not reserved: 'admin-page/team' for 'admin/team'. */
export const unreserved = (slug: string): string => slug.replace(/^[^/]*/, '$&-page');
