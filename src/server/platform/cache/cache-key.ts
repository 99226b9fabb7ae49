import { isPrivateLink } from '~/contract/documents/documents';

/**
 * Search parameters that change what the server renders; all others concern the browser only. In the order in
 * which routes declare them: the router redirects any other order to that one.
 */
export const renderedParams = [
  'category',
  'plan',
  'cycle',
  'subject',
  'problem',
  'next',
  // Lists in the client area.
  'search',
  'status',
  'page',
  // Set after a payment, and while changing the plan.
  'paid',
  'change',
  'card',
  // Opens the card form of an invoice; set by the bank on the way back.
  'pay',
  'redirect_status',
];

/** Path and query of a request, without building a URL: this runs on every request. */
export function targetOf(request: Request): string {
  const { url } = request;
  return url.slice(url.indexOf('/', url.indexOf('://') + 3));
}

/**
 * The canonical form of a page's path: lower case, no empty segments, no trailing slash. Rebuilt from its
 * segments, so that a path that begins with two slashes never redirects to another site. The token of a private link keeps its case.
 */
export function canonicalTarget(target: string): string {
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  const parts = path.split('/').filter(Boolean);
  const isSecret = isPrivateLink(path);
  const cased = parts.map((part, index) => (isSecret && index > 0 ? part : part.toLowerCase()));
  return `/${cased.join('/')}${queryAt === -1 ? '' : target.slice(queryAt)}`;
}

/** The browser renders the panel: its parameters concern no one else. */
const adminPath = '/admin';

/**
 * The cache key of a URL: URLs with the same key have the same response. It contains only parameters that change the response, so
 * that others create no entries. Public REST reads have none, and refuse any: with a query they are not cached.
 */
export function cacheKey(target: string): string {
  const queryAt = target.indexOf('?');
  if (queryAt === -1) return target;
  const path = target.slice(0, queryAt);
  if (path.startsWith('/api/')) return target;
  if (path === adminPath) return path;
  const kept = new URLSearchParams();
  // In the order given: the router redirects any other order.
  for (const [name, value] of new URLSearchParams(target.slice(queryAt))) {
    if (renderedParams.includes(name) && !kept.has(name)) kept.set(name, value);
  }
  return kept.size > 0 ? `${path}?${kept}` : path;
}

/** The address of a page's Markdown, which is also its cache key: `/services.md?plan=1` for `/services?plan=1`. */
export function markdownTarget(target: string): string {
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  return `${path === '/' ? '/index' : path}.md${queryAt === -1 ? '' : target.slice(queryAt)}`;
}

/** The page whose Markdown is at `target`; undefined for any other address, and for pages at private links. */
export function pageOfMarkdown(target: string): string | undefined {
  const [, path, query = ''] = /^(\/[^?]+)\.md(\?.*)?$/.exec(target) ?? [];
  if (path === undefined || isPrivateLink(path)) return undefined;
  return (path === '/index' ? '/' : path) + query;
}
