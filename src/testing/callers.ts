import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { AppServices } from '~/server/app-services';
import { CacheTags } from '~/server/platform/cache/cache-tags';
import { ResponseCache } from '~/server/platform/cache/response-cache';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import type { Context, Visit } from '~/server/platform/trpc/context';
import { createCallerFactory } from '~/server/platform/trpc/trpc';
import { createAppRouter } from '~/server/router';

const client: CurrentUser = {
  id: 'client-1',
  email: 'client@example.com',
  firstName: 'Clara',
  lastName: 'Client',
  profileImageUrl: null,
  isAdmin: false,
};

/** A caller of each role. */
export const people = {
  visitor: null,
  client,
  admin: {
    ...client,
    id: 'admin-1',
    email: 'admin@example.com',
    isAdmin: true,
    role: 'owner',
  } as CurrentUser,
};

/** Returns a visit from a separate network, so that rate limits of different calls do not add up. */
function visitOf(user: CurrentUser | null): Visit {
  const reply: Visit['reply'] = [];
  return {
    ip: '192.0.2.1',
    network: crypto.randomUUID(),
    device: '',
    session: user
      ? { id: 1, token: 'of the tests', expiresAt: new Date(Date.now() + 60 * 60_000) }
      : undefined,
    knownBrowser: undefined,
    codeBrowser: undefined,
    signIn: undefined,
    origin: 'http://agency.test',
    reply,
    remember: () => {},
    rememberSignIn: () => {},
    rememberBrowser: () => {},
    rememberCodeBrowser: () => {},
  };
}

/** Returns the context of a call by `user`. */
export function contextOf(user: CurrentUser | null, rateLimits = {} as RateLimits): Context {
  return {
    user,
    visit: visitOf(user),
    requestId: 'test',
    idempotencyKey: undefined,
    rateLimits,
    cacheTags: new CacheTags(),
    reads: new ResponseCache().reads,
    changesHeard: async () => {},
  };
}

const factoryOf = (services: AppServices) => createCallerFactory(createAppRouter(services));
/** Caches the factories, because building the router takes as long as many calls. */
const factories = new WeakMap<AppServices, ReturnType<typeof factoryOf>>();

/** Calls the product's procedures as `user`. */
export function callerOf(user: CurrentUser | null, services: AppServices) {
  const factory = factories.get(services) ?? factoryOf(services);
  factories.set(services, factory);
  return factory(contextOf(user, services.rateLimits));
}

/** The product's procedures without services, to inspect their names, paths and schemas. */
export const appRouter = createAppRouter({ admin: {} } as AppServices);
