import type { CurrentUser } from '~/contract/identity/identity';
import { Shown } from '~/server/platform/cache/cache-tags';
import type { Context, Domain, Visit } from '~/server/platform/trpc/context';
import { createCallerFactory } from '~/server/platform/trpc/trpc';
import { appRouter } from '~/server/router';

const client: CurrentUser = {
  id: 'client-1',
  email: 'client@example.com',
  firstName: 'Clara',
  lastName: 'Client',
  profileImageUrl: null,
  isAdmin: false,
};

/** One for each rung of the ladder. */
export const people = {
  nobody: null,
  client,
  admin: { ...client, id: 'admin-1', email: 'admin@example.com', isAdmin: true } as CurrentUser,
};

/** Each comes from an address of its own. */
function visitOf(user: CurrentUser | null): Visit {
  const reply: Visit['reply'] = [];
  return {
    address: crypto.randomUUID(),
    device: '',
    session: user
      ? { id: 1, token: 'of the tests', expiresAt: new Date(Date.now() + 60 * 60_000) }
      : undefined,
    knownBrowser: undefined,
    codeBrowser: undefined,
    reply,
    remember: () => {},
    rememberBrowser: () => {},
    rememberCodeBrowser: () => {},
  };
}

/** What a procedure gets to know when `user` calls it; without a domain it must not need one. */
export function contextOf(user: CurrentUser | null, domain = {} as Domain): Context {
  return {
    domain,
    user,
    visit: visitOf(user),
    requestId: 'test',
    idempotencyKey: undefined,
    shown: new Shown(),
  };
}

/** Calls the product's procedures as `user`. */
export function callerOf(user: CurrentUser | null, domain: Domain) {
  return createCallerFactory(appRouter)(contextOf(user, domain));
}
