import { Hono } from 'hono';

import { type Arrival, isProbe, probeHeader } from '~/server/features/setup/probe';
import { unavailable } from './error-responses';
import type { RequestEnv } from './rest';

/** Whether this process runs, and whether it can serve: for balancers, containers and the setup's own look at itself. */
export function createProbeRoutes(options: {
  /** By which the setup's own request is known. */
  secret: string;
  trustedProxies: number;
  /** Fails where the database is away. */
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
        // A balancer reads the status alone; the metrics and `npm run doctor` say what is away.
        return unavailable(c.req.path);
      }
    });
}
