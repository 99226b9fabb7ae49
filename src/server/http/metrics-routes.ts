import { createHash, timingSafeEqual } from 'node:crypto';

import { Hono } from 'hono';

import { errorBody } from '~/server/platform/errors';
import type { Metrics } from '~/server/platform/metrics/metrics';

export const metricsPath = '/metrics';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The figures for Prometheus, to whom has the token. */
export function createMetricsRoutes({
  metrics,
  token,
}: {
  metrics: Pick<Metrics, 'read' | 'contentType'>;
  token: string;
}): Hono {
  const expected = digest(`Bearer ${token}`);
  return new Hono().get(metricsPath, async (c) => {
    // Of the same length for any token that is sent, and compared in constant time.
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
}
