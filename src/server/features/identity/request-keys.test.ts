import { beforeAll, describe, expect, it } from 'vitest';

import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { signInAdmin } from '~/testing/sign-in';

const app = testApp();
let cookie: string;
beforeAll(async () => {
  cookie = await signInAdmin(app);
});

async function post(path: string, key: string, body: object, as = cookie) {
  const response = await app.fetch(`/api/admin${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: as, 'Idempotency-Key': key },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { id?: number } };
}

const draft = (name = 'Orlanda Pier Works') => ({
  client: { name, email: 'billing@orlanda.example', country: 'DE' },
  items: [{ description: 'Website', quantity: '1', unitPrice: '1000.00', taxRate: '0' }],
});

const countOf = async (table: string) =>
  Number((await app.sql.unsafe(`select count(*) from ${table}`))[0]?.count);

describe('a POST of the panel under an Idempotency-Key', () => {
  it('runs once, even for two concurrent requests', async () => {
    const before = await countOf('invoices');
    const [first, second] = await Promise.all([
      post('/invoices', 'twice', draft()),
      post('/invoices', 'twice', draft()),
    ]);
    const third = await post('/invoices', 'twice', draft());
    expect(first.status).toBe(200);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    expect(await countOf('invoices')).toBe(before + 1);
  });

  it('rejects another body or another path under the same key', async () => {
    expect((await post('/invoices', 'other', draft())).status).toBe(200);
    expect((await post('/invoices', 'other', draft('Somebody else'))).status).toBe(422);
    expect((await post('/proposals', 'other', draft())).status).toBe(422);
  });

  it('can be corrected under the same key after an error', async () => {
    expect((await post('/invoices', 'wrong', { ...draft(), curency: 'EUR' })).status).toBe(400);
    expect((await post('/invoices', 'wrong', draft())).status).toBe(200);
  });

  it('runs again after a day, or after the process ended during the first run', async () => {
    const first = await post('/invoices', 'late', draft());
    await app.sql`update request_keys set claimed_at = now() - interval '25 hours'`;
    const next = await post('/invoices', 'late', draft());
    expect(next.body.id).not.toBe(first.body.id);
    await app.sql`
      update request_keys set sealed_answer = null, claimed_at = now() - interval '2 minutes'`;
    expect((await post('/invoices', 'late', draft())).status).toBe(200);
  });

  it('can upload a file', async () => {
    const send = async (content: string) => {
      const response = await app.fetch('/api/admin/import?kind=services&apply=true', {
        method: 'POST',
        headers: { 'Content-Type': 'text/csv', Cookie: cookie, 'Idempotency-Key': 'a file' },
        body: content,
      });
      return [response.status, await response.text()];
    };
    const file = 'name,description,category\nKeyed,A service of the test,website';
    const first = await send(file);
    expect(first).toEqual([200, expect.stringContaining('"new"')]);
    expect(await send(file)).toEqual(first);
    expect((await send(`${file}\nOther,Another one,website`))[0]).toBe(422);
  });

  it('is not repeated for another caller, and stores no secret in plain text', async () => {
    await post('/invoices', 'mine', draft());
    const stranger = await post('/invoices', 'mine', draft(), '');
    expect(stranger.status).toBe(401);
    const rows = await app.sql`select * from request_keys`;
    expect(JSON.stringify(rows)).not.toContain('orlanda');
  });

  it('is refused for an admin who has since lost the permission', async () => {
    const manager = await signedInAs(app, 'manager');
    expect((await post('/invoices', 'demoted', draft(), manager.cookie)).status).toBe(200);
    await app.sql`update users set admin_role = 'viewer' where id = ${manager.id}`;
    expect((await post('/invoices', 'demoted', draft(), manager.cookie)).status).toBe(403);
  });

  it('is deleted by the sweep', async () => {
    await app.sql`update request_keys set claimed_at = now() - interval '25 hours'`;
    await app.services.identity.sweep();
    expect(await countOf('request_keys')).toBe(0);
  });
});
