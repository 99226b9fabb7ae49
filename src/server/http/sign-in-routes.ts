import { Hono } from 'hono';

import { isAdminPath, safeNext } from '~/contract/identity/identity';
import type { Identity } from '~/server/features/identity/identity.service';
import { accountOf } from '~/server/platform/trpc/client-view';
import type { Context } from '~/server/platform/trpc/context';
import type { HonoContext, RequestEnv } from './rest';

/** Creates the routes to which browsers navigate for signing in and out. */
export function createIdentityRoutes(options: {
  identity: Identity;
  createContext(c: HonoContext): Promise<Context>;
}): Hono<RequestEnv> {
  const routes = new Hono<RequestEnv>();

  routes.get('/login', (c) => {
    const next = safeNext(c.req.query('next'));
    const to = isAdminPath(next) ? '/cplogin' : '/auth/signin';
    return c.redirect(next === '/' ? to : `${to}?next=${encodeURIComponent(next)}`, 302);
  });

  routes.get('/logout', async (c) => {
    // Rejects requests from other sites, because an image or a link there could otherwise end a session.
    if (c.req.header('sec-fetch-site') !== 'cross-site') {
      const { user, visit } = await options.createContext(c);
      if (visit.session) {
        const account = user && accountOf(user);
        // Records that the view as a client has ended.
        if (account?.isAdmin) await options.identity.clientViews.end(account, visit.session.id);
        await options.identity.sessions.end(visit.session.token);
      }
      visit.remember(undefined);
    }
    return c.redirect('/', 302);
  });

  return routes;
}
