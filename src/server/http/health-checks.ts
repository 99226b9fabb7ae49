import type { IncomingMessage } from 'node:http';

/** Paths for health checks by load balancers and process managers. */
export const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Allows requests without a Host header, which load balancers send with HTTP/1.0, on these paths. Every other path needs one. */
export function allowNoHost(request: IncomingMessage): void {
  if (request.headers.host || request.httpVersion !== '1.0') return;
  if (healthPaths.has(request.url?.split('?', 1)[0] ?? '')) request.headers.host = 'localhost';
}
