import type { Context as BareHonoContext, MiddlewareHandler } from 'hono';

import type { ApiKeys } from '~/server/features/identity/api-keys';
import type { KeyBudgets } from '~/server/features/identity/key-budget';
import { errorBody } from '~/server/platform/errors';
import { clientIp } from './client-ip';
import { proceduresOf, type RequestEnv, type RestRouter, routesOf } from './rest';

/** Path of the Model Context Protocol. */
export const mcpPath = '/mcp';

/**
 * Returns a function that tells whether a path accepts an API key: paths of the panel's procedures and routes do,
 * except for sign-in.
 */
export function createKeyPaths(appRouter: RestRouter): (path: string) => boolean {
  const restricted = new Map(proceduresOf(appRouter).map(([name, { meta }]) => [name, meta]));
  const open = new Set(
    routesOf(appRouter)
      .filter(({ name }) => restricted.get(name)?.permission === undefined)
      .map(({ path }) => `/api${path}`),
  );
  return (path) => path === mcpPath || (path.startsWith('/api/admin/') && !open.has(path));
}

/**
 * Reads the API key of a request, which replaces its cookies, and counts the request against the key's limit. Requests
 * without a key pass unchanged.
 */
export function readApiKey(options: {
  apiKeys: Pick<ApiKeys, 'authenticate'>;
  budgets: KeyBudgets;
  takesKey(path: string): boolean;
  trustedProxies: number;
}): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const [, given] = /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '') ?? [];
    if (given === undefined || !options.takesKey(c.req.path)) return next();
    const ip = clientIp(
      c.env?.incoming?.socket?.remoteAddress,
      c.req.header('x-forwarded-for'),
      options.trustedProxies,
    );
    const caller = await options.apiKeys.authenticate(given, ip);
    if (!caller?.apiKey) return refuseKey(c, 'This API key is not valid', 'invalid_token');
    const budget = await options.budgets.take(caller.apiKey.id);
    c.get('reply').push(
      ['RateLimit-Policy', `"default";q=${budget.limit};w=${budget.windowSeconds}`],
      ['RateLimit', `"default";r=${budget.remaining};t=${budget.resetSeconds}`],
    );
    if (budget.refusal) throw budget.refusal;
    c.set('caller', caller);
    return next();
  };
}

/** Returns 401 with a challenge that tells programs to send a key. */
export function refuseKey(
  c: BareHonoContext<RequestEnv>,
  message: string,
  error?: 'invalid_token',
): Response {
  const challenge = `Bearer realm="api"${error ? `, error="${error}"` : ''}`;
  return c.json(errorBody('UNAUTHORIZED', message), 401, {
    'WWW-Authenticate': challenge,
    'Cache-Control': 'no-store',
  });
}
