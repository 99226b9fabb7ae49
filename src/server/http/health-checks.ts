import type { IncomingMessage } from 'node:http';

/** Asked for by what restarts the product, or sends it requests. */
export const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Load balancers ask with HTTP/1.0, which has no Host header; a health check depends on none. Every other path needs one. */
export function allowNoHost(request: IncomingMessage): void {
  if (request.headers.host || request.httpVersion !== '1.0') return;
  if (healthPaths.has(request.url?.split('?', 1)[0] ?? '')) request.headers.host = 'localhost';
}
