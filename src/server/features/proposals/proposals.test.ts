import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import { startTestApp, type TestApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';
import { proposalFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

let app: TestApp;
let ask: ReturnType<typeof askerOf>;
const { sentProposal, newProposal } = salesOf(() => app);

beforeAll(async () => {
  app = await startTestApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6, quoteForm: 1e6 } });
  ask = askerOf(app, await signInAdmin(app));
});
afterAll(() => app.close());

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

const countOf = async (table: 'invoices' | 'service_requests', proposalId: number) =>
  table === 'invoices'
    ? (await app.sql`select 1 from invoices where proposal_id = ${proposalId}`).length
    : (
        await app.sql`select 1 from service_requests
          where id in (select request_id from proposals where id = ${proposalId})`
      ).length;

describe('a draft', () => {
  it('is numbered upwards, and computed on the server', async () => {
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

  it('takes name, email, company, service and price from a quote', async () => {
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

  it.each([
    [{ schedule: [{ label: 'Half', percent: '50', due: 'on_acceptance' }] }, 'schedule'],
    [{ items: [{ description: 'x', quantity: '0', unitPrice: '1' }] }, 'items.0.quantity'],
    [{ items: [{ description: 'x', quantity: '1.0001', unitPrice: '1' }] }, 'items.0.quantity'],
    [{ items: [{ description: 'x', quantity: '1', unitPrice: '1.005' }] }, 'items.0.unitPrice'],
    [{ items: [{ description: 'x', quantity: '1', unitPrice: '-1' }] }, 'items.0.unitPrice'],
    [
      { items: [{ description: 'x', quantity: '1', unitPrice: '1', taxRate: '101' }] },
      'items.0.taxRate',
    ],
    [{ items: [{ description: 'x', quantity: '999999', unitPrice: '999999999' }] }, 'items'],
    [{ discount: { amount: '1000' } }, 'discount.amount'],
    [{ discount: { percent: '101' } }, 'discount.percent'],
    [{ client: { name: 'Ada', email: 'nothing' } }, 'client.email'],
    [{ validUntil: 'tomorrow' }, 'validUntil'],
  ])('rejects %j at %s', async (changes, path) => {
    const { status, body } = await admin('POST', '', { ...proposalFields, ...changes });
    expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
  });

  it('rejects sending while it is incomplete, and names what is missing', async () => {
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

  it('can be deleted, which a sent one cannot', async () => {
    const { id } = await newProposal();
    expect(await admin('DELETE', `/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect((await admin('GET', `/${id}`)).status).toBe(404);
    const sent = await sentProposal();
    expect((await admin('DELETE', `/${sent.id}`)).status).toBe(409);
  });

  it('reports a change that another admin made meanwhile', async () => {
    const { id, updatedAt } = await newProposal();
    expect((await admin('PUT', `/${id}`, { title: 'One' })).status).toBe(200);
    const late = await admin('PUT', `/${id}`, { title: 'Two', expectedUpdatedAt: updatedAt });
    expect(late.status).toBe(409);
  });
});

describe('a private link', () => {
  it('is mailed, but neither the database nor the log has its token', async () => {
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

  it('opens no invoice, and unknown ones nothing', async () => {
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
  it('makes a version that the client has not seen, and keeps earlier ones', async () => {
    const { id, token } = await sentProposal();
    const before = await read(token);
    expect((await admin('PUT', `/${id}`, { title: 'A newer website' })).body).toMatchObject({
      status: 'sent',
      version: 2,
    });
    // A change that changes nothing is no version.
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

describe('acceptance', () => {
  it('records who accepted exactly what, and makes client, request and invoices', async () => {
    const { id, token, email, number } = await sentProposal();
    const shown = await read(token);
    const response = await accept(token, shown.contentHash, { optionalItems: [1] });
    const accepted = (await response.json()) as ClientProposal;
    expect([response.status, accepted]).toMatchObject([
      200,
      {
        status: 'accepted',
        total: '267.70',
        acceptance: { name: 'Ada Byron', contentHash: shown.contentHash, optionalItems: [1] },
      },
    ]);
    const { body } = await admin('GET', `/${id}`);
    expect(body).toMatchObject({
      status: 'accepted',
      acceptance: { userAgent: 'A browser', ip: expect.any(String), version: 1 },
      requestId: expect.any(Number),
      invoices: [
        { status: 'open', total: '107.08', number: expect.stringMatching(/^INV-\d{4}-\d{4}$/) },
        { status: 'draft', total: '160.62', number: null },
      ],
    });
    const [client] = await app.sql`select * from users where email = ${email}`;
    expect(client).toMatchObject({ first_name: 'Ada', email_verified_at: null, is_admin: false });
    const [request] =
      await app.sql`select * from service_requests where id = ${body.requestId as number}`;
    expect(request).toMatchObject({ user_id: client?.id, title: proposalFields.title });
    expect(request?.description).toContain(number);
    const taxes = await app.sql`
      select tax ->> 'rate' as rate, sum((tax ->> 'baseCents')::int)::int as base,
        sum((tax ->> 'amountCents')::int)::int as amount
      from invoices, jsonb_array_elements(totals -> 'taxes') tax
      where proposal_id = ${id} group by 1 order by 1`;
    // Over all invoices, each rate comes to that of the proposal.
    expect(taxes.map((row) => ({ ...row }))).toEqual([
      { rate: '19', base: 18_000, amount: 3_420 },
      { rate: '7', base: 5_000, amount: 350 },
    ]);
    const mails =
      await app.sql`select kind, "to" from mails where about = ${`proposal:${id}`} order by id`;
    expect(mails.map(({ kind }) => kind)).toEqual([
      'proposal_sent',
      'proposal_accepted',
      'proposal_notice',
    ]);
  });

  it('happens once, however many send it at the same moment', async () => {
    const { id, token } = await sentProposal();
    const { contentHash } = await read(token);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => accept(token, contentHash, { name: `Signer ${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const names = await Promise.all(
      answers.map(async (one) => ((await one.json()) as ClientProposal).acceptance?.name),
    );
    expect(new Set(names).size).toBe(1);
    expect(await countOf('invoices', id)).toBe(2);
    expect(await countOf('service_requests', id)).toBe(1);
    const mails =
      await app.sql`select 1 from mails where about = ${`proposal:${id}`} and kind = 'proposal_accepted'`;
    expect(mails).toHaveLength(1);
  });

  it('and declining at the same moment end with one of the two', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, token } = await sentProposal();
      const { contentHash } = await read(token);
      const [yes, no] = await Promise.all([
        accept(token, contentHash),
        app.postJson(linkOf(token, '/decline'), {}),
      ]);
      expect([yes.status, no.status].sort()).toEqual([200, 409]);
      const { status } = (await admin('GET', `/${id}`)).body;
      expect(status).toBe(yes.status === 200 ? 'accepted' : 'declined');
      expect(await countOf('invoices', id)).toBe(status === 'accepted' ? 2 : 0);
    }
  });

  it.each([
    [{ agreed: false }, 'agreed'],
    [{ name: ' ' }, 'name'],
    [{ optionalItems: [0] }, 'optionalItems'],
    [{ optionalItems: [7] }, 'optionalItems'],
  ])('rejects %j', async (change, path) => {
    const { id, token } = await sentProposal();
    const { contentHash } = await read(token);
    const response = await accept(token, contentHash, change);
    const body = (await response.json()) as Body;
    expect([response.status, body.issues?.[0]?.path]).toEqual([400, path]);
    expect((await admin('GET', `/${id}`)).body.status).toBe('viewed');
  });

  it('leaves nothing behind where a part of it fails', async () => {
    const { id, token, email } = await sentProposal();
    const { contentHash } = await read(token);
    await app.sql.unsafe(`create function refuse() returns trigger language plpgsql as
      $$ begin if new.proposal_id = ${id} then raise exception 'no'; end if; return new; end $$;
      create trigger refuse before insert on invoices for each row execute function refuse()`);
    const before = await app.sql`select last from number_series where key like 'invoice %'`;
    expect((await accept(token, contentHash)).status).toBe(500);
    await app.sql.unsafe('drop trigger refuse on invoices; drop function refuse()');
    expect(await app.sql`select 1 from users where email = ${email}`).toHaveLength(0);
    expect(await app.sql`select last from number_series where key like 'invoice %'`).toEqual(
      before,
    );
    expect((await read(token)).status).toBe('viewed');
    expect((await accept(token, contentHash)).status).toBe(200);
  });

  it('counts the email as verified only after the first sign-in by code', async () => {
    const { token, email } = await sentProposal();
    const { contentHash } = await read(token);
    await accept(token, contentHash);
    const verified = async () =>
      (await app.sql`select email_verified_at as at from users where email = ${email}`)[0]?.at;
    expect(await verified()).toBeNull();
    await app.postJson('/api/auth/send-otp', { email, type: 'signin' });
    const signedIn = await app.postJson('/api/auth/verify-otp', { email, otp: '123456' });
    expect(signedIn.status).toBe(200);
    expect(await verified()).not.toBeNull();
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const own = askerOf(app, cookie);
    const { body } = await own<{ id: number; status: string }[]>('GET', '/api/proposals');
    expect(body).toMatchObject([{ status: 'accepted' }]);
    expect((await own('GET', `/api/proposals/${body[0]?.id}`)).status).toBe(200);
    const stranger = askerOf(app, await signUpClient(app));
    expect((await stranger('GET', `/api/proposals/${body[0]?.id}`)).status).toBe(404);
  });

  it('dates and issues the parts of a schedule', async () => {
    const schedule = [
      { label: 'Now', percent: '10', due: 'on_acceptance' },
      { label: 'Past', percent: '20', due: { date: '2020-01-01' } },
      { label: 'Soon', percent: '30', due: { days: 30 } },
      { label: 'Later', percent: '30', due: { date: '2099-12-31' } },
      { label: 'Done', percent: '10', due: 'on_completion' },
    ];
    const { id, token } = await sentProposal(undefined, { schedule });
    await accept(token, (await read(token)).contentHash);
    const rows = await app.sql`
      select status, scheduled_for::text as day, on_completion from invoices
      where proposal_id = ${id} order by proposal_part`;
    const in30 = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    expect(rows.map(({ status, day, on_completion }) => [status, day, on_completion])).toEqual([
      ['open', null, false],
      ['open', null, false],
      ['draft', in30, false],
      ['draft', '2099-12-31', false],
      ['draft', null, true],
    ]);
  });
});

describe('the end of a proposal', () => {
  it('comes on the day after the last one, in the time zone of the agency', async () => {
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
    // In Auckland it is 31 March, half an hour before midnight.
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

  it('is shown and held before the job has come', async () => {
    const { id, token } = await sentProposal();
    const { contentHash } = await read(token);
    await app.sql`update proposals set valid_until = '2020-01-01' where id = ${id}`;
    expect(await read(token)).toMatchObject({ status: 'expired' });
    expect((await accept(token, contentHash)).status).toBe(409);
    expect((await admin('PUT', `/${id}`, { title: 'x' })).status).toBe(409);
  });

  it('by withdrawal or decline cannot be undone, and a copy is a draft', async () => {
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

it('hashes the same content to the same value, whatever the order of its keys', async () => {
  const { id, token } = await sentProposal();
  const { contentHash } = await read(token);
  expect(contentHash).toMatch(/^[0-9a-f]{64}$/);
  const [row] = await app.sql`select content_hash from proposal_versions where proposal_id = ${id}`;
  expect(row?.content_hash).toBe(contentHash);
  expect(contentHash).not.toBe(createHash('sha256').update('').digest('hex'));
});
