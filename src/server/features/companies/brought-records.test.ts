import { describe, expect, it } from 'vitest';

import type { BroughtRecords } from '~/contract/companies/companies-schema';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { testCompanies } from '~/testing/companies';

const bench = testCompanies();
const { app, ask, newInvoice, newRecurring, openInvoice, sentProposal } = bench;
const { newCompany, add, change, remove } = bench;

const rights = ['requests', 'invoices'] as const;
const statusOf = async (client: TestClient, path: string) => (await client.get(path)).status;
const byLink = async (kind: string, token: string) =>
  (await app.fetch(`/api/${kind}/by-link/${token}`)).status;
const broughtRecordsOf = async (id: number, client: TestClient) =>
  (await ask<BroughtRecords>('GET', `/api/admin/companies/${id}/members/${client.id}/brought`))
    .body;

/** Creates a client with a request, a proposal, an open invoice and a draft. */
async function clientWithRecords() {
  const client = await signUpClient(app);
  const request = await createRequest(client);
  const proposal = await sentProposal(client.email);
  const invoice = await openInvoice(client.email);
  const draft = await newInvoice({ clientId: client.id }, client.email);
  return { client, request, proposal, invoice, draft };
}

/** Deletes the audit log of all memberships, as retention does on a later day. */
const later = () =>
  app.sql`delete from audit_log where action in ('company.joined', 'company.left')`;

describe('records that a member brought', () => {
  it('are counted in the panel on any later day, with their outstanding amount', async () => {
    const { client } = await clientWithRecords();
    const id = await newCompany();
    await add(id, client, [...rights]);
    await createRequest(client);
    await later();
    const brought = await broughtRecordsOf(id, client);
    expect(brought).toMatchObject({ requests: 1, proposals: 1, invoices: 2, openInvoices: 1 });
    expect(brought.owed).toEqual([{ currency: 'USD', amount: expect.stringMatching(/^\d+\.00$/) }]);
    const unknown = await ask('GET', `/api/admin/companies/999999/members/${client.id}/brought`);
    expect(unknown.status).toBe(404);
  });

  it('go back to the member on any later day, except records created since joining; known links are revoked', async () => {
    const { client, request, proposal, invoice, draft } = await clientWithRecords();
    const id = await newCompany();
    const colleague = await signUpClient(app);
    await add(id, colleague, [...rights], true);
    await add(id, client, [...rights]);
    const since = await createRequest(client);
    // Emails about the records have been sent to another recipient in the meantime.
    await change(id, client, []);
    await change(id, client, [...rights]);
    await later();
    await remove(id, client, { withBrought: true });

    expect(await client.query('requests.get', { id: request.id })).toMatchObject(request);
    expect(await client.query('requests.get', { id: since.id })).toBe(404);
    expect(await client.query('dashboard.waiting')).toMatchObject({ invoices: 1, proposals: 1 });
    expect(await byLink('proposals', proposal.token)).toBe(404);
    expect(await byLink('invoices', invoice.token)).toBe(404);
    expect(await statusOf(colleague, `/api/invoices/${invoice.id}`)).toBe(404);
    expect(await colleague.query('requests.get', { id: request.id })).toBe(404);
    expect(await colleague.query('requests.get', { id: since.id })).toMatchObject(since);
    const rows = await app.sql`
      select user_id, company_id, client_email, buyer->>'email' as printed, brought_by_id from invoices
      where id in (${invoice.id}, ${draft.id})`;
    const theirs = {
      user_id: client.id,
      company_id: null,
      client_email: client.email,
      printed: client.email,
      brought_by_id: null,
    };
    expect([...rows]).toEqual([theirs, theirs]);
  });

  it('go back to the member by Undo, with links that still work, and are listed in the audit log', async () => {
    const { client, request, proposal } = await clientWithRecords();
    const id = await newCompany();
    await add(id, await signUpClient(app), [...rights]);
    await add(id, client, [...rights]);
    await remove(id, client, { withBrought: true });
    expect(await byLink('proposals', proposal.token)).toBe(200);
    const rows = await app.sql<{ after: object }[]>`
      select after from audit_log where about = ${`company:${id}`} and after->>'clientId' = ${client.id}
      order by id`;
    const records = { requests: [request.id], proposals: [proposal.id] };
    expect(rows.map(({ after }) => after)).toMatchObject([
      { brought: records },
      { returned: records },
    ]);
  });

  it('are assigned again when the member is added again, if they were left with the company by mistake', async () => {
    const { client, request, invoice } = await clientWithRecords();
    const id = await newCompany();
    await add(id, client, [...rights]);
    await remove(id, client);
    expect(await client.query('dashboard.waiting')).toMatchObject({ invoices: 0, proposals: 0 });

    await add(id, client, [...rights]);
    expect(await broughtRecordsOf(id, client)).toMatchObject({
      requests: 1,
      proposals: 1,
      invoices: 2,
    });
    await remove(id, client, { withBrought: true });
    expect(await client.query('requests.get', { id: request.id })).toMatchObject(request);
    expect(await statusOf(client, `/api/invoices/${invoice.id}`)).toBe(200);
    expect(await client.query('dashboard.waiting')).toMatchObject({ invoices: 1, proposals: 1 });
  });

  it('stay with the company if another member has become the client', async () => {
    const [company, owner, other] = [
      await newCompany(),
      await signUpClient(app),
      await signUpClient(app),
    ];
    const { id } = await newRecurring({ clientId: owner.id });
    await add(company, owner, ['invoices']);
    await add(company, other, ['invoices']);
    await ask('PUT', `/api/admin/recurring-invoices/${id}`, { clientId: other.id });
    await remove(company, owner, { withBrought: true });
    const [row] = await app.sql`
      select company_id as company, user_id as client from recurring_invoices where id = ${id}`;
    expect(row).toEqual({ company, client: other.id });
  });
});

it('the page of a client in the panel shows nothing of a company that the client has left', async () => {
  const { client } = await clientWithRecords();
  const id = await newCompany();
  await add(id, client, [...rights]);
  const shown = async () => {
    const { owed, openInvoices, openProposals, openRequests, history } =
      await app.services.admin.users.get(client.id);
    return [owed, openInvoices, openProposals, openRequests, history].map((rows) => rows.length);
  };
  expect(await shown()).toEqual([1, 1, 1, 1, 3]);
  await remove(id, client);
  expect(await shown()).toEqual([0, 0, 0, 0, 0]);
});
