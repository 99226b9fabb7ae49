import { beforeAll, describe, expect, it } from 'vitest';

import type { CompanyDetail } from '~/contract/companies/company-detail-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import {
  createRequest,
  requestFields,
  signUpClient,
  type TestClient,
} from '~/testing/client-requests';
import { companiesOf, companyProfile } from '~/testing/companies';
import { listen } from '~/testing/live-listener';
import { waitForLock } from '~/testing/locks';
import { linkTo } from '~/testing/private-links';
import { quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf } from '~/testing/sign-in';
import { agencyFileIn, uploadAs, userOf } from '~/testing/threads';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: { quoteForm: 1e6, messages: 1e6, codesFromNetwork: 1e6, companyInvitations: 1e6 },
});
let admin: CurrentUser;
let ask: ReturnType<typeof askerOf>;

beforeAll(async () => {
  const { id, cookie } = await signedInAs(app, 'owner');
  admin = await userOf(app, id);
  ask = askerOf(app, cookie);
});

const { openInvoice, sentProposal } = salesOf(() => app);
const { newCompany, add, change, remove, staffed } = companiesOf(
  () => app,
  () => ask,
);
const profile = companyProfile;

const statusOf = async (client: TestClient, path: string) => (await client.get(path)).status;

describe('access of members', () => {
  it('requests, threads and files require the right to requests', async () => {
    const { id: companyId, client, colleague, bookkeeper } = await staffed();
    const { id } = await createRequest(client);
    const { fileId } = await agencyFileIn(app, admin, id);
    const { fileId: internalId } = await agencyFileIn(app, admin, id, { internal: true });

    for (const member of [client, colleague]) {
      expect(await member.query('requests.get', { id })).toMatchObject({ id });
      expect(await member.query('requestThreads.page', { id })).toMatchObject({
        rows: [{ text: 'Here it is' }],
      });
      expect(await statusOf(member, `/api/files/${fileId}`)).toBe(200);
      expect(await statusOf(member, `/api/files/${internalId}`)).toBe(404);
    }
    expect(await bookkeeper.query('requests.get', { id })).toBe(404);
    expect(await bookkeeper.query('requestThreads.page', { id })).toBe(404);
    expect(await bookkeeper.query('requestThreads.get', { id })).toBe(404);
    expect(await statusOf(bookkeeper, `/api/files/${fileId}`)).toBe(404);
    expect(await bookkeeper.mutate('requestThreads.approve', { id: fileId })).toBe(404);
    expect(await (await bookkeeper.get('/api/service-requests')).json()).toEqual([]);
    expect(await bookkeeper.query('requestThreads.files', {})).toMatchObject({ total: 0 });
    expect(await bookkeeper.query('requestThreads.unread')).toEqual({ requests: [], total: 0 });
    expect(await bookkeeper.mutate('requests.create', requestFields)).toBe(403);

    const { id: upload } = await uploadAs(app.services, await userOf(app, colleague.id));
    const sent = await colleague.mutate<{ id: number }>('requestThreads.send', {
      id,
      text: 'From a colleague',
      fileIds: [upload],
    });
    expect(await client.query('requestThreads.page', { id })).toMatchObject({
      rows: [{ isOwn: false }, { isOwn: false, author: 'Ada Byron' }],
    });
    expect(await client.mutate('requestThreads.edit', { id: sent.id, text: 'Changed' })).toBe(404);
    // A withdrawn right no longer applies to the next query.
    await change(companyId, colleague, []);
    expect(await colleague.query('requests.get', { id })).toBe(404);
  });

  it('documents, payments and PDFs require the right to invoices', async () => {
    const { client, colleague, bookkeeper } = await staffed();
    const invoice = await openInvoice(client.email);
    const proposal = await sentProposal(client.email);
    for (const member of [client, bookkeeper]) {
      expect(await statusOf(member, `/api/invoices/${invoice.id}`)).toBe(200);
      expect(await statusOf(member, `/api/invoices/${invoice.id}/pdf`)).toBe(200);
      expect(await statusOf(member, `/api/proposals/${proposal.id}`)).toBe(200);
      expect(await member.query('dashboard.waiting')).toMatchObject({ invoices: 1, proposals: 1 });
    }
    for (const path of [
      `/api/invoices/${invoice.id}`,
      `/api/invoices/${invoice.id}/pdf`,
      `/api/proposals/${proposal.id}`,
      `/api/proposals/${proposal.id}/pdf`,
    ]) {
      expect(await statusOf(colleague, path)).toBe(404);
    }
    expect(await (await colleague.get('/api/invoices')).json()).toEqual([]);
    expect(await colleague.query('dashboard.waiting')).toMatchObject({ invoices: 0, proposals: 0 });

    await ask('POST', `/api/admin/invoices/${invoice.id}/payments`, {
      amount: '100.00',
      date: '2026-01-02',
    });
    const paid = await bookkeeper.query<{ rows: { id: number }[]; total: number }>(
      'billing.search',
      {},
    );
    expect(paid.total).toBe(1);
    const [payment] = paid.rows;
    expect(await bookkeeper.query('billing.receipt', { id: payment?.id })).toMatchObject({
      id: payment?.id,
    });
    expect(await colleague.query('billing.receipt', { id: payment?.id })).toBe(404);
    expect(await colleague.query('billing.search', {})).toMatchObject({ total: 0 });
    expect(await bookkeeper.query('dashboard.stats')).toMatchObject({ totalSpent: '100.00' });
    expect(await colleague.query('dashboard.stats')).toMatchObject({ totalSpent: '0.00' });
  });

  it('a thread shows related documents only to members who may see them', async () => {
    const { client, colleague } = await staffed();
    const { id } = await createRequest(client);
    const invoice = await openInvoice(client.email, { requestId: id });
    const beside = (member: TestClient) =>
      member.query<{ invoices: { id: number }[] }>('requestThreads.get', { id });
    expect((await beside(client)).invoices.map((one) => one.id)).toEqual([invoice.id]);
    expect((await beside(colleague)).invoices).toEqual([]);
  });

  it('conversations of proposals and of earlier leads, and their files, require the reader’s right', async () => {
    const { id: companyId, client, colleague, bookkeeper } = await staffed();
    await app.postJson('/api/quotes', quoteRequest({ email: client.email, name: 'Ada Byron' }));
    const [{ id: quoteId }] = await app.sql<[{ id: number }]>`
      select id from quotes where email = ${client.email}`;
    const send = async (kind: 'quote' | 'proposal', id: number, text: string) => {
      const { id: fileId } = await uploadAs(app.services, admin);
      const about = { kind, id, text, internal: false, fileIds: [fileId] };
      await app.services.admin.conversations.send(admin, about);
      return fileId;
    };
    const ofQuote = await send('quote', quoteId, 'The board must not know yet');
    const { id: requestId } = await app.services.admin.requests.createFromQuote(admin, quoteId);
    const proposal = await sentProposal(client.email, { leadId: quoteId });
    const ofProposal = await send('proposal', proposal.id, 'We can go down to 8,000.00');
    await app.sql`update proposals set request_id = ${requestId} where id = ${proposal.id}`;

    const textsFor = async (member: TestClient) => {
      const page = await member.query<{ rows: { text: string }[] }>('requestThreads.page', {
        id: requestId,
      });
      return page.rows.map(({ text }) => text).sort();
    };
    const read = (member: TestClient) =>
      Promise.all([ofQuote, ofProposal].map((id) => statusOf(member, `/api/files/${id}`)));
    expect(await textsFor(client)).toEqual([
      'The board must not know yet',
      'We can go down to 8,000.00',
    ]);
    expect(await read(client)).toEqual([200, 200]);
    expect(await textsFor(colleague)).toEqual([]);
    expect(await read(colleague)).toEqual([404, 404]);
    // The client has the right to proposals, but not to the lead of a colleague.
    expect(await read(bookkeeper)).toEqual([404, 200]);
    const seen = await bookkeeper.query<{ messages: { text: string }[] }>('proposals.get', {
      id: proposal.id,
    });
    expect(seen.messages.map(({ text }) => text).join()).toContain('8,000.00');
    expect(seen.messages.map(({ text }) => text).join()).not.toContain('board');
    // A colleague who is signed in writes in their own name, and reads nothing after leaving.
    await app.sql`update users set first_name = 'Bob' where id = ${bookkeeper.id}`;
    const path = `/api/proposals/by-link/${proposal.token}/messages`;
    expect((await bookkeeper.post(path, { text: 'Whose is the invoice?' })).status).toBe(200);
    const [said] = await app.sql`
      select author_name from messages where text = 'Whose is the invoice?'`;
    expect(said?.author_name).toBe('Bob Byron');
    await remove(companyId, bookkeeper);
    expect(await read(bookkeeper)).toEqual([404, 404]);
  });

  it('a proposal for a member without the right is sent to a colleague with the right', async () => {
    const { client, colleague } = await staffed();
    const response = await app.postJson('/api/quotes', quoteRequest({ email: colleague.email }));
    const { id: leadId } = (await response.json()) as { id: number };
    const proposal = await sentProposal(colleague.email, { leadId });
    const mails = await app.sql<{ to: string }[]>`
      select "to" from mails where about = ${`proposal:${proposal.id}`}`;
    expect(mails.map(({ to }) => to)).toEqual([client.email]);
    const token = await linkTo(app, 'quote', leadId);
    const page = await app.fetch(`/api/quotes/by-link/${token}`);
    expect(await page.json()).toMatchObject({ proposal: null });
  });

  it('a document is not sent to a member without the right, even if no other member can receive it', async () => {
    const id = await newCompany({ email: '' });
    const member = await signUpClient(app);
    await add(id, member, ['requests']);
    const message = expect.stringContaining('may not see proposals and invoices');
    await expect(sentProposal(member.email)).rejects.toMatchObject({ code: 'CONFLICT', message });
    await expect(
      openInvoice(member.email, { client: undefined, clientId: member.id }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message });
    await expect(openInvoice(member.email)).rejects.toMatchObject({ code: 'CONFLICT', message });
  });

  it('the link that accepts a proposal is only for its addressee and for managers', async () => {
    const { id, client, bookkeeper } = await staffed();
    const [manager, outsider] = [await signUpClient(app), await signUpClient(app)];
    await add(id, manager, ['invoices'], true);
    const proposal = await sentProposal(client.email);
    const urlFor = (member: TestClient) =>
      member.query<{ url: string | null }>('proposals.get', { id: proposal.id });
    expect(await urlFor(client)).toMatchObject({ url: proposal.url });
    expect(await urlFor(manager)).toMatchObject({ url: proposal.url });
    expect(await urlFor(bookkeeper)).toMatchObject({ url: null });
    expect(await urlFor(outsider)).toBe(404);
  });

  it('live updates reach members only about records that they may see, also after a change of rights', async () => {
    const { id: companyId, client, colleague, bookkeeper } = await staffed();
    const { id } = await createRequest(client);
    const streams = await Promise.all(
      [colleague, bookkeeper].map((member) => listen(app, member.headers)),
    );
    const [ofColleague, ofBookkeeper] = streams;
    await client.mutate('requestThreads.send', { id, text: 'Hello', fileIds: [] });
    await ofColleague?.until(() => ofColleague.has(`requestThreads ${id}`));
    expect(ofBookkeeper?.heard).toEqual([]);

    await remove(companyId, colleague);
    await ofColleague?.until(() => ofColleague.state.isOver);
    const heard = ofColleague?.heard.length;
    const again = await listen(app, colleague.headers);
    await client.mutate('requestThreads.send', { id, text: 'Among us', fileIds: [] });
    const own = await createRequest(colleague);
    await again.until(() => again.has(`requests ${own.id}`));
    expect(again.has(`requestThreads ${id}`)).toBe(false);
    expect(ofColleague?.heard.length).toBe(heard);
    await Promise.all([...streams, again].map((stream) => stream.stop()));
  });
});

describe('joining and leaving', () => {
  it('transfers a client’s records to the company, where they stay', async () => {
    const [client, colleague] = await Promise.all([signUpClient(app), signUpClient(app)]);
    const request = await createRequest(client);
    const said = { id: request.id, text: 'Hello', fileIds: [] };
    const message = await client.mutate<{ id: number }>('requestThreads.send', said);
    const invoice = await openInvoice(client.email);
    const before =
      await app.sql`select buyer, totals, total_cents from invoices where id = ${invoice.id}`;
    const id = await newCompany();
    await add(id, client, ['requests', 'invoices']);
    await add(id, colleague, ['requests', 'invoices']);
    expect(await colleague.query('requests.get', { id: request.id })).toMatchObject(request);
    expect(await statusOf(colleague, `/api/invoices/${invoice.id}`)).toBe(200);

    await remove(id, client);
    expect(await client.query('requests.get', { id: request.id })).toBe(404);
    expect(await statusOf(client, `/api/invoices/${invoice.id}`)).toBe(404);
    expect(await (await client.get('/api/invoices')).json()).toEqual([]);
    expect(await client.mutate('requestThreads.edit', { id: message.id, text: 'Changed' })).toBe(
      404,
    );
    expect(await client.mutate('requestThreads.remove', { id: message.id })).toBe(404);
    // Links in earlier emails are revoked.
    expect((await app.fetch(`/api/invoices/by-link/${invoice.token}`)).status).toBe(404);
    expect(await statusOf(colleague, `/api/invoices/${invoice.id}`)).toBe(200);
    expect(
      await app.sql`select buyer, totals, total_cents from invoices where id = ${invoice.id}`,
    ).toEqual(before);
    // Emails about the record are sent to a colleague.
    const [row] =
      await app.sql`select client_email, user_id from invoices where id = ${invoice.id}`;
    expect(row).toEqual({ client_email: profile.email, user_id: colleague.id });
    await ask('PUT', `/api/admin/service-requests/${request.id}`, { status: 'in_progress' });
    const [mail] = await app.sql`
      select "to" from mails where about = ${`request:${request.id}`} and kind = 'request_update'`;
    expect(mail?.to).toBe(colleague.email);
    const own = await createRequest(client);
    expect(await colleague.query('requests.get', { id: own.id })).toBe(404);
  });

  it('includes proposals that were sent before there was an account', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const proposal = await sentProposal(email);
    const id = await newCompany();
    const colleague = await signUpClient(app);
    await add(id, colleague, ['invoices']);
    await ask('POST', `/api/admin/companies/${id}/members`, { email, rights: [] });
    expect(await statusOf(colleague, `/api/proposals/${proposal.id}`)).toBe(200);
  });

  it('transfers a request that is created while its client joins', async () => {
    const client = await signUpClient(app);
    const id = await newCompany();
    let made: Promise<unknown> = Promise.resolve();
    await app.sql.begin(async (tx) => {
      await tx`select from users where id = ${client.id} for update`;
      made = createRequest(client);
      // Waits for the lock of the client.
      await waitForLock(tx);
      await tx`update users set company_id = ${id} where id = ${client.id}`;
    });
    await made;
    const rows =
      await app.sql`select company_id from service_requests where user_id = ${client.id}`;
    expect([...rows]).toEqual([{ company_id: id }]);
  });

  it('does not add a member of one company to another', async () => {
    const client = await signUpClient(app);
    await add(await newCompany({ name: 'Mills & Co' }), client, ['requests']);
    const answer = await add(await newCompany(), client, ['requests']);
    expect(answer).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('belongs to Mills & Co') },
    });
  });

  it('does not add an account with an admin’s email', async () => {
    const id = await newCompany();
    const email = admin.email;
    const answer = await ask('POST', `/api/admin/companies/${id}/members`, { email, rights: [] });
    expect(answer.status).toBe(409);
    const nobody = await ask('POST', `/api/admin/companies/${id}/members`, { rights: [] });
    expect(nobody.status).toBe(400);
  });
});

it('an old form does not overwrite newer changes', async () => {
  const id = await newCompany();
  const { body } = await ask<CompanyDetail>('GET', `/api/admin/companies/${id}`);
  const expectedUpdatedAt = body.updatedAt;
  await ask('PUT', `/api/admin/companies/${id}`, { notes: 'First' });
  const late = await ask('PUT', `/api/admin/companies/${id}`, {
    notes: 'Second',
    expectedUpdatedAt,
  });
  expect(late.status).toBe(409);
});
