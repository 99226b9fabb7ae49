import { isPrivateLink } from '~/contract/documents/documents';

/**
 * Search parameters that affect what the server renders. All others are used only in the browser. The order must equal
 * that in the route declarations, because the router redirects from any other order.
 */
export const renderedParams = [
  'category',
  'plan',
  'cycle',
  'subject',
  'problem',
  'next',
  // Parameters of lists in the client area.
  'search',
  'status',
  'page',
  // Parameters after a payment, and during a change of plan.
  'paid',
  'change',
  'card',
  // Opens the card form of an invoice. After the bank's confirmation page, the browser returns to a URL with this
  // parameter.
  'pay',
  'redirect_status',
];

/** Returns the path and query of a request. Does not parse it as a URL, because this runs for every request. */
export function targetOf(request: Request): string {
  const { url } = request;
  return url.slice(url.indexOf('/', url.indexOf('://') + 3));
}

/**
 * Returns the canonical form of a page's path: lower case, no empty segments, no trailing slash. Joins the segments
 * again, so that a path that begins with two slashes never redirects to another site. Tokens of private links keep
 * their case.
 */
export function canonicalTarget(target: string): string {
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  const parts = path.split('/').filter(Boolean);
  const isSecret = isPrivateLink(path);
  const cased = parts.map((part, index) => (isSecret && index > 0 ? part : part.toLowerCase()));
  return `/${cased.join('/')}${queryAt === -1 ? '' : target.slice(queryAt)}`;
}

/** Path of the panel. The panel is rendered in the browser, so its parameters do not affect the server's response. */
const adminPath = '/admin';

/**
 * Returns the cache key of a URL. URLs with the same key have the same response. Drops parameters that do not affect
 * the response, so that they create no further entries. Public REST reads reject all parameters, so their URLs with a
 * query are not cached.
 */
export function cacheKey(target: string): string {
  const queryAt = target.indexOf('?');
  if (queryAt === -1) return target;
  const path = target.slice(0, queryAt);
  if (path.startsWith('/api/')) return target;
  if (path === adminPath) return path;
  const kept = new URLSearchParams();
  // Keeps the order of the URL, because the router redirects from any other order.
  for (const [name, value] of new URLSearchParams(target.slice(queryAt))) {
    if (renderedParams.includes(name) && !kept.has(name)) kept.set(name, value);
  }
  return kept.size > 0 ? `${path}?${kept}` : path;
}

/** Returns the URL of a page's Markdown, which is also its cache key: `/services.md?plan=1` for `/services?plan=1`. */
export function markdownTarget(target: string): string {
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  return `${path === '/' ? '/index' : path}.md${queryAt === -1 ? '' : target.slice(queryAt)}`;
}

/** Returns the URL of the page whose Markdown is at `target`; undefined for any other URL, and for private links. */
export function pageOfMarkdown(target: string): string | undefined {
  const [, path, query = ''] = /^(\/[^?]+)\.md(\?.*)?$/.exec(target) ?? [];
  if (path === undefined || isPrivateLink(path)) return undefined;
  return (path === '/index' ? '/' : path) + query;
}
