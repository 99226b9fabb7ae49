import type { CurrentUser } from '~/contract/identity/identity-schema';

const standIns = new WeakSet<CurrentUser>();

/**
 * Returns whether a user is the placeholder in a page that is rendered once for all clients, or for
 * all admins. The build removes this check from browser scripts.
 */
export const isStandIn = (user: CurrentUser): boolean => import.meta.env.SSR && standIns.has(user);

/**
 * Creates a placeholder user for a page that is shared by all clients, or by all admins. Records
 * whether the page reads anything else about the user. If so, the page cannot be shared.
 */
export function createStandIn(isAdmin: boolean): { user: CurrentUser; isPersonal(): boolean } {
  let isPersonal = false;
  const user = new Proxy({ isAdmin } as CurrentUser, {
    get(target, key) {
      if (key === 'isAdmin') return target.isAdmin;
      // Ignores `then`, because promises read it from every object with which they resolve.
      if (key !== 'then') isPersonal = true;
      return undefined;
    },
    ownKeys(target) {
      isPersonal = true;
      return Reflect.ownKeys(target);
    },
  });
  standIns.add(user);
  return { user, isPersonal: () => isPersonal };
}
