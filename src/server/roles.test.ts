import { beforeAll, describe, expect, it } from 'vitest';

import { keyPermissions, offeredPermissions } from '~/contract/identity/api-keys';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { can, type Permission, permissions } from '~/contract/identity/permissions';
import { type AdminRole, adminRoles } from '~/contract/identity/roles';
import { keyOf, signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { callerOf, people } from '~/testing/callers';
import { callMcp, callRest, type Procedure, procedures, waysTo } from '~/testing/procedures';
import { signUpClient } from '~/testing/sign-in';
import { pixel, userOf } from '~/testing/threads';

const callers = ['anonymous', 'client', ...adminRoles] as const;
type Caller = (typeof callers)[number];

const app = testApp({ rateLimits: { clientWrites: 1e6, apiKeyRequests: 1e6 } });
const cookies = new Map<Caller, string>();
const users = new Map<Caller, CurrentUser>([['client', people.client]]);

beforeAll(async () => {
  cookies.set('client', await signUpClient(app));
  for (const role of adminRoles) {
    const { id, cookie } = await signedInAs(app, role);
    cookies.set(role, cookie);
    users.set(role, await userOf(app, id));
  }
});

const roleOf = (caller: Caller) => adminRoles.find((role) => role === caller);

/** Returns the status of a rejected call; undefined for a caller who is permitted, for any input. */
function rejectionOf(caller: Caller, { permission }: Pick<Procedure, 'permission'>) {
  if (caller === 'anonymous') return 401;
  return permission && !can(roleOf(caller), permission) ? 403 : undefined;
}

/** Returns the status of opening a stream, without waiting for its first event. */
async function statusOfStream(name: string, caller: Caller): Promise<number> {
  const router = callerOf(users.get(caller) ?? null, app.services);
  const call = name.split('.').reduce<unknown>((at, key) => at?.[key as never], router) as (
    input: object,
  ) => Promise<unknown>;
  const statuses: Record<string, number> = { UNAUTHORIZED: 401, FORBIDDEN: 403 };
  return call({}).then(
    () => 200,
    ({ code }: { code: string }) => statuses[code] ?? 400,
  );
}

const isRejection = (status: number) => status === 401 || status === 403;

/** A read and a change for each permission, because `adminProcedure` precedes every procedure of the panel. */
const onePerPermission = [
  ...new Map(
    procedures
      .filter(({ permission }) => permission)
      .map((one) => [
        `${one.permission} ${one.type} ${one.openapi ? 'with' : 'without'} path`,
        one,
      ]),
  ).values(),
];

describe('a procedure that requires a session or a permission', () => {
  const restricted = procedures.filter(({ isSignedIn, permission }) => isSignedIn || permission);

  it.each(restricted)('$name answers each caller by its metadata', async (procedure) => {
    const asked = onePerPermission.includes(procedure) ? callers : callers.slice(0, 2);
    for (const caller of asked) {
      // Operations on a client's own data answer 403 to admins, which company-rights.test.ts checks.
      if (procedure.isSignedIn && roleOf(caller)) continue;
      const statuses =
        procedure.type === 'subscription'
          ? [await statusOfStream(procedure.name, caller)]
          : await Promise.all(
              // REST paths call the same procedures with the same session.
              waysTo(procedure)
                .slice(0, roleOf(caller) ? 1 : 2)
                .map(async (call) => (await call(app, procedure, cookies.get(caller)))[0]),
            );
      const expected = rejectionOf(caller, procedure);
      const rejections = statuses.map((status) => (isRejection(status) ? status : undefined));
      expect([caller, ...rejections]).toEqual([caller, ...statuses.map(() => expected)]);
    }
  });
});

describe('a panel procedure with an API key', () => {
  const ofPanel = onePerPermission.filter(({ openapi }) => openapi);
  const isGiven = (permission: Permission | undefined) =>
    keyPermissions.some((one) => one === permission);
  /** Returns the responses over REST and MCP. */
  const answersTo = (procedure: Procedure, key: { key: string } | undefined) =>
    Promise.all([callRest, callMcp].map((call) => call(app, procedure, key)));
  const keys = new Map<AdminRole, { key: string }>();
  const without = new Map<Permission, { key: string }>();
  const only = new Map<Permission, { key: string }>();
  beforeAll(async () => {
    for (const role of adminRoles) keys.set(role, await keyOf(app, role));
    for (const one of keyPermissions) {
      only.set(one, await keyOf(app, 'owner', [one]));
      const others = keyPermissions.filter((other) => other !== one);
      without.set(one, await keyOf(app, 'owner', others));
    }
  });

  it.each(ofPanel)(
    '$name answers a key of each role like a session of the role, over REST and MCP',
    async (procedure) => {
      for (const role of adminRoles) {
        const expected = isGiven(procedure.permission) ? rejectionOf(role, procedure) : 403;
        const rejections = (await answersTo(procedure, keys.get(role))).map(([status]) =>
          isRejection(status) ? status : undefined,
        );
        expect([role, ...rejections]).toEqual([role, expected, expected]);
      }
    },
  );

  // Every key can open the panel.
  const limited = ofPanel.filter(({ permission }) => permission !== 'panel.open');
  it.each(limited.filter(({ permission }) => isGiven(permission)))(
    '$name requires $permission of a key, and no other permission',
    async (procedure) => {
      const permission = procedure.permission as Permission;
      const refused = [403, expect.stringContaining(permission)];
      expect(await answersTo(procedure, without.get(permission))).toEqual([refused, refused]);
      const answers = await answersTo(procedure, only.get(permission));
      expect(answers.filter(([status]) => isRejection(status))).toEqual([]);
    },
  );
});

it('the panel offers exactly the permissions that paths require', () => {
  const taken = new Set<string | undefined>(
    procedures.flatMap(({ openapi, permission }) =>
      openapi && permission !== 'panel.open' ? permission : [],
    ),
  );
  // Publishing a testimonial is one of the changes to it.
  const known = keyPermissions.filter((one) => taken.has(one) || one === 'testimonials.publish');
  expect(offeredPermissions).toEqual(known);
});

/** Public procedures with the reason why they are public: site content, its forms, sign-in, and private links. */
const open: Record<string, string> = {
  billing: 'provider',
  blog: 'featured get list page',
  contact: 'send',
  formAnswers: 'quoteBrief sendQuoteBrief submit',
  forms: 'publicForm',
  identity: 'providers restoreEmail sendCode signInAdmin signUp verifyCode viewer',
  'identity.invitation': 'accept open',
  'identity.secondFactor':
    'addPasskey beginPasskey beginTotp confirmTotp passkeyOptions verify verifyPasskey',
  invoices: 'byLink payByLink paymentOutcomeByLink',
  legal: 'cookies text version',
  customPages: 'get',
  pageBlocks: 'below',
  pageDrafts: 'byLink',
  plans: 'list',
  portfolio: 'cards featured featuredCards get list neighbours',
  proposals: 'accept billed ask byLink decline',
  quotes: 'answer byLink progress submit',
  services: 'byCategory cards firstCards get list related',
  settings: 'about answerDue careers formFields public questions',
  testimonialLinks: 'get submit withdraw',
  testimonials: 'first list ofWork',
};

it('only the listed procedures are public', () => {
  const listed = Object.entries(open).flatMap(([router, names]) =>
    names.split(' ').map((name) => `${router}.${name}`),
  );
  const found = procedures.filter(({ isSignedIn, permission }) => !isSignedIn && !permission);
  expect(found.map(({ name }) => name).sort()).toEqual(listed.sort());
});

it('every panel procedure requires a permission', () => {
  const ofPanel = procedures.filter(({ name }) => name.startsWith('admin.'));
  expect(ofPanel.filter(({ permission }) => !permission).map(({ name }) => name)).toEqual([]);
});

describe('routes without a procedure', () => {
  const picture = { method: 'POST', headers: { 'Content-Type': 'image/png' }, body: pixel };
  const routes: [path: string, permission: Permission, init?: RequestInit][] = [
    ['/api/admin/export/quotes.csv', 'leads.read'],
    ['/api/admin/export/messages.csv', 'leads.read'],
    ['/api/admin/export/requests.csv', 'requests.read'],
    ['/api/admin/export/payments.csv', 'payments.read'],
    ['/api/admin/export/users.csv', 'clients.read'],
    ['/api/admin/accounting/export?from=2023-01-01&to=2023-01-31', 'payments.read'],
    ['/api/admin/media', 'content.write', picture],
  ];

  it.each(routes)('%s requires %s', async (path, permission, init) => {
    for (const caller of callers) {
      const headers = { ...init?.headers, Cookie: cookies.get(caller) ?? '' };
      const response = await app.fetch(path, { ...init, headers });
      await response.arrayBuffer();
      const expected = rejectionOf(caller, { permission }) ?? 200;
      expect([caller, response.status]).toEqual([caller, expected]);
    }
    const others = keyPermissions.filter((other) => other !== permission);
    for (const [given, expected] of [
      [keyPermissions, 200],
      [others, 403],
    ] as const) {
      const { key } = await keyOf(app, 'owner', [...given]);
      const headers = { ...init?.headers, Authorization: `Bearer ${key}` };
      const response = await app.fetch(path, { ...init, headers });
      expect(response.status).toBe(expected);
      await response.arrayBuffer();
    }
  });
});

/** Permissions that a role must not have, with the reason. Owners have all permissions. */
const mayNot: Record<Exclude<AdminRole, 'owner'>, [part: RegExp, why: string][]> = {
  manager: [
    [/^(admins|apiKeys|settings)\./, 'access and set-up of the agency belong to its owner'],
    [/^plans\./, 'prices of plans are the owner’s decision'],
    [/^payments\.(refund|replay)$/, 'money that leaves the agency needs its owner'],
    [/^clients\.delete$/, 'deleted personal data cannot be restored'],
    [/^testimonials\.publish$/, 'publishing a client’s words needs the owner’s consent'],
  ],
  editor: [[/^(?!content\.|panel\.open$)/, 'editors work on the site and see no client']],
  viewer: [
    [/^(?!.*\.read$|panel\.open$)/, 'viewers change nothing'],
    [/^(admins|apiKeys|settings|plans)\./, 'viewers see what managers see'],
  ],
};

it.each(Object.entries(mayNot))(
  'the role %s lacks exactly the listed permissions',
  (role, listed) => {
    const lacking = permissions.filter((one) => !can(role as AdminRole, one));
    expect(lacking).toEqual(permissions.filter((one) => listed.some(([part]) => part.test(one))));
    expect(permissions.filter((one) => !can('owner', one))).toEqual([]);
  },
);

it('a changed role applies to an open session immediately', async () => {
  const { id, cookie } = await signedInAs(app, 'manager');
  const me = async () =>
    (await app.fetch('/api/auth/user', { headers: { Cookie: cookie } })).json();
  expect(await me()).toMatchObject({ isAdmin: true, role: 'manager' });
  await app.sql`update users set admin_role = 'viewer' where id = ${id}`;
  expect(await me()).toMatchObject({ isAdmin: true, role: 'viewer' });
});
