import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import { testApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { proposalFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6, quoteForm: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));
const { sentProposal, newProposal } = salesOf(() => app);

type Body = Record<string, unknown> & { id: number; status: string; issues?: { path: string }[] };
const admin = (method: string, path: string, body?: unknown) =>
  ask<Body>(method, `/api/admin/proposals${path}`, body);

const linkOf = (token: string, end = '') => `/api/proposals/by-link/${token}${end}`;

async function read(token: string): Promise<ClientProposal> {
  const response = await app.fetch(linkOf(token));
  expect(response.status).toBe(200);
  return (await response.json()) as ClientProposal;
}

const accept = (token: string, contentHash: string, more: object = {}) =>
  app.postJson(
    linkOf(token, '/accept'),
    { name: 'Ada Byron', agreed: true, contentHash, ...more },
    { 'User-Agent': 'A browser' },
  );

it('a change is previewed without saving it, by admins who could save it', async () => {
  const { id, token } = await sentProposal();
  const before = await read(token);
  const preview = (body: object) => ask<Body>('POST', '/api/trpc/admin.proposals.preview', body);
  const shown = await preview({ id, title: 'A change', intro: '**New**' });
  expect(shown.body).toMatchObject({
    result: { data: { title: 'A change', introHtml: '<p><strong>New</strong></p>\n' } },
  });
  expect(await read(token)).toEqual(before);
  expect((await preview({ id, discount: { amount: '99999' } })).status).toBe(400);
});

describe('a draft', () => {
  it('gets an ascending number, and its amounts from the server', async () => {
    const first = (await admin('POST', '', proposalFields)).body;
    const second = (await admin('POST', '', {})).body;
    expect(first).toMatchObject({
      status: 'draft',
      number: expect.stringMatching(/^P-\d{4}$/),
      totals: {
        subtotal: '180.00',
        discountTotal: '0.00',
        taxes: [{ rate: '19', base: '180.00', amount: '34.20' }],
        total: '214.20',
      },
      schedule: [{ amount: '85.68' }, { amount: '128.52' }],
      items: [
        { amount: '180.00', optional: false },
        { amount: '50.00', optional: true },
      ],
    });
    expect(Number(String(second.number).slice(2))).toBe(Number(String(first.number).slice(2)) + 1);
  });

  it('shows the agency’s current address as a draft, and the address at sending once sent', async () => {
    const draft = await newProposal();
    const settings = app.services.admin.settings;
    const { value } = (await settings.getAll()).seller;
    const sellerOf = async (id: number) => (await admin('GET', `/${id}`)).body.seller;
    const moveTo = (city: string) =>
      settings.update('system', { key: 'seller', value: { ...value, city } });
    await moveTo('Bergen');
    expect(await sellerOf(draft.id)).toMatchObject({ city: 'Bergen' });
    const sent = await sentProposal();
    await moveTo(value.city);
    expect(await sellerOf(sent.id)).toMatchObject({ city: 'Bergen' });
    expect(await sellerOf(draft.id)).toMatchObject({ city: value.city });
  });

  it('copies name, email, company, service and price from a quote', async () => {
    const [service] = await app.sql`select id, name, price_cents from services limit 1`;
    const quote = quoteRequest({ company: 'Engines Ltd', serviceId: service?.id });
    const { id } = (await (await app.postJson('/api/quotes', quote)).json()) as { id: number };
    const { body } = await admin('POST', '', { leadId: id });
    expect(body).toMatchObject({
      leadId: id,
      title: service?.name,
      client: { name: quote.name, email: quote.email, company: 'Engines Ltd' },
      items: [{ description: service?.name, unitPrice: (service?.price_cents / 100).toFixed(2) }],
    });
    expect((await admin('POST', '', { leadId: 999_999 })).status).toBe(404);
  });

  it('copies name, email and subject from a contact message', async () => {
    const message = contactMessage({ service: 'website' });
    const sent = await app.postJson('/api/contact', message);
    const { id } = (await sent.json()) as Body;
    const { body } = await admin('POST', '', { messageId: id });
    const [cheapest] = await app.sql`
      select min(price_cents) as cents from services where category = 'website' and is_active and deleted_at is null`;
    expect(body).toMatchObject({
      messageId: id,
      leadId: null,
      title: 'Website Development',
      client: { name: `${message.firstName} ${message.lastName}`, email: message.email },
      items: [
        { description: 'Website Development', unitPrice: (cheapest?.cents / 100).toFixed(2) },
      ],
    });
    const listed = await ask<Body[]>('GET', `/api/admin/proposals?messageId=${id}`);
    expect(listed.body.map((one) => one.id)).toEqual([body.id]);
    expect((await admin('POST', '', { messageId: 999_999 })).status).toBe(404);
    expect((await admin('POST', '', { messageId: id, leadId: 1 })).body.issues?.[0]?.path).toBe(
      'messageId',
    );
  });

  it.each([
    [{ schedule: [{ label: 'Half', percent: '50', due: 'on_acceptance' }] }, 'schedule'],
    [{ items: [{ description: 'x', quantity: '0', unitPrice: '1' }] }, 'items.0.quantity'],
    [{ items: [{ description: 'x', quantity: '1', unitPrice: '-1' }] }, 'items.0.unitPrice'],
    [
      { items: [{ description: 'x', quantity: '1', unitPrice: '1', taxRate: '101' }] },
      'items.0.taxRate',
    ],
    [{ discount: { percent: '101' } }, 'discount.percent'],
    [{ validUntil: 'tomorrow' }, 'validUntil'],
  ])('rejects %j at %s', async (changes, path) => {
    const { status, body } = await admin('POST', '', { ...proposalFields, ...changes });
    expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
  });

  it('cannot be sent while it is incomplete, and lists missing data', async () => {
    const { body } = await admin('POST', '', {});
    const sent = await admin('POST', `/${body.id}/send`);
    expect(sent.status).toBe(400);
    expect(sent.body.issues?.map(({ path }) => path)).toEqual([
      'title',
      'client.name',
      'client.email',
      'items',
    ]);
  });

  it('reports a change by another admin in the meantime', async () => {
    const { id, updatedAt } = await newProposal();
    expect((await admin('PUT', `/${id}`, { title: 'One' })).status).toBe(200);
    const late = await admin('PUT', `/${id}`, { title: 'Two', expectedUpdatedAt: updatedAt });
    expect(late.status).toBe(409);
  });
});

describe('the owner of a proposal', () => {
  const mineOf = async (cookie: string) => {
    const { body } = await askerOf(app, cookie)<{ id: number }[]>('GET', '/api/proposals');
    return body.map(({ id }) => id);
  };
  const addressedTo = ({ email }: { email: string }) => ({ client: { name: 'Another', email } });
  async function signUp() {
    const email = `${crypto.randomUUID()}@example.com`;
    return { email, cookie: await signUpClient(app, email) };
  }

  it('is the client with its email, also after it is copied for another client', async () => {
    const [first, second] = [await signUp(), await signUp()];
    const { id } = await newProposal({}, first.email);
    const copy = await admin('POST', `/${id}/duplicate`, {});
    await admin('PUT', `/${copy.body.id}`, addressedTo(second));
    await admin('POST', `/${copy.body.id}/send`, {});
    expect(await mineOf(first.cookie)).not.toContain(copy.body.id);
    expect(await mineOf(second.cookie)).toContain(copy.body.id);
  });

  it('changes with the email of a sent proposal, whose links end', async () => {
    const [first, second] = [await signUp(), await signUp()];
    const { id, token } = await sentProposal(first.email);
    expect(await mineOf(first.cookie)).toContain(id);
    await admin('PUT', `/${id}`, addressedTo(second));
    expect(await mineOf(first.cookie)).not.toContain(id);
    expect((await app.fetch(linkOf(token))).status).toBe(404);
    const sent = await admin('POST', `/${id}/send`, {});
    expect(String(sent.body.url)).not.toContain(token);
    const { body } = await admin('GET', `/${id}`);
    expect(body.timeline).toContainEqual(expect.objectContaining({ kind: 'link_revoked' }));
  });

  it('is null while no account has the client’s email', async () => {
    const { id } = await newProposal({}, 'nobody-yet@example.com');
    expect((await admin('GET', `/${id}`)).body.clientId).toBeNull();
  });
});

describe('a private link', () => {
  it('is emailed, but its token is in neither the database nor the log', async () => {
    const { id, token, email } = await sentProposal();
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    await read(token);
    await accept(token, 'wrong');
    await app.fetch(`/proposals/${token}`);
    await app.fetch(
      `/api/trpc/proposals.byLink?input=${encodeURIComponent(JSON.stringify({ token }))}`,
    );
    const tables = await app.sql<{ name: string }[]>`
      select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`;
    for (const { name } of tables) {
      const rows = await app.sql.unsafe(
        `select 1 from ${name} as row where position($1 in to_jsonb(row)::text) > 0`,
        [token],
      );
      expect([name, rows.length]).toEqual([name, 0]);
    }
    expect(app.logLines.join('\n')).toContain('/api/proposals/by-link/:token');
    expect(app.logLines.join('\n')).not.toContain(token);
    const [mail] = await app.sql`select id from mails where about = ${`proposal:${id}`}`;
    const shown = await (await app.fetch(`/dev/mail/${mail?.id}`)).text();
    expect(shown).toContain(`/proposals/${token}`);
    expect(shown).toContain(email);
  });

  it('stays the same when it is sent again, and ends when it is revoked', async () => {
    const { id, url, token } = await sentProposal();
    expect((await admin('POST', `/${id}/send`)).body).toEqual({ url });
    await app.services.admin.proposals.revokeLink('system', id);
    expect((await app.fetch(linkOf(token))).status).toBe(404);
    const { url: next } = (await admin('POST', `/${id}/send`)).body as unknown as { url: string };
    expect(next).not.toBe(url);
    expect((await app.fetch(linkOf(next.split('/').at(-1) ?? ''))).status).toBe(200);
    expect((await app.fetch(linkOf(token))).status).toBe(404);
  });

  it('opens no invoice, and is not found if unknown', async () => {
    const { token } = await sentProposal();
    expect((await app.fetch(`/api/invoices/by-link/${token}`)).status).toBe(404);
    expect((await app.fetch(linkOf('x'))).status).toBe(404);
    expect((await app.fetch(linkOf('%00'))).status).toBe(404);
  });

  it('marks the proposal as viewed for its client, not for an admin', async () => {
    const { id, token } = await sentProposal();
    await ask('GET', linkOf(token));
    expect((await admin('GET', `/${id}`)).body.status).toBe('sent');
    expect(await read(token)).toMatchObject({ status: 'viewed', version: 1 });
    await read(token);
    const { body } = await admin('GET', `/${id}`);
    const kinds = (body.timeline as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(['created', 'sent', 'viewed']);
  });
});

describe('editing a sent proposal', () => {
  it('creates a version that the client has not seen, and keeps earlier ones', async () => {
    const { id, token } = await sentProposal();
    const before = await read(token);
    expect((await admin('PUT', `/${id}`, { title: 'A newer website' })).body).toMatchObject({
      status: 'sent',
      version: 2,
    });
    // A change without an effect creates no version.
    await admin('PUT', `/${id}`, { title: 'A newer website' });
    const refused = await accept(token, before.contentHash);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('new version') });
    const now = await read(token);
    expect(now).toMatchObject({ title: 'A newer website', version: 2, status: 'viewed' });
    expect(now.contentHash).not.toBe(before.contentHash);
    const earlier = await app.services.admin.proposals.version(id, 1);
    expect(earlier).toMatchObject({ title: proposalFields.title, contentHash: before.contentHash });
  });
});

describe('the expiry of a proposal', () => {
  it('is on the day after the last one, in the agency’s time zone', async () => {
    const settings = app.services.admin.settings;
    const { responseTimes } = await settings.getAll();
    const zoned = (timeZone: string) =>
      settings.update('system', {
        key: 'responseTimes',
        value: { ...responseTimes.value, timeZone },
      });
    await zoned('Pacific/Auckland');
    const { id, token } = await sentProposal(undefined, { validUntil: '2027-03-31' });
    const { proposals } = app.services;
    const status = async () => (await admin('GET', `/${id}`)).body.status;
    // In Auckland, the time is half an hour before midnight on 31 March.
    await proposals.expire(new Date('2027-03-31T10:30:00Z'));
    expect(await status()).toBe('sent');
    expect(await proposals.expire(new Date('2027-03-31T11:00:00Z'))).toMatch(
      /\d+ proposals? expired/,
    );
    expect(await status()).toBe('expired');
    await zoned('UTC');
    expect(await read(token)).toMatchObject({ status: 'expired' });
    const refused = await accept(token, (await read(token)).contentHash);
    expect(refused.status).toBe(409);
  });

  it('applies before the job has run', async () => {
    const { id, token } = await sentProposal();
    const { contentHash } = await read(token);
    await app.sql`update proposals set valid_until = '2020-01-01' where id = ${id}`;
    expect(await read(token)).toMatchObject({ status: 'expired' });
    expect((await accept(token, contentHash)).status).toBe(409);
    expect((await admin('PUT', `/${id}`, { title: 'x' })).status).toBe(409);
  });

  it('a withdrawal or a decline cannot be undone, and a copy is a draft', async () => {
    const { id, token } = await sentProposal();
    expect((await admin('POST', `/${id}/withdraw`)).body.status).toBe('withdrawn');
    expect((await accept(token, (await read(token)).contentHash)).status).toBe(409);
    expect((await admin('POST', `/${id}/send`)).status).toBe(409);
    const copy = (await admin('POST', `/${id}/duplicate`)).body;
    expect(copy).toMatchObject({ status: 'draft', title: proposalFields.title, version: 0 });
    const other = await sentProposal();
    const declined = await app.postJson(linkOf(other.token, '/decline'), { reason: 'Too dear' });
    expect(await declined.json()).toMatchObject({ status: 'declined' });
    const { body } = await admin('GET', `/${other.id}`);
    expect(body).toMatchObject({ status: 'declined', declineReason: 'Too dear' });
  });
});

it('a proposal’s hash does not depend on the order of keys', async () => {
  const { id, token } = await sentProposal();
  const { contentHash } = await read(token);
  expect(contentHash).toMatch(/^[0-9a-f]{64}$/);
  const [row] = await app.sql`select content_hash from proposal_versions where proposal_id = ${id}`;
  expect(row?.content_hash).toBe(contentHash);
  expect(contentHash).not.toBe(createHash('sha256').update('').digest('hex'));
});
