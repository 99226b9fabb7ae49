import { createHash } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import { proposalTemplatesMax } from '~/contract/proposals/templates-schema';
import { testApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { proposalFields, salesOf } from '~/testing/sales';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6, quoteForm: 1e6 } });
const ask = askerOf(app, () => signInAdmin(app));
const { sentProposal, newProposal } = salesOf(() => app);

type Body = Record<string, unknown> & {
  id: number;
  status: string;
  issues?: { path: string; message: string }[];
};
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

it('a change can be previewed without saving it', async () => {
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

describe('the end of a proposal', () => {
  it('by expiry is on the day after the last valid day, in the agency’s time zone', async () => {
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

  it('by expiry applies before the job has run', async () => {
    const { id, token } = await sentProposal();
    const { contentHash } = await read(token);
    await app.sql`update proposals set valid_until = '2020-01-01' where id = ${id}`;
    expect(await read(token)).toMatchObject({ status: 'expired' });
    expect((await accept(token, contentHash)).status).toBe(409);
    expect((await admin('PUT', `/${id}`, { title: 'x' })).status).toBe(409);
  });

  it('by withdrawal or decline is final, and a copy is a draft', async () => {
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

const countOf = async (table: 'invoices' | 'service_requests', proposalId: number) =>
  table === 'invoices'
    ? (await app.sql`select 1 from invoices where proposal_id = ${proposalId}`).length
    : (
        await app.sql`select 1 from service_requests
          where id in (select request_id from proposals where id = ${proposalId})`
      ).length;

describe('acceptance', () => {
  it('records who accepted exactly what, and creates client, request and invoices', async () => {
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
    expect(client).toMatchObject({
      first_name: 'Ada Byron',
      last_name: '',
      email_verified_at: null,
      is_admin: false,
    });
    const [request] =
      await app.sql`select * from service_requests where id = ${body.requestId as number}`;
    expect(request).toMatchObject({ user_id: client?.id, title: proposalFields.title });
    expect(request?.description).toContain(number);
    const taxes = await app.sql`
      select tax ->> 'rate' as rate, sum((tax ->> 'baseCents')::int)::int as base,
        sum((tax ->> 'amountCents')::int)::int as amount
      from invoices, jsonb_array_elements(totals -> 'taxes') tax
      where proposal_id = ${id} group by 1 order by 1`;
    // The totals of each tax rate on all invoices add up to the total on the proposal.
    expect(taxes.map((row) => ({ ...row }))).toEqual([
      { rate: '19', base: 18_000, amount: 3_420 },
      { rate: '7', base: 5_000, amount: 350 },
    ]);
    const requestId = Number(body.requestId);
    const clientId = String(client?.id);
    const { proposals, invoices } = app.services.admin;
    const lists = await Promise.all([
      proposals.search({ requestId }),
      proposals.search({ clientId }),
      invoices.search({ requestId }),
      invoices.search({ proposalId: id }),
      invoices.search({ clientId, status: 'draft' }),
    ]);
    expect(lists.map(({ total }) => total)).toEqual([1, 1, 2, 2, 1]);
    const mails =
      await app.sql`select kind, "to" from mails where about = ${`proposal:${id}`} order by id`;
    expect(mails.map(({ kind }) => kind)).toEqual([
      'proposal_sent',
      'proposal_accepted',
      'proposal_notice',
    ]);
  });

  it('leads to the next payable invoice, while it is open, has a valid link and belongs to the client', async () => {
    const { id, token, email } = await sentProposal();
    const open = await read(token);
    expect(open.nextInvoice).toBeNull();
    const accepted = (await (await accept(token, open.contentHash)).json()) as ClientProposal;
    const [deposit] = await app.sql`
      select id, number, due_date::text as due from invoices where proposal_id = ${id} and status = 'open'`;
    expect(accepted.nextInvoice).toEqual({
      number: deposit?.number,
      part: 1,
      total: '85.68',
      remaining: '85.68',
      currency: 'USD',
      dueDate: deposit?.due,
      url: expect.stringMatching(/\/invoices\/[\w-]{43}$/),
    });
    const again = await read(token);
    expect(again.nextInvoice).toEqual(accepted.nextInvoice);
    const invoice = await app.fetch(
      `/api/invoices/by-link/${again.nextInvoice?.url.split('/').at(-1)}`,
    );
    expect(await invoice.json()).toMatchObject({ number: deposit?.number, remaining: '85.68' });

    const another = `${crypto.randomUUID()}@example.com`;
    await signUpClient(app, another);
    const moveTo = (email: string) => app.sql`
      update invoices set user_id = (select id from users where email = ${email})
      where id = ${deposit?.id ?? 0}`;
    await moveTo(another);
    expect((await read(token)).nextInvoice).toBeNull();
    await moveTo(email);
    expect((await read(token)).nextInvoice).not.toBeNull();

    await app.sql`delete from document_links where about = ${`invoice:${deposit?.id}`}`;
    expect((await read(token)).nextInvoice).toBeNull();
    await app.services.admin.invoices.issue('system', Number(deposit?.id));
    expect((await read(token)).nextInvoice).not.toBeNull();
    // The second part is still a draft, so nothing is due once the first part is paid.
    await app.sql`update invoices set paid_cents = total_cents, status = 'paid' where id = ${deposit?.id ?? 0}`;
    expect((await read(token)).nextInvoice).toBeNull();
  });

  it.each(['accept', 'decline'])(
    'is refused for an admin, who knows the link as well (%s)',
    async (verb) => {
      const { id, token } = await sentProposal();
      const { contentHash } = await read(token);
      const body = verb === 'accept' ? { name: 'Ada Byron', agreed: true, contentHash } : {};
      const refused = await ask<{ message: string }>('POST', linkOf(token, `/${verb}`), body);
      expect(refused).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('signed in as an admin') },
      });
      expect((await admin('GET', `/${id}`)).body.status).not.toMatch(/accepted|declined/);
    },
  );

  it('records the signed-in account, even if it is not the client’s', async () => {
    const stranger = `${crypto.randomUUID()}@example.com`;
    const cookie = await signUpClient(app, stranger);
    const { id, token } = await sentProposal();
    const { contentHash } = await read(token);
    const body = { name: 'Ada Byron', agreed: true, contentHash };
    const accepted = await askerOf(app, cookie)('POST', linkOf(token, '/accept'), body);
    expect(accepted.status).toBe(200);
    expect(JSON.stringify(accepted.body)).not.toContain(stranger);
    expect((await admin('GET', `/${id}`)).body).toMatchObject({
      acceptance: { name: 'Ada Byron', signedInAs: stranger },
    });
    const [entry] = await app.sql`
      select description from audit_log where about = ${`proposal:${id}`} and action = 'proposal.accepted'`;
    expect(entry?.description).toContain(`, signed in as ${stranger}`);
  });

  describe('of a quote that is already a request', () => {
    async function quoteAsRequest() {
      const email = `${crypto.randomUUID()}@example.com`;
      const client = askerOf(app, await signUpClient(app, email));
      const response = await app.postJson('/api/quotes', quoteRequest({ email }));
      const { id: leadId } = (await response.json()) as { id: number };
      const { id: requestId } = await app.services.requests.createFromQuote(leadId);
      const { id, token } = await sentProposal(email, { leadId });
      const cancel = () => client('POST', '/api/trpc/requests.cancel', { id: requestId });
      const agreedRequest = async () => (await admin('GET', `/${id}`)).body.requestId;
      return { id, token, requestId, cancel, agreedRequest };
    }

    it('links the proposal to that request', async () => {
      const { token, requestId, agreedRequest } = await quoteAsRequest();
      await accept(token, (await read(token)).contentHash);
      expect(await agreedRequest()).toBe(requestId);
    });

    it.each(['cancelled', 'completed'] as const)(
      'opens a new request if the earlier one is %s, and creates no draft invoice yet',
      async (status) => {
        const { id, token, requestId, agreedRequest } = await quoteAsRequest();
        await app.services.requests.setStatus(requestId, status);
        await accept(token, (await read(token)).contentHash);
        const agreed = await agreedRequest();
        expect(agreed).not.toBe(requestId);
        const [request] = await app.sql`
          select status from service_requests where id = ${Number(agreed)}`;
        expect(request).toEqual({ status: 'pending' });
        const made = await ask<(Body & { isReady: boolean; proposalId: number })[]>(
          'GET',
          '/api/admin/invoices?status=ready',
        );
        expect(made.body.filter(({ proposalId }) => proposalId === id)).toEqual([]);
      },
    );

    it('concurrent with a cancellation ends with work in progress or a new request', async () => {
      for (let round = 0; round < 2; round += 1) {
        const { token, requestId, cancel, agreedRequest } = await quoteAsRequest();
        const { contentHash } = await read(token);
        const [, accepted] = await Promise.all([cancel(), accept(token, contentHash)]);
        expect(accepted.status).toBe(200);
        const [request] = await app.sql`
          select id, status from service_requests where id = ${Number(await agreedRequest())}`;
        expect(request?.status).toBe('pending');
        if (request?.id === requestId) expect((await cancel()).status).toBe(409);
      }
    });
  });

  it('prevents the client from canceling or editing the request', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const cookie = await signUpClient(app, email);
    const { token, number } = await sentProposal(email);
    await accept(token, (await read(token)).contentHash);
    const [request] = await app.sql`
      select service_requests.id from service_requests
      join users on users.id = user_id where email = ${email}`;
    const cancelled = await askerOf(app, cookie)<{ message: string }>(
      'POST',
      '/api/trpc/requests.cancel',
      { id: request?.id },
    );
    expect(cancelled).toMatchObject({ status: 409 });
    expect(JSON.stringify(cancelled.body)).toContain(`agreed in proposal ${number}`);
    const changed = await askerOf(app, cookie)('POST', '/api/trpc/requests.change', {
      id: request?.id,
      title: 'Shop, app and hosting for free',
      description: 'All of it, for ten years, without a bill.',
      serviceId: null,
    });
    expect(changed.status).toBe(409);
  });

  it('happens once, even if sent concurrently', async () => {
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

  it('concurrent with a decline ends with one of the two', async () => {
    for (let round = 0; round < 3; round += 1) {
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

  it('rejects missing consent, an empty name and options that cannot be chosen', async () => {
    const { id, token } = await sentProposal();
    const { contentHash } = await read(token);
    for (const [path, change] of [
      ['agreed', { agreed: false }],
      ['name', { name: ' ' }],
      // A name that only consists of invisible characters.
      ['name', { name: '\u200b\u200b\u200b' }],
      ['optionalItems', { optionalItems: [0] }],
      ['optionalItems', { optionalItems: [7] }],
    ] as const) {
      const response = await accept(token, contentHash, change);
      const body = (await response.json()) as Body;
      expect([change, response.status, body.issues?.[0]?.path]).toEqual([change, 400, path]);
    }
    expect((await admin('GET', `/${id}`)).body.status).toBe('viewed');
  });

  it('leaves nothing behind if a part of it fails', async () => {
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

const item = (description: string, unitPrice: string, more: object = {}) => ({
  description,
  quantity: '1',
  unitPrice,
  taxRate: '0',
  ...more,
});
const option = (description: string, unitPrice: string, more: object = {}) =>
  item(description, unitPrice, { optional: true, ...more });
const hosting = { choice: 'Hosting' };

const items = [
  item('Design', '100.00'),
  option('On our server', '10.00', hosting),
  option('In a cloud', '20.00', { ...hosting, preselected: true }),
  option('A film', '300.00'),
  option('Photographs', '50.00', { preselected: true }),
];

async function choose(token: string, contentHash: string, optionalItems?: readonly number[]) {
  const response = await accept(token, contentHash, { optionalItems });
  return { status: response.status, body: (await response.json()) as Body & ClientProposal };
}

describe('choices of a draft', () => {
  it('are saved while they are incomplete, and refused when sending', async () => {
    const { status, body } = await admin('POST', '', {
      ...proposalFields,
      items: [
        item('Design', '100.00'),
        option('On our server', '10.00', { ...hosting, preselected: true }),
        option('In a cloud', '20.00', { ...hosting, preselected: true }),
        option('By phone', '30.00', { choice: ' Support ' }),
      ],
    });
    expect(status).toBe(200);
    expect(body.items).toMatchObject([{}, hosting, hosting, { choice: 'Support' }]);
    const sent = await admin('POST', `/${body.id}/send`);
    expect([sent.status, sent.body.issues]).toEqual([
      400,
      [
        {
          path: 'items.2.preselected',
          message: 'Only one option of "Hosting" can be selected by default',
        },
        { path: 'items.3.choice', message: '"Support" needs a second option' },
      ],
    ]);
  });

  it('are required for changes of a sent proposal as well', async () => {
    const { id } = await sentProposal(undefined, { items });
    const changed = await admin('PUT', `/${id}`, { items: items.slice(0, 2) });
    expect([changed.status, changed.body.issues?.[0]?.path]).toEqual([400, 'items.1.choice']);
  });

  it.each([
    [{ choice: 'Hosting' }, 'items.0.choice'],
    [{ preselected: true }, 'items.0.preselected'],
    [{ optional: true, choice: 'x'.repeat(61) }, 'items.0.choice'],
  ])('refuse an item with %j', async (more, path) => {
    const { status, body } = await admin('POST', '', { items: [item('Design', '1.00', more)] });
    expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
  });

  it('are kept in copies and templates', async () => {
    const { id } = await newProposal({ items });
    const copy = await admin('POST', `/${id}/duplicate`, {});
    const template = await ask<Body>('POST', '/api/admin/proposal-templates', {
      proposalId: id,
      name: crypto.randomUUID(),
    });
    const started = await admin('POST', '', { templateId: template.body.id });
    for (const { body } of [copy, started]) {
      expect(body).toMatchObject({ items, total: '170.00' });
    }
  });
});

describe('the total before acceptance', () => {
  it('includes the default selection, in the document, in lists and in the email', async () => {
    const { id, token, number } = await sentProposal(undefined, { items });
    expect(await read(token)).toMatchObject({
      total: '170.00',
      totals: { subtotal: '170.00' },
      schedule: [{ amount: '68.00' }, { amount: '102.00' }],
    });
    const listed = await ask<Body[]>('GET', `/api/admin/proposals?search=${number}`);
    expect(listed.body).toMatchObject([{ id, total: '170.00' }]);
    const [mail] = await app.sql`select id from mails where about = ${`proposal:${id}`}`;
    expect(await (await app.fetch(`/dev/mail/${mail?.id}`)).text()).toContain('$170.00');
  });

  it('does not change for a proposal without choices, and explicit empty fields create no version', async () => {
    const { id, token } = await sentProposal();
    const [{ content: before } = {}] =
      await app.sql`select content from proposals where id = ${id}`;
    expect(JSON.stringify(before)).not.toMatch(/choice|preselected/);
    const said = proposalFields.items.map((one) => ({ ...one, preselected: false }));
    expect((await admin('PUT', `/${id}`, { items: said })).body).toMatchObject({ version: 1 });
    expect(await read(token)).toMatchObject({ version: 1, total: '214.20' });
  });
});

describe('acceptance of a choice', () => {
  it('requires exactly one item, and the selection is the total from then on', async () => {
    const { id, token } = await sentProposal(undefined, { items });
    const { contentHash } = await read(token);
    const { status, body } = await choose(token, contentHash, [1, 3]);
    expect([status, body]).toMatchObject([
      200,
      { total: '410.00', acceptance: { optionalItems: [1, 3] } },
    ]);
    const after = await admin('GET', `/${id}`);
    expect(after.body).toMatchObject({
      total: '410.00',
      invoices: [{ total: '164.00' }, { total: '246.00' }],
    });
    const [row] = await app.sql`select total_cents::int as cents from proposals where id = ${id}`;
    expect(row?.cents).toBe(41_000);
    const [request] = await app.sql`
      select description from service_requests where id = ${Number(after.body.requestId)}`;
    expect(request?.description).toContain('On our server');
    expect(request?.description).not.toMatch(/In a cloud|Photographs/);
  });

  const one = { path: 'optionalItems', message: 'Please choose one option in "Hosting".' };
  const foreign = { path: 'optionalItems', message: 'This optional item does not exist' };
  it('refuses an incomplete or impossible selection', async () => {
    const { id, token } = await sentProposal(undefined, { items });
    const { contentHash } = await read(token);
    for (const [optionalItems, issue] of [
      [undefined, one],
      [[3, 4], one],
      [[1, 2], one],
      [[0, 1], foreign],
      [[1, 17], foreign],
    ] as const) {
      const { status, body } = await choose(token, contentHash, optionalItems);
      expect([optionalItems, status, body.issues]).toEqual([optionalItems, 400, [issue]]);
    }
    expect((await admin('GET', `/${id}`)).body).toMatchObject({ status: 'viewed', invoices: [] });
  });

  it('refuses a selection made before the choice changed', async () => {
    const { id, token } = await sentProposal(undefined, { items });
    const { contentHash } = await read(token);
    const changed = items.map((one) => ('choice' in one ? { ...one, choice: 'Servers' } : one));
    expect((await admin('PUT', `/${id}`, { items: changed })).body.version).toBe(2);
    expect((await choose(token, contentHash, [1])).status).toBe(409);
    const now = await read(token);
    expect((await choose(token, now.contentHash, [3])).body.issues?.[0]?.message).toBe(
      'Please choose one option in "Servers".',
    );
    expect((await choose(token, now.contentHash, [2])).status).toBe(200);
  });
});

describe('a draft in the trash', () => {
  const restore = (id: number) => ask('POST', '/api/trpc/admin.proposals.restore', { id });

  it('is only in its own filter, and can be restored unchanged, while a sent proposal cannot be deleted', async () => {
    const leadId = (
      (await (await app.postJson('/api/quotes', quoteRequest())).json()) as { id: number }
    ).id;
    const title = `Trash ${crypto.randomUUID()}`;
    const { id } = await newProposal({ leadId, title });
    const before = await admin('GET', `/${id}`);
    const listed = async (query: string) =>
      (await ask<Body[]>('GET', `/api/admin/proposals?search=${title}${query}`)).body.map(
        (one) => one.id,
      );
    expect((await admin('DELETE', `/${id}`)).status).toBe(200);
    expect((await admin('GET', `/${id}`)).status).toBe(404);
    expect((await admin('POST', `/${id}/send`)).status).toBe(404);
    expect((await admin('PUT', `/${id}`, { title: 'Other' })).status).toBe(404);
    expect((await ask('GET', `/api/admin/proposals/${id}/pdf`)).status).toBe(404);
    expect(await listed('')).toEqual([]);
    expect(await listed('&status=draft')).toEqual([]);
    expect(await listed('&status=deleted')).toEqual([id]);

    expect((await restore(id)).status).toBe(200);
    expect((await restore(id)).status).toBe(404);
    expect((await admin('GET', `/${id}`)).body).toEqual(before.body);
    expect(await listed('&status=draft')).toEqual([id]);
    expect((await admin('DELETE', `/${(await sentProposal()).id}`)).status).toBe(409);
  });

  it('is deleted permanently after its time', async () => {
    const { id } = await newProposal();
    const { id: keptId } = await newProposal();
    await admin('DELETE', `/${id}`);
    await admin('DELETE', `/${keptId}`);
    await app.sql`update proposals set deleted_at = now() - interval '31 days' where id = ${id}`;
    await app.services.admin.proposals.purge();
    expect((await restore(id)).status).toBe(404);
    expect((await restore(keptId)).status).toBe(200);
  });
});

it('a proposal is sent with a message, and once to each other recipient', async () => {
  const { id } = await newProposal({}, 'ada.sent@example.com');
  const sent = await admin('POST', `/${id}/send`, {
    message: 'As we said on <Tuesday>.',
    copyTo: ['Partner@example.com', 'partner@example.com', 'ADA.sent@example.com'],
  });
  expect(sent.status).toBe(200);
  const mails = await app.sql`
    select "to", text from mails where about = ${`proposal:${id}`} order by id`;
  expect(mails.map(({ to }) => to)).toEqual(['ada.sent@example.com', 'Partner@example.com']);
  for (const { text } of mails) expect(text).toContain('As we said on <Tuesday>.');
  expect((await admin('GET', `/${id}`)).body.timeline).toContainEqual(
    expect.objectContaining({
      kind: 'sent',
      text: 'ada.sent@example.com, Partner@example.com with the words: “As we said on <Tuesday>.”',
    }),
  );
  expect((await admin('POST', `/${id}/send`, { copyTo: ['no address'] })).status).toBe(400);
});

it('a proposal without a lead can be linked to one', async () => {
  const post = async (path: string, fields: object) =>
    ((await (await app.postJson(path, fields)).json()) as { id: number }).id;
  const leadId = await post('/api/quotes', quoteRequest());
  const messageId = await post('/api/contact', contactMessage());
  const { id } = await newProposal();
  const put = async (fields: object) => (await admin('PUT', `/${id}`, fields)).body;
  expect(await put({ leadId })).toMatchObject({ leadId, messageId: null });
  expect(await put({ messageId })).toMatchObject({ leadId: null, messageId });
  expect(await put({ title: 'Kept' })).toMatchObject({ leadId: null, messageId });
  expect(await put({ messageId: null })).toMatchObject({ leadId: null, messageId: null });
});

describe('a template', () => {
  const templates = (method: string, path = '', body?: unknown) =>
    ask<Body>(method, `/api/admin/proposal-templates${path}`, body);
  const discount = { percent: '10' };

  it('contains a proposal’s content without its client, and starts another proposal', async () => {
    const { id: proposalId } = await newProposal({ discount, validUntil: '2026-01-31' });
    const name = `Website ${crypto.randomUUID()}`;
    const saved = await templates('POST', '', { proposalId, name });
    expect(saved).toMatchObject({ status: 200, body: { name, itemCount: 2 } });
    expect(JSON.stringify(saved.body)).not.toContain('Ada');
    const [{ content } = {}] =
      await app.sql`select content from proposal_templates where name = ${name}`;
    expect(Object.keys(content)).not.toContain('client');

    const started = await admin('POST', '', { templateId: saved.body.id });
    const { title, intro, terms, schedule } = proposalFields;
    expect(started.body).toMatchObject({
      status: 'draft',
      title,
      intro,
      terms,
      discount,
      schedule,
      items: [{ description: 'Design' }, { description: 'Pictures', optional: true }],
      client: { name: '', email: '' },
    });
    expect(started.body.validUntil).not.toBe('2026-01-31');
  });

  it('only gets the client of a lead, and explicitly given fields', async () => {
    const { id: proposalId } = await newProposal();
    const { body } = await templates('POST', '', { proposalId, name: crypto.randomUUID() });
    const quote = quoteRequest();
    const { id: leadId } = (await (await app.postJson('/api/quotes', quote)).json()) as Body;
    const started = await admin('POST', '', { templateId: body.id, leadId, title: 'Ours' });
    expect(started.body).toMatchObject({
      leadId,
      title: 'Ours',
      client: { name: quote.name, email: quote.email },
      items: [{ description: 'Design' }, { description: 'Pictures' }],
    });
  });

  it('has a unique name, ignoring case, unless it replaces the existing one', async () => {
    const { id: proposalId } = await newProposal();
    const name = `Shop ${crypto.randomUUID()}`;
    const first = await templates('POST', '', { proposalId, name });
    const { id: otherId } = await newProposal({ title: 'Another' });
    const again = { proposalId: otherId, name: name.toUpperCase() };
    const refused = await templates('POST', '', again);
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([409, 'name']);
    const replaced = await templates('POST', '', { ...again, replace: true });
    expect(replaced.body).toMatchObject({ id: first.body.id, name: again.name, title: 'Another' });
  });

  it('is saved once by concurrent saves under one name', async () => {
    const { id: proposalId } = await newProposal();
    const name = crypto.randomUUID();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => templates('POST', '', { proposalId, name })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('can be deleted; proposals made from it stay', async () => {
    const { id: proposalId } = await newProposal();
    const { body } = await templates('POST', '', { proposalId, name: crypto.randomUUID() });
    const started = await admin('POST', '', { templateId: body.id });
    expect((await templates('DELETE', `/${body.id}`)).status).toBe(200);
    expect((await templates('DELETE', `/${body.id}`)).status).toBe(404);
    expect((await admin('POST', '', { templateId: body.id })).status).toBe(404);
    expect((await admin('GET', `/${started.body.id}`)).status).toBe(200);
  });

  it('is refused past the limit', async () => {
    const { id: proposalId } = await newProposal();
    const [{ count = 0 } = {}] = await app.sql`select count(*)::int from proposal_templates`;
    await app.sql`insert into proposal_templates (name, content)
      select 'filler ' || n, '{"title": "", "items": []}' from generate_series(1, ${proposalTemplatesMax - count}) n`;
    const refused = await templates('POST', '', { proposalId, name: 'One more' });
    expect(refused.status).toBe(409);
    expect((await templates('GET')).body).toHaveLength(proposalTemplatesMax);
    await app.sql`delete from proposal_templates where name like 'filler %'`;
  });
});
