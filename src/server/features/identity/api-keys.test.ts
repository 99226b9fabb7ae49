import { describe, expect, it } from 'vitest';

import type { Permission } from '~/contract/identity/permissions';
import { keyOf } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';
import { askerOf, signInAdmin } from '~/testing/sign-in';
import { isApiKey, newApiKey } from './key-format';

const app = testApp({ env: { TRUST_PROXY: '1' } });
const ask = askerOf(app, () => signInAdmin(app));

const path = '/api/admin/api-keys';

async function create(permissions: Permission[], more: object = {}) {
  const name = `Key ${crypto.randomUUID()}`;
  const { body } = await ask<{ id: number; key: string }>('POST', path, {
    name,
    permissions,
    ...more,
  });
  return { ...body, name };
}

async function call(key: string, to: string, init: RequestInit = {}) {
  const headers = { Authorization: `Bearer ${key}`, ...init.headers };
  const response = await app.fetch(to, { ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const post = (key: string, to: string, body: object, headers: Record<string, string> = {}) =>
  call(key, to, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

const listed = async (id: number) =>
  (await ask<{ id: number }[]>('GET', path)).body.find((one) => one.id === id);

describe('a key', () => {
  it('has 178 random bits and a checksum that recognizes it', () => {
    const key = newApiKey();
    expect(key).toMatch(/^kst_[0-9A-Za-z]{36}$/);
    expect(isApiKey(key)).toBe(true);
    const other = key.at(10) === 'a' ? 'b' : 'a';
    expect(isApiKey(key.slice(0, 10) + other + key.slice(11))).toBe(false);
  });

  it('is shown once and stored as a hash', async () => {
    const { id, key, name } = await create(['leads.read']);
    expect(isApiKey(key)).toBe(true);
    const stored = await app.sql`
      select k.*, a.description from api_keys k join audit_log a on a.about = 'apiKey:' || k.id`;
    expect(JSON.stringify([stored, await listed(id), app.logLines])).not.toContain(key.slice(8));
    expect(await listed(id)).toMatchObject({
      name,
      start: key.slice(0, 8),
      permissions: ['leads.read'],
      status: 'active',
      createdBy: 'Tobias Lindqvist',
      lastUsedAt: null,
    });
  });

  it.each([
    ['admins.read', 400],
    ['apiKeys.write', 400],
    ['everything', 400],
  ])('cannot have the permission %s', async (permission, status) => {
    const answer = await ask('POST', path, { name: 'Zapier', permissions: [permission] });
    expect([answer.status, answer.body.message]).toEqual([
      status,
      expect.stringMatching(/^A permission is one of: /),
    ]);
  });

  it('requires an expiry in the future and a permission', async () => {
    const given = {
      name: 'Zapier',
      permissions: ['leads.read'],
      expiresAt: '2020-01-01T00:00:00Z',
    };
    expect(await ask('POST', path, given)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'expiresAt', message: 'The expiry must be in the future' }] },
    });
    expect((await ask('POST', path, { name: 'Zapier', permissions: [] })).status).toBe(400);
  });
});

describe('a call with a key', () => {
  it('needs no cookie and no origin, and ignores those of a browser', async () => {
    const { key } = await create(['leads.write', 'leads.read']);
    const quote = {
      name: 'Ada',
      phone: '+44 20 7946 0958',
      projectDetails: 'An engine',
      source: 'phone',
    };
    const headers = { Origin: 'https://elsewhere.example', Cookie: 'session=afalse' };
    const answer = await post(key, '/api/admin/quotes', quote, headers);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  });

  it('answers 401 equally for an unknown, an expired and a revoked key', async () => {
    const expired = await create(['leads.read'], { expiresAt: '2100-01-01T00:00:00Z' });
    const revoked = await create(['leads.read']);
    expect((await call(revoked.key, '/api/admin/quotes')).status).toBe(200);
    await app.sql`update api_keys set expires_at = now() where id = ${expired.id}`;
    expect((await ask('DELETE', `${path}/${revoked.id}`)).status).toBe(200);
    const answers = await Promise.all(
      [expired.key, revoked.key, newApiKey(), 'nonsense'].map((key) =>
        call(key, '/api/admin/quotes'),
      ),
    );
    for (const { status, text, headers } of answers) {
      expect([status, JSON.parse(text)]).toEqual([
        401,
        { code: 'UNAUTHORIZED', message: 'This API key is not valid' },
      ]);
      expect(headers.get('WWW-Authenticate')).toBe('Bearer realm="api", error="invalid_token"');
    }
    expect(await listed(expired.id)).toMatchObject({ status: 'expired' });
  });

  it('loses permissions that its creator loses', async () => {
    const { id, key } = await keyOf(app, 'manager');
    expect((await call(key, '/api/admin/quotes')).status).toBe(200);
    await app.sql`update users set admin_role = 'editor' where id = ${id}`;
    const demoted = await call(key, '/api/admin/quotes');
    expect([demoted.status, JSON.parse(demoted.text).message]).toEqual([
      403,
      'This API key cannot see leads: the admin who created it does not have the permission leads.read.',
    ]);
    await app.sql`update users set disabled_at = now() where id = ${id}`;
    expect((await call(key, '/api/admin/quotes')).status).toBe(401);
    await app.sql`update users set disabled_at = null where id = ${id}`;
    expect((await call(key, '/api/admin/services')).status).toBe(200);
    await app.sql`delete from users where id = ${id}`;
    expect((await call(key, '/api/admin/services')).status).toBe(401);
  });

  it('is anonymous outside the panel: in tRPC, at sign-in and on paths of clients', async () => {
    const { key } = await create(['leads.read']);
    expect((await call(key, '/api/trpc/admin.quotes.list')).status).toBe(401);
    expect((await call(key, '/api/auth/user')).status).toBe(401);
    expect((await call(key, '/api/invoices')).status).toBe(401);
    const login = await post('nonsense', '/api/admin/login', { username: 'x', password: 'y' });
    expect(JSON.parse(login.text).message).not.toMatch(/API key/);
  });

  it('records the minute and the IP address of the last use', async () => {
    const { id, key } = await create(['leads.read']);
    await call(key, '/api/admin/quotes', { headers: { 'X-Forwarded-For': '192.0.2.7' } });
    const used = (await listed(id)) as unknown as { lastUsedAt: string; lastUsedFrom: string };
    expect(used.lastUsedAt).toMatch(/:00\.000Z$/);
    expect(used.lastUsedFrom).toBe('192.0.2.7');
  });

  it('names the key in the audit log and in what it creates', async () => {
    const { key, name } = await create(['invoices.write', 'invoices.read', 'content.write']);
    const invoice = {
      client: { name: 'Orlanda', email: 'billing@orlanda.example', country: 'DE' },
      items: [{ description: 'Website', quantity: '1', unitPrice: '1000.00', taxRate: '0' }],
    };
    const { id } = JSON.parse((await post(key, '/api/admin/invoices', invoice)).text);
    const [row] = await app.sql`
      select a.description, e.author from audit_log a, document_events e
      where a.about = ${`invoice:${id}`} and e.invoice_id = ${id}`;
    expect(row?.description).toMatch(new RegExp(`^Key ${name} of Tobias Lindqvist created `));
    expect(row?.author).toBe(`key ${name} of Tobias Lindqvist`);
    const article = {
      title: 'By a program',
      slug: `by-${crypto.randomUUID()}`,
      excerpt: 'An excerpt',
      body: 'Text',
      category: 'Design',
    };
    const made = await post(key, '/api/admin/blog', article);
    expect(made.text).toContain('"authorName":"Tobias Lindqvist"');
  });

  it('is named in the audit entry of a message, while the message names only the admin', async () => {
    const { key, name } = await create(['requests.write', 'clients.write']);
    const email = `${crypto.randomUUID()}@example.com`;
    const client = await post(key, '/api/admin/clients', { firstName: 'Ada', email });
    const clientId = (JSON.parse(client.text) as { id: string }).id;
    const request = await post(key, '/api/admin/service-requests', {
      clientId,
      title: 'An engine',
    });
    const { id } = JSON.parse(request.text) as { id: number };
    const messages = `/api/admin/service-requests/${id}/messages`;
    const sent = await post(key, messages, { text: 'Hello' });
    expect(JSON.parse(sent.text)).toMatchObject({ author: 'Tobias Lindqvist' });
    const note = await post(key, messages, { text: 'Mind', internal: true });
    expect(JSON.parse(note.text)).toMatchObject({ author: `key ${name} of Tobias Lindqvist` });
    const rows = await app.sql`
      select description from audit_log where about = ${`request:${id}`} order by id desc limit 1`;
    expect(rows[0]?.description).toBe(
      `Key ${name} of Tobias Lindqvist wrote to the client about “An engine”`,
    );
  });

  it('runs once under an Idempotency-Key, separately for each API key', async () => {
    const [one, other] = [await create(['proposals.write']), await create(['proposals.write'])];
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const make = async (key: string, body: object = {}) => {
      const { status, text } = await post(key, '/api/admin/proposals', body, headers);
      return [status, (JSON.parse(text) as { id?: number }).id];
    };
    const first = await make(one.key);
    expect(first[0]).toBe(200);
    expect(await make(one.key)).toEqual(first);
    expect((await make(one.key, { title: 'Another' }))[0]).toBe(422);
    expect((await make(other.key))[1]).not.toBe(first[1]);
  });
});

it('the creator of a key gets one email, seven days before it expires', async () => {
  const { apiKeys } = app.services.identity;
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
  const [soon, later, short] = await Promise.all(
    [30, 30, 3].map((days) => create(['leads.read'], { expiresAt: inDays(days) })),
  );
  await app.sql`update api_keys set expires_at = now() + interval '6 days 23 hours' where id = ${soon?.id ?? 0}`;
  await Promise.all([apiKeys.warn(), apiKeys.warn()]);
  const mails = await app.sql`select about, subject from mails where kind = 'api_key_expiring'`;
  const about = (id: number | undefined) => `apiKey:${id}`;
  expect(mails.filter((mail) => mail.about === about(soon?.id))).toHaveLength(1);
  expect(mails.some(({ about: one }) => one === about(later?.id))).toBe(false);
  expect(mails.some(({ about: one }) => one === about(short?.id))).toBe(false);
  expect(mails[0]?.subject).toContain(soon?.name);
});

describe('the rate limit of an API key', () => {
  it('is 600 requests a minute, shared by instances, and reported in headers', async () => {
    const { id, key } = await create(['leads.read']);
    const first = await call(key, '/api/admin/quotes?pageSize=1');
    expect(first.headers.get('RateLimit-Policy')).toBe('"default";q=600;w=60');
    expect(first.headers.get('RateLimit')).toMatch(/^"default";r=599;t=(59|60)$/);
    // Another instance has used all requests except the twenty that this one has reserved.
    await app.sql`update rate_limits set points = 600 where key = ${`apiKeyRequests:${id}`}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(key, '/api/admin/quotes?pageSize=1')),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(19).fill(200), 429]);
    const refused = await call(key, '/api/admin/quotes?pageSize=1');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('RateLimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});

it('reads with a key are not cached', async () => {
  await app.postJson('/api/quotes', quoteRequest());
  const { key } = await create(['leads.read']);
  const answer = await call(key, '/api/admin/quotes');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
});
