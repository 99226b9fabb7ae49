import type { MiddlewareHandler } from 'hono';

import { pageViewPath } from '~/contract/traffic/traffic';
import { rejectClientView, rejectOtherClientView } from '~/server/platform/trpc/client-view';
import type { Context } from '~/server/platform/trpc/context';
import { mayHoldSession } from './cookies';
import { trpcPath } from './error-responses';
import { safeMethods } from './guards';
import type { HonoContext, RequestEnv } from './rest';

/** Returns whether a path is the callback of a sign-in, which is a GET request that changes data. */
const isCallback = (path: string): boolean => /^\/api\/login\/[^/]+\/callback$/.test(path);

/**
 * Rejects requests that change data while an admin views the site as a client. Applies to all paths, so that no route
 * outside of procedures can forget this check. tRPC checks its own calls, because some of them belong to the panel.
 */
export function rejectChangesInClientView(
  createContext: (c: HonoContext) => Promise<Context>,
): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const { path, method } = c.req;
    const isRead = safeMethods.has(method) && !isCallback(path);
    // Accepts reports of page views, because they are not counted during a view as a client.
    const isOpen = isRead || path.startsWith(`${trpcPath}/`) || path === pageViewPath;
    if (!isOpen && !c.get('caller') && mayHoldSession(c.req.header('cookie'))) {
      const { user, visit } = await createContext(c);
      rejectOtherClientView(user, visit.viewedClient);
      rejectClientView(user);
    }
    return next();
  };
}
