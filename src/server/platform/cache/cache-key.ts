/**
 * Search parameters that change what the server renders; all others are the browser's business. In the order
 * in which routes name them: the router redirects any other order to that one.
 */
export const renderedParams = [
  'category',
  'plan',
  'cycle',
  'subject',
  'problem',
  'next',
  // The client's own lists.
  'search',
  'status',
  'page',
  // Just paid, and about to change the plan.
  'paid',
  'change',
];

/** Path and query of a request, without building a URL: this runs on every request. */
export function targetOf(request: Request): string {
  const { url } = request;
  return url.slice(url.indexOf('/', url.indexOf('://') + 3));
}

/**
 * The one address of a page: in lower case, without empty parts or a slash at its end. Joined anew from its parts, so
 * that what begins with two slashes never leads to another site.
 */
export function canonicalTarget(target: string): string {
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  const parts = path.toLowerCase().split('/').filter(Boolean);
  return `/${parts.join('/')}${queryAt === -1 ? '' : target.slice(queryAt)}`;
}

/**
 * Whether tRPC answers in its streamed form: that has the same address as the plain one, and must
 * neither be kept as it nor be answered with it.
 */
export function asksForStream(
  target: string,
  trpcAccept: string | string[] | undefined,
  accept: string | undefined,
): boolean {
  if (!target.startsWith('/api/trpc/')) return false;
  return trpcAccept !== undefined || (accept?.includes('application/jsonl') ?? false);
}

/** Parameters that tell tRPC's answers apart, in the order in which the key holds them. */
const trpcParams = ['batch', 'input'];

/** Query parameters of the public REST reads; a test asserts that it names all that their inputs declare. */
export const restParams: readonly string[] = [];

/**
 * The key under which an answer is kept: two addresses with one key show the same. Made of the parameters that are declared, so
 * that any others make no entries of their own.
 */
export function cacheKey(target: string): string {
  const queryAt = target.indexOf('?');
  if (queryAt === -1) return target;
  const path = target.slice(0, queryAt);
  const given = new URLSearchParams(target.slice(queryAt));
  const kept = new URLSearchParams();
  if (path.startsWith('/api/')) {
    for (const name of path.startsWith('/api/trpc/') ? trpcParams : restParams) {
      const value = given.get(name);
      if (value !== null) kept.set(name, value);
    }
  } else {
    // In the order given: the router sends those who come with another than its own on to that.
    for (const [name, value] of given) {
      if (renderedParams.includes(name) && !kept.has(name)) kept.set(name, value);
    }
  }
  return kept.size > 0 ? `${path}?${kept}` : path;
}
