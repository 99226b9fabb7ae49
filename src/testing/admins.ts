import { hash } from '@node-rs/argon2';

import { keyPermissions } from '~/contract/identity/api-keys';
import { can, type Permission } from '~/contract/identity/permissions';
import type { AdminRole } from '~/contract/identity/roles';
import type { TestApp } from './app';
import { openSession } from './sign-in';

export const adminPassword = 'a password of the tests';

/** Adds an admin with the password `adminPassword`. */
export async function addAdmin(app: Pick<TestApp, 'sql'>, role: AdminRole) {
  const id = crypto.randomUUID();
  const username = `${role}-${id}`;
  const email = `${username}@example.com`;
  await app.sql`
    insert into users (id, email, first_name, last_name, is_admin, admin_role, username, password_hash)
    values (${id}, ${email}, 'Olive', 'Tester', true, ${role}, ${username},
      ${await hash(adminPassword)})`;
  return { id, email, username };
}

/** Adds an admin with a session. @returns the session's cookie as well */
export async function signedInAs(app: Pick<TestApp, 'sql'>, role: AdminRole) {
  const admin = await addAdmin(app, role);
  return { ...admin, cookie: await openSession(app, admin.id, 'admin') };
}

/** Adds an admin with an API key. By default, the key has all permissions that the role can grant. */
export async function keyOf(
  app: Pick<TestApp, 'sql' | 'services'>,
  role: AdminRole,
  permissions: Permission[] = keyPermissions.filter((one) => can(role, one)),
) {
  const admin = await addAdmin(app, role);
  const actor = {
    ...{ id: admin.id, email: admin.email, firstName: 'Olive', lastName: 'Tester' },
    ...{ profileImageUrl: null, isAdmin: true, role },
  };
  const name = `Key of ${admin.username}`.slice(0, 60);
  const { key } = await app.services.identity.apiKeys.create(actor, { name, permissions });
  return { ...admin, key };
}
