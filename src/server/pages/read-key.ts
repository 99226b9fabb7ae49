/**
 * Search parameters that change what the server renders; all others are the browser's business. In the order
 * in which routes name them: the router leads whoever asks in another to that one.
 */
const renderedParams = [
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

/** The key under which an answer is kept: two addresses with one key show the same. */
export function readKey(target: string): string {
  const queryAt = target.indexOf('?');
  if (queryAt === -1 || target.startsWith('/api/')) return target;
  const kept = new URLSearchParams();
  // In the order given: the router sends whoever comes with another than its own on to that.
  for (const [name, value] of new URLSearchParams(target.slice(queryAt))) {
    if (renderedParams.includes(name) && !kept.has(name)) kept.set(name, value);
  }
  const path = target.slice(0, queryAt);
  return kept.size > 0 ? `${path}?${kept}` : path;
}
