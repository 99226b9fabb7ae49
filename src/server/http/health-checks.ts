import type { IncomingMessage } from 'node:http';

/** Paths for health checks by load balancers and process managers. */
export const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Allows requests without a Host header on these paths, because load balancers send such requests with HTTP/1.0. All
 * other paths require the header.
 */
export function allowNoHost(request: IncomingMessage): void {
  if (request.headers.host || request.httpVersion !== '1.0') return;
  if (healthPaths.has(request.url?.split('?', 1)[0] ?? '')) request.headers.host = 'localhost';
}
