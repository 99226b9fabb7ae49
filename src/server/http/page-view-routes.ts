import { Hono } from 'hono';

import { AppError } from '~/contract/common/errors';
import { visitPageMax } from '~/contract/leads/came-from-schema';
import { pageViewPath } from '~/contract/traffic/traffic';
import type { Traffic } from '~/server/features/traffic/traffic.service';
import { tooMany } from '~/server/platform/rate-limit/rate-limits';
import { accountOf } from '~/server/platform/trpc/client-view';
import type { Context } from '~/server/platform/trpc/context';
import type { HonoContext, RequestEnv } from './rest';

/** Receives navigations within the site, which browsers report with `sendBeacon` as a path in plain text. */
export function createPageViewRoutes(options: {
  traffic: Pick<Traffic, 'countNavigation'>;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();

  routes.post(pageViewPath, async (c) => {
    const page = await c.req.text();
    if (page.length > visitPageMax || !page.startsWith('/')) {
      throw new AppError('BAD_REQUEST', 'A path of this site is needed');
    }
    const { user, visit } = await options.createContext(c);
    if (user && accountOf(user).isAdmin) return c.body(null, 204);
    const isCounted = await options.traffic.countNavigation({
      page,
      userAgent: visit.device,
      network: visit.network,
    });
    if (!isCounted) throw tooMany(60);
    return c.body(null, 204);
  });
  return routes;
}
