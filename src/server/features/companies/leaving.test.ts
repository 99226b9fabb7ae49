import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signedInAs } from '~/testing/admins';
import { startTestApp, type TestApp } from '~/testing/app';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { companiesOf, companyProfile } from '~/testing/companies';
import { quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf } from '~/testing/sign-in';

let app: TestApp;
let ask: ReturnType<typeof askerOf>;

beforeAll(async () => {
  app = await startTestApp({
    env: { TRUST_PROXY: '1' },
    rateLimits: { codesFromNetwork: 1e6, linkWrites: 1e6, linkReads: 1e6 },
  });
  ask = askerOf(app, (await signedInAs(app, 'owner')).cookie);
});
afterAll(() => app.close());

const { newInvoice, openInvoice, sentProposal } = salesOf(() => app);
const { newCompany, add, change, remove, staffed } = companiesOf(
  () => app,
  () => ask,
);

const statusOf = async (client: TestClient, path: string) => (await client.get(path)).status;
const byLink = (kind: string, token: string) => app.fetch(`/api/${kind}/by-link/${token}`);

/** The link of a document as it is now. */
async function tokenOf(kind: 'proposal' | 'invoice', id: number): Promise<string> {
  const url = await app.services.documentLinks.knownUrlOf(kind, id);
  return url?.split('/').at(-1) ?? '';
}

async function accept(token: string) {
  const { contentHash } = (await (await byLink('proposals', token)).json()) as {
    contentHash: string;
  };
  const body = { name: 'Ada Byron', agreed: true, contentHash };
  return app.postJson(`/api/proposals/by-link/${token}/accept`, body);
}

describe('whoever leaves keeps nothing', () => {
  it('a proposal that is accepted afterwards stays with the company, as what comes of it', async () => {
    const { id, client, colleague, bookkeeper } = await staffed();
    const proposal = await sentProposal(client.email);
    await remove(id, client);
    const { url } = (await ask<{ url: string }>('GET', `/api/proposals/${proposal.id}`).then(() =>
      bookkeeper.query<{ url: string }>('proposals.get', { id: proposal.id }),
    )) as { url: string };
    expect((await accept(url.split('/').at(-1) ?? '')).status).toBe(200);
    const [row] = await app.sql`
      select company_id, request_id from proposals where id = ${proposal.id}`;
    expect(row?.company_id).toBe(id);
    const invoices = await app.sql`
      select company_id from invoices where proposal_id = ${proposal.id}`;
    expect(invoices.map(({ company_id }) => company_id)).toEqual([id, id]);
    expect(await client.query('requests.get', { id: row?.request_id })).toBe(404);
    expect(await statusOf(client, `/api/proposals/${proposal.id}`)).toBe(404);
    expect(await colleague.query('requests.get', { id: row?.request_id })).toMatchObject({
      id: row?.request_id,
    });
  });

  it('a proposal that is sent again goes to whoever took it over', async () => {
    const { id, client, bookkeeper } = await staffed();
    const proposal = await sentProposal(client.email);
    await remove(id, client);
    await ask('POST', `/api/admin/proposals/${proposal.id}/send`, {});
    const mails = await app.sql<{ to: string }[]>`
      select "to" from mails where about = ${`proposal:${proposal.id}`} order by id`;
    expect(mails.map(({ to }) => to)).toEqual([client.email, bookkeeper.email]);
    expect(await statusOf(client, `/api/proposals/${proposal.id}`)).toBe(404);
  });

  it('links of colleagues’ documents and of quotes that became requests open nothing', async () => {
    const { id, client, bookkeeper } = await staffed();
    const proposal = await sentProposal(client.email);
    const invoice = await openInvoice(client.email);
    const response = await app.postJson('/api/quotes', quoteRequest({ email: client.email }));
    const { id: quoteId } = (await response.json()) as { id: number };
    await ask('POST', `/api/admin/quotes/${quoteId}/request`, {});
    await app.sql`insert into service_requests (user_id, title, quote_id)
      values (${client.id}, 'Of a quote', ${quoteId}) on conflict do nothing`;
    const [{ nonce }] = await app.sql<[{ nonce: string }]>`
      select nonce from document_links where about = ${`quote:${quoteId}`}`;
    const quoteToken = app.services.documentLinks.tokenOf(nonce);
    expect((await byLink('quotes', quoteToken)).status).toBe(200);
    await remove(id, bookkeeper);
    expect((await byLink('proposals', proposal.token)).status).toBe(404);
    expect((await byLink('invoices', invoice.token)).status).toBe(404);
    expect((await byLink('quotes', quoteToken)).status).toBe(404);
    expect(await statusOf(client, `/api/invoices/${invoice.id}`)).toBe(200);
  });

  it('a right that is withdrawn takes the links and the documents as well', async () => {
    const { id, client, bookkeeper } = await staffed();
    const invoice = await openInvoice(client.email);
    await change(id, client, ['requests']);
    expect((await byLink('invoices', invoice.token)).status).toBe(404);
    const [row] = await app.sql`
      select user_id, client_email from invoices where id = ${invoice.id}`;
    expect(row).toEqual({ user_id: bookkeeper.id, client_email: companyProfile.email });
    expect(await tokenOf('invoice', invoice.id)).toBe('');
  });

  it('where nobody may see documents, they wait at the company’s mailbox for somebody who may', async () => {
    const id = await newCompany();
    const client = await signUpClient(app);
    await add(id, client, ['invoices']);
    const invoice = await openInvoice(client.email);
    const draft = await newInvoice({ clientId: client.id }, client.email);
    await remove(id, client);
    const emails = async () =>
      (
        await app.sql<{ email: string; printed: string; owner: string }[]>`
          select client_email as email, buyer->>'email' as printed, user_id as owner from invoices
          where id in (${invoice.id}, ${draft.id}) order by id`
      ).map(({ email, printed }) => [email, printed]);
    expect(await emails()).toEqual([
      [companyProfile.email, client.email],
      [companyProfile.email, companyProfile.email],
    ]);
    const later = await signUpClient(app);
    await add(id, later, ['invoices']);
    expect(await statusOf(later, `/api/invoices/${invoice.id}`)).toBe(200);
    const [row] = await app.sql`select user_id from invoices where id = ${invoice.id}`;
    expect(row?.user_id).toBe(later.id);
  });

  it('a company’s invoices do not go on to the mailbox of whoever left', async () => {
    const { id, bookkeeper } = await staffed();
    await ask('PUT', `/api/admin/companies/${id}`, { email: bookkeeper.email });
    await remove(id, bookkeeper);
    const [row] = await app.sql`select email from companies where id = ${id}`;
    expect(row?.email).toBe('');
  });
});

it('a client who was added by mistake is taken out with what they brought', async () => {
  const { id, colleague } = await staffed();
  const stranger = await signUpClient(app);
  const request = await createRequest(stranger);
  const invoice = await openInvoice(stranger.email);
  await add(id, stranger, ['requests']);
  expect(await colleague.query('requests.get', { id: request.id })).toMatchObject(request);
  await remove(id, stranger, { withBrought: true });
  expect(await stranger.query('requests.get', { id: request.id })).toMatchObject(request);
  expect(await statusOf(stranger, `/api/invoices/${invoice.id}`)).toBe(200);
  expect(await colleague.query('requests.get', { id: request.id })).toBe(404);
  const rows = await app.sql<{ after: object }[]>`
    select after from audit_log where about = ${`company:${id}`} and after->>'clientId' = ${stranger.id}
    order by id`;
  expect(rows.map(({ after }) => after)).toMatchObject([
    { brought: { requests: [request.id], invoices: [invoice.id] } },
    { returned: { requests: [request.id], invoices: [invoice.id] } },
  ]);
});

it('removing a member and accepting their proposals at once never waits in a circle', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, client } = await staffed();
    const proposals = await Promise.all([1, 2, 3].map(() => sentProposal(client.email)));
    const answers = await Promise.all([
      remove(id, client).then(({ status }) => status),
      ...proposals.map(async ({ token }) => (await accept(token)).status),
    ]);
    expect(answers.filter((status) => status >= 500)).toEqual([]);
    expect(answers[0]).toBe(200);
  }
});
