import { Hono } from 'hono';

import { type Arrival, isProbe, probeHeader } from '~/server/features/setup/probe';
import { unavailable } from './error-responses';
import type { RequestEnv } from './rest';

/**
 * Reports whether this process runs, and whether it can serve requests, to load balancers, containers and the setup checks.
 */
export function createProbeRoutes(options: {
  /** Secret that marks requests of the setup checks. */
  secret: string;
  trustedProxies: number;
  /** Rejects if the database is unreachable. */
  checkReady(): Promise<void>;
}): Hono<RequestEnv> {
  const { secret, trustedProxies: trusted, checkReady } = options;
  return new Hono<RequestEnv>()
    .get('/healthz', (c) => {
      if (!isProbe(secret, c.req.header(probeHeader))) return c.json({ status: 'ok' });
      const hops = (c.req.header('x-forwarded-for') ?? '').split(',').filter((hop) => hop.trim());
      const arrival: Arrival = { hops: hops.length, trusted };
      return c.json({ status: 'ok', arrival });
    })
    .get('/readyz', async (c) => {
      try {
        await checkReady();
        return c.json({ status: 'ready' });
      } catch {
        // A load balancer reads only the status. The metrics and `npm run doctor` contain the cause.
        return unavailable(c.req.path);
      }
    });
}
