import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { publicUrl, startTestApp, type TestApp } from '~/testing/app';
import { createTestDatabase, type TestDatabase } from '~/testing/database';

const production = { DEMO_MODE: 'off', SMTP_URL: 'smtp://127.0.0.1:9' };

const fields = {
  username: 'olive',
  ownerName: '',
  email: 'Olive@Agency.example',
  password: 'a long password',
  name: 'Lantern & Sons',
  tagline: 'Sites that stay lit',
  contactEmail: 'hello@agency.example',
  phone: '+44 20 7946 0958',
  country: 'GB',
  currency: 'GBP',
  timeZone: 'Europe/London',
};

const linksIn = (text: string) => [...text.matchAll(/http:\/\/\S+\/setup\?token=([a-z0-9]{40})/g)];
const tokenOf = (app: TestApp) => linksIn(app.printed.join('\n'))[0]?.[1] ?? '';
const open = (app: TestApp, token: string) => app.fetch(`/setup?token=${token}`);
const submit = (app: TestApp, token: string, changes: Partial<typeof fields> = {}) =>
  app.fetch('/setup', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null' },
    body: new URLSearchParams({ ...fields, ...changes, token }),
  });
const adminsOf = (app: TestApp) => app.sql`
  select username, email, admin_role as role from users where is_admin`;

let database: TestDatabase;
const apps: TestApp[] = [];
const start = async (env: Record<string, string> = production) => {
  const app = await startTestApp({ databaseUrl: database.url, env, logLevel: 'debug' });
  apps.push(app);
  return app;
};
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  await database.drop();
});

describe('the first start', () => {
  it('prints a link to a private page, and logs it once, and its token nowhere else', async () => {
    const app = await start();
    const token = tokenOf(app);
    expect(app.printed).toContain(`  ${publicUrl}/setup?token=${token}`);
    const page = await open(app, token);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringMatching(/script-src 'self' 'sha256-[^']+';/),
    });
    const html = await page.text();
    for (const label of ['Username', 'Password', 'Name of the agency', 'Time zone']) {
      expect(html).toContain(`>${label}</label>`);
    }
    expect(html).toContain('<option value="GB" data-currency="GBP">United Kingdom</option>');
    expect((await submit(app, token, { timeZone: 'Nowhere' })).status).toBe(400);
    expect((await submit(app, token)).status).toBe(303);
    const lines = app.logLines.filter((line) => line.includes(token));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, url: `${publicUrl}/setup?token=${token}` },
    ]);
    expect(app.logLines.filter((line) => line.includes('"/setup"'))).toHaveLength(3);
    const stored = await app.sql`select value::text from settings`;
    expect(stored.map(({ value }) => value).join()).not.toContain(token);
  });

  it('shows errors without the password, then creates the owner, names the agency and signs in', async () => {
    const app = await start();
    expect(await (await app.fetch('/')).text()).toContain('The start has printed a link');
    const token = tokenOf(app);
    const changes = { username: 'a b', email: 'none', name: '', tagline: '"><script>x' };
    const invalid = await submit(app, token, changes);
    expect(invalid.status).toBe(400);
    const html = await invalid.text();
    for (const message of [
      'A username has no spaces',
      'Please enter a valid email address',
      'The agency needs a name',
      'Please type the password again',
    ]) {
      expect(html).toContain(message);
    }
    expect(html).toContain('value="a b"');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;x"');
    expect(html).toContain('<option value="GBP" selected>');
    expect(html).not.toContain(fields.password);
    expect(await adminsOf(app)).toHaveLength(0);

    const response = await submit(app, token);
    expect(response.headers.get('location')).toBe('/setup/done');
    expect(await adminsOf(app)).toEqual([
      { username: 'olive', email: 'olive@agency.example', role: 'owner' },
    ]);
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const done = await app.fetch('/setup/done', { headers: { Cookie: cookie } });
    expect(await done.text()).toContain('href="/admin?section=setup"');
    const read = await app.fetch('/api/trpc/admin.settings.get', { headers: { Cookie: cookie } });
    const { result } = (await read.json()) as { result: { data: Record<string, unknown> } };
    expect(result.data).toMatchObject({
      brand: { value: { name: fields.name, tagline: fields.tagline, legalName: fields.name } },
      contact: { value: { email: fields.contactEmail, phone: fields.phone } },
      currency: { value: 'GBP' },
      seller: { value: { country: 'GB' } },
      tax: { value: { standardRate: '20', reducedRates: ['5'] } },
      responseTimes: { value: { timeZone: 'Europe/London' } },
    });
    expect(await (await app.fetch('/')).text()).toContain('Lantern &amp; Sons');
    const recorded = await app.sql`select description from audit_log`;
    expect(recorded.map(({ description }) => description)).toContain(
      'olive changed the settings of the brand',
    );
    // Both the page and the form use the link.
    expect((await open(app, token)).status).toBe(404);
    expect((await submit(app, token, { username: 'second' })).status).toBe(404);
    expect(await adminsOf(app)).toHaveLength(1);
    expect((await app.fetch('/setup/done')).headers.get('location')).toBe('/cplogin');
  });

  it('creates one owner from concurrent submissions at instances with links of their own', async () => {
    const [app, other] = [await start(), await start()];
    expect(tokenOf(app)).not.toBe(tokenOf(other));
    expect((await open(other, tokenOf(app))).status).toBe(200);
    expect((await open(app, tokenOf(other))).status).toBe(200);
    const ownerName = 'Olive Harbour Green';
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((username, index) =>
        submit(index % 2 ? other : app, tokenOf(index % 2 ? other : app), {
          ...{ username, ownerName, email: `${username}@agency.example` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404]);
    // Clients see the name as it was typed.
    expect(await app.sql`select first_name, last_name from users where is_admin`).toEqual([
      { first_name: ownerName, last_name: '' },
    ]);
  });

  it('creates no owner if the agency cannot be named, and refuses the email of a client', async () => {
    const app = await start();
    await app.sql`insert into users (id, email, first_name, last_name)
      values ('c', 'olive@agency.example', 'A', 'Client')`;
    const response = await submit(app, tokenOf(app));
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining('This address belongs to a client'),
    ]);
    await app.sql`alter table settings add constraint no_seller check (key <> 'seller')`;
    const other = { email: 'other@agency.example' };
    expect((await submit(app, tokenOf(app), other)).status).toBe(500);
    expect(await adminsOf(app)).toHaveLength(0);
    expect((await open(app, tokenOf(app))).status).toBe(200);
  });
});

describe('the setup link', () => {
  it('opens only with its token, expires after 48 hours, and is removed by a later start', async () => {
    const app = await start();
    for (const token of ['', 'unknown', 'setupLinks']) {
      expect((await open(app, token)).status).toBe(404);
      expect((await submit(app, token)).status).toBe(404);
    }
    const [row] = await app.sql`select value from settings where key = 'setupLinks'`;
    const expiresAt = Date.parse(row?.value[0].expiresAt);
    expect((expiresAt - Date.now()) / 3_600_000).toBeCloseTo(48, 1);
    await app.sql`update settings set value =
      jsonb_set(value, '{0,expiresAt}', '"2026-01-01T00:00:00.000Z"') where key = 'setupLinks'`;
    const response = await open(app, tokenOf(app));
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining('npm run admin -- create'),
    ]);
    await start();
    const [after] = await app.sql`select value from settings where key = 'setupLinks'`;
    expect(after?.value).toHaveLength(1);
    expect(after?.value).not.toEqual(row?.value);
  });

  it('expires permanently when an admin is created in the terminal, and a later start prints none', async () => {
    const app = await start();
    await app.services.identity.admins.create({
      username: 'terminal',
      password: 'a long password',
      email: 'terminal@agency.example',
      name: 'Terminal',
      role: 'owner',
    });
    expect((await open(app, tokenOf(app))).status).toBe(404);
    expect((await start()).printed.join()).not.toContain('/setup');
    await app.sql`delete from users where is_admin`;
    expect((await open(app, tokenOf(app))).status).toBe(404);
  });

  it('is not printed if the environment names the admin', async () => {
    const admin = { ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: 'a long password' };
    const app = await start({ ...production, ...admin });
    expect(app.printed.join()).not.toContain('/setup');
    expect((await open(app, 'unknown')).status).toBe(404);
  });

  it('does not exist in demo mode', async () => {
    const demo = await start({});
    expect(demo.printed.join()).not.toContain('/setup');
    expect(demo.logLines.join()).not.toContain('/setup');
    const page = await open(demo, 'unknown');
    expect(page.status).toBe(404);
    expect(await page.text()).not.toContain('This link opens nothing');
  });

  it('is rate-limited by network, as invitations are', async () => {
    const app = await startTestApp({
      databaseUrl: database.url,
      env: production,
      rateLimits: { invitationsFromNetwork: 2 },
    });
    apps.push(app);
    await open(app, 'unknown');
    await open(app, 'unknown');
    const refused = await open(app, tokenOf(app));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await submit(app, tokenOf(app))).status).toBe(429);
  });
});
