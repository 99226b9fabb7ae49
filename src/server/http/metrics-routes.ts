import { createHash, timingSafeEqual } from 'node:crypto';

import { Hono } from 'hono';

import { errorBody } from '~/server/platform/errors';
import type { Metrics } from '~/server/platform/metrics/metrics';
import type { RequestEnv } from './rest';

export const metricsPath = '/metrics';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Serves Prometheus metrics to callers with the token. */
export function createMetricsRoutes({
  metrics,
  token,
}: {
  metrics: Pick<Metrics, 'read' | 'contentType'>;
  token: string;
}): Hono<RequestEnv> {
  const expected = digest(`Bearer ${token}`);
  const routes = new Hono<RequestEnv>();
  routes.get(metricsPath, async (c) => {
    // Hashes both values to the same length, to compare them in constant time.
    if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected)) {
      return c.json(errorBody('UNAUTHORIZED', 'A valid token is needed'), 401, {
        'WWW-Authenticate': 'Bearer',
        'Cache-Control': 'no-store',
      });
    }
    return c.body(await metrics.read(), 200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
    });
  });
  return routes;
}
