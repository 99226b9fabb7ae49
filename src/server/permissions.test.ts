import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { can, permissions } from '~/contract/identity/permissions';
import { type AdminRole, adminRoles } from '~/contract/identity/roles';
import { signedInAs } from '~/testing/admins';
import { startTestApp, type TestApp } from '~/testing/app';
import { signUpClient } from '~/testing/sign-in';

// What is served beside the procedures, which roles.test.ts covers.

let app: TestApp;
const cookies = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp();
  for (const role of adminRoles) cookies.set(role, (await signedInAs(app, role)).cookie);
  cookies.set('client', await signUpClient(app));
});
afterAll(() => app.close());

const business: AdminRole[] = ['owner', 'manager', 'viewer'];
const callers = ['anonymous', 'client', ...adminRoles] as const;

async function statusFor(caller: string, path: string, init: RequestInit = {}): Promise<number> {
  const cookie = cookies.get(caller);
  const response = await app.fetch(path, {
    ...init,
    headers: { ...init.headers, ...(cookie && { Cookie: cookie }) },
  });
  await response.text();
  return response.status;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each([
  ['quotes.csv', business],
  ['messages.csv', business],
  ['requests.csv', business],
  ['payments.csv', business],
  ['users.csv', business],
])('the export %s', (file, able) => {
  it.each(callers)('answers %s by their role', async (caller) => {
    const refused = caller === 'anonymous' ? 401 : 403;
    const expected = able.some((role) => role === caller) ? 200 : refused;
    expect(await statusFor(caller, `/api/admin/export/${file}`)).toBe(expected);
  });
});

describe('the file for the accountant', () => {
  it.each(callers)('answers %s by their role', async (caller) => {
    const refused = caller === 'anonymous' ? 401 : 403;
    const expected = business.some((role) => role === caller) ? 200 : refused;
    const path = '/api/admin/accounting/export?from=2023-01-01&to=2023-01-31';
    expect(await statusFor(caller, path)).toBe(expected);
  });
});

describe('a picture for the site', () => {
  it.each(callers)('is accepted from %s by their role', async (caller) => {
    const refused = caller === 'anonymous' ? 401 : 403;
    const able: string[] = ['owner', 'manager', 'editor'];
    const sent = { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: png };
    expect(await statusFor(caller, '/api/admin/media', sent)).toBe(
      able.includes(caller) ? 200 : refused,
    );
  });
});

describe('a refusal', () => {
  it('says what the role cannot do, and who can', async () => {
    const response = await app.fetch('/api/admin/quotes', {
      headers: { Cookie: cookies.get('editor') ?? '' },
    });
    expect([response.status, await response.json()]).toEqual([
      403,
      {
        code: 'FORBIDDEN',
        message: 'As an editor you cannot see leads; that takes an owner, a manager or a viewer.',
      },
    ]);
  });

  it('keeps its words for clients', async () => {
    const response = await app.fetch('/api/admin/quotes', {
      headers: { Cookie: cookies.get('client') ?? '' },
    });
    expect(await response.json()).toMatchObject({ message: "You don't have admin privileges." });
  });
});

describe('roles', () => {
  it('the owner may do everything, and nothing is refused to all', () => {
    expect(permissions.filter((one) => !can('owner', one))).toEqual([]);
  });

  it('a viewer reads what a manager reads, and changes nothing', () => {
    const reads = (role: AdminRole) =>
      permissions.filter((one) => one.endsWith('.read') && can(role, one));
    expect(reads('viewer')).toEqual(reads('manager'));
    expect(permissions.filter((one) => can('viewer', one) && !one.endsWith('.read'))).toEqual([
      'panel.open',
    ]);
  });

  it('admin accounts, settings, plans, refunds, API keys, deletions of clients and publishing their words are the owner’s alone', () => {
    const own = permissions.filter((one) => !can('manager', one));
    expect(own).toEqual([
      'clients.delete',
      'testimonials.publish',
      'payments.refund',
      'payments.replay',
      'plans.read',
      'plans.write',
      'settings.read',
      'settings.write',
      'admins.read',
      'admins.write',
      'apiKeys.read',
      'apiKeys.write',
    ]);
  });

  it('a change of role shows in the session at once', async () => {
    const { id, cookie } = await signedInAs(app, 'manager');
    const me = async () =>
      (await app.fetch('/api/auth/user', { headers: { Cookie: cookie } })).json();
    expect(await me()).toMatchObject({ isAdmin: true, role: 'manager' });
    await app.sql`update users set admin_role = 'viewer' where id = ${id}`;
    expect(await me()).toMatchObject({ isAdmin: true, role: 'viewer' });
  });
});
