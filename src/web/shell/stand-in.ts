import type { CurrentUser } from '~/contract/identity/identity-schema';

const standIns = new WeakSet<CurrentUser>();

/**
 * True for the placeholder user of a page that is rendered once for all clients, or for all admins. The check is removed
 * from the browser's scripts.
 */
export const isStandIn = (user: CurrentUser): boolean => import.meta.env.SSR && standIns.has(user);

/**
 * Creates a placeholder for every client, or for every admin, while a shared page is rendered. Records whether the page
 * reads anything else about its user, in which case it cannot be shared.
 */
export function createStandIn(isAdmin: boolean): { user: CurrentUser; isPersonal(): boolean } {
  let isPersonal = false;
  const user = new Proxy({ isAdmin } as CurrentUser, {
    get(target, key) {
      if (key === 'isAdmin') return target.isAdmin;
      // Promises read `then` of every object with which they resolve.
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
