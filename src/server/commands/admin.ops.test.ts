import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

import { beforeEach, describe, expect, it } from 'vitest';

import { testApp } from '~/testing/app';

const bundle = 'dist/server/admin.js';
const secrets = {
  AUTH_SECRET: 'a secret of the tests alone, long enough',
  ADMIN_PASSWORD: 'of the first admin alone',
};

/** Everything that the command printed during a test. */
let printed = '';

const app = testApp();
beforeEach(() => {
  printed = '';
});

async function admin(args: string[], typed = ''): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [bundle, ...args], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: app.databaseUrl,
      DEMO_MODE: 'on',
      ADMIN_USERNAME: 'first',
      ...secrets,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  // A command that needs no password may exit before the password is written.
  child.stdin.on('error', () => {}).end(typed);
  const code = await new Promise<number>((resolve) => child.once('close', resolve));
  printed += said;
  return { code, said };
}

const create = (username: string, password: string) =>
  admin(
    ['create', username, '--email', `${username}@Example.com`, '--name', 'Grace Hopper'],
    password,
  );

async function logIn(username: string, password: string) {
  const response = await app.postJson('/api/admin/login', { username, password });
  const [cookie = ''] = response.headers.getSetCookie();
  return { status: response.status, cookie: cookie.split(';')[0] ?? '' };
}

async function expectNoSecret(...typed: string[]) {
  const rows = await app.sql`
    select password_hash as secret from users where password_hash is not null
    union all select token_hash from sessions`;
  const stored = rows.map((row) => String(row.secret));
  expect(stored.length).toBeGreaterThan(0);
  for (const secret of [...stored, ...typed, ...Object.values(secrets), app.databaseUrl]) {
    expect(printed).not.toContain(secret);
  }
}

describe.skipIf(!existsSync(bundle))(
  'the admin command (run `npm run build` where this is skipped)',
  { timeout: 60_000 },
  () => {
    it('creates an admin, who can sign in', async () => {
      const made = await create('grace', 'a compiler of her own\n');
      expect(made).toEqual({ code: 0, said: 'grace can sign in at /cplogin\n' });
      expect((await logIn('grace', 'a compiler of her own')).status).toBe(200);
      const [row] = await app.sql`
        select email, first_name, last_name, is_admin from users where username = 'grace'`;
      expect(row).toEqual({
        email: 'grace@example.com',
        first_name: 'Grace Hopper',
        last_name: '',
        is_admin: true,
      });
      await expectNoSecret('a compiler of her own');
    });

    it('rejects a short or missing password', async () => {
      for (const password of ['', '\n', 'short\n']) {
        const { code, said } = await create('short', password);
        expect([code, said]).toEqual([1, expect.stringMatching(/^A password has at least \d+ /)]);
      }
      expect(await app.sql`select 1 from users where username = 'short'`).toHaveLength(0);
    });

    it('changes a password, which ends all sessions of the admin', async () => {
      await create('rear', 'the old password');
      const { cookie } = await logIn('rear', 'the old password');
      const changed = await admin(['password', 'Rear'], 'the new password\n');
      expect(changed).toEqual({
        code: 0,
        said: 'Rear has a new password; all of their sessions have ended\n',
      });
      const user = await app.fetch('/api/auth/user', { headers: { Cookie: cookie } });
      expect(user.status).toBe(401);
      expect((await logIn('rear', 'the old password')).status).toBe(401);
      expect((await logIn('rear', 'the new password')).status).toBe(200);
      await expectNoSecret('the old password', 'the new password');
    });

    it('rejects an unknown username', async () => {
      const { code, said } = await admin(['password', 'unknown'], 'the new password\n');
      expect([code, said]).toEqual([1, 'There is no admin named unknown\n']);
    });

    it('lists admins, and marks disabled ones', async () => {
      await create('lists', 'for whom it may concern');
      await app.sql`update users set disabled_at = now() where username = 'lists'`;
      const { code, said } = await admin(['list']);
      expect(code).toBe(0);
      expect(said.split('\n')).toContain(
        'lists  owner  lists@example.com  Grace Hopper  (disabled)',
      );
      await expectNoSecret('for whom it may concern');
    });

    it.each([[[]], [['drop']], [['create', 'x', '--email', 'no']]])(
      'prints its usage for %j',
      async (args) => {
        const { code, said } = await admin(args);
        expect(code).toBe(2);
        expect(said).toContain('npm run admin -- create USERNAME --email ADDRESS');
      },
    );

    it('reports an invalid setting without its value', async () => {
      const child = spawn(process.execPath, [bundle, 'list'], {
        env: { PATH: process.env.PATH, DATABASE_URL: 'mysql://root:hush@nowhere/db' },
      });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      const code = await new Promise((resolve) => child.once('close', resolve));
      expect([code, said]).toEqual([1, expect.stringContaining('DATABASE_URL')]);
      expect(said).not.toContain('hush');
    });
  },
);
