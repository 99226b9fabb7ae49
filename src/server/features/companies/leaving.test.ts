import { describe, expect, it } from 'vitest';

import { signUpClient, type TestClient } from '~/testing/client-requests';
import { changeEmail, companyProfile, testCompanies } from '~/testing/companies';
import { waitForLock } from '~/testing/locks';
import { makeDue } from '~/testing/personal-data';
import { linkTo } from '~/testing/private-links';
import { quoteRequest } from '~/testing/requests';

const bench = testCompanies();
const { app, ask, newInvoice, newProposal, openInvoice, sentProposal } = bench;
const { newCompany, add, change, remove, staffed } = bench;

const statusOf = async (client: TestClient, path: string) => (await client.get(path)).status;
const byLink = (kind: string, token: string) => app.fetch(`/api/${kind}/by-link/${token}`);

/** Returns the current link of a document. */
async function tokenOf(kind: 'proposal' | 'invoice', id: number): Promise<string> {
  const url = await app.services.documentLinks.readableUrl(kind, id, undefined);
  return url?.split('/').at(-1) ?? '';
}

async function accept(token: string) {
  const { contentHash } = (await (await byLink('proposals', token)).json()) as {
    contentHash: string;
  };
  const body = { name: 'Ada Byron', agreed: true, contentHash };
  return app.postJson(`/api/proposals/by-link/${token}/accept`, body);
}

describe('loss of access', () => {
  it('a proposal that is sent again and accepted afterwards stays with the company, including its work and invoices', async () => {
    const { id, client, colleague, bookkeeper } = await staffed();
    const proposal = await sentProposal(client.email);
    await remove(id, client);
    await ask('POST', `/api/admin/proposals/${proposal.id}/send`, {});
    const mails = await app.sql<{ to: string }[]>`
      select "to" from mails where about = ${`proposal:${proposal.id}`} and kind = 'proposal_sent'
      order by id`;
    expect(mails.map(({ to }) => to)).toEqual([client.email, bookkeeper.email]);
    expect((await accept(await tokenOf('proposal', proposal.id))).status).toBe(200);
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

  it('no document is sent to a former member’s email, even if it was the company’s email', async () => {
    const { id, client, bookkeeper } = await staffed();
    await ask('PUT', `/api/admin/companies/${id}`, { email: bookkeeper.email });
    const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
    await ask('PUT', `/api/admin/companies/${id}`, { email: '' });
    await changeEmail(bookkeeper);
    await remove(id, bookkeeper);
    const [row] = await app.sql`select client_email from invoices where id = ${invoice.id}`;
    expect(row?.client_email).toBe(client.email);
  });

  describe('a proposal that is accepted after the only member with the right to invoices has left', () => {
    /** Creates a company with an open proposal, whose only member with the right to invoices then leaves. */
    async function payerLeft(changes: object = {}) {
      const id = await newCompany(changes);
      const [payer, manager] = [await signUpClient(app), await signUpClient(app)];
      await add(id, payer, ['requests', 'invoices']);
      await add(id, manager, ['requests'], true);
      const proposal = await sentProposal(payer.email);
      await remove(id, payer);
      return { id, payer, manager, proposal, token: await linkTo(app, 'proposal', proposal.id) };
    }

    const madeOf = (proposalId: number) => app.sql<{ company: number; email: string }[]>`
      select work.company_id as company, users.email from proposals
      join service_requests work on work.id = proposals.request_id
      join users on users.id = work.user_id where proposals.id = ${proposalId}
      union all
      select invoices.company_id, users.email from invoices join users on users.id = invoices.user_id
      where proposal_id = ${proposalId}`;

    it('belongs to the company: its work to a member, its invoices to the company’s email', async () => {
      const email = `${crypto.randomUUID()}@engines.example`;
      const { id, payer, manager, proposal, token } = await payerLeft({ email });
      expect((await accept(token)).status).toBe(200);
      const made = await madeOf(proposal.id);
      expect([...made]).toEqual([
        { company: id, email: manager.email },
        { company: id, email },
        { company: id, email },
      ]);
      const [row] =
        await app.sql`select company_id, request_id from proposals where id = ${proposal.id}`;
      expect(row?.company_id).toBe(id);
      expect(await payer.query('requests.get', { id: row?.request_id })).toBe(404);
      expect(await manager.query('requests.get', { id: row?.request_id })).toMatchObject({
        id: row?.request_id,
      });
      expect(await (await payer.get('/api/invoices')).json()).toEqual([]);
      const [mail] = await app.sql`
        select "to" from mails where kind = 'invoice_issued' and about in (select 'invoice:' || id from invoices where proposal_id = ${proposal.id})`;
      expect(mail?.to).toBe(email);
    });

    it('can be accepted although the account of the former member was deleted', async () => {
      const email = `${crypto.randomUUID()}@engines.example`;
      const { id, payer, manager, proposal, token } = await payerLeft({ email });
      await app.sql`update users set deleted_at = now() where id = ${payer.id}`;
      expect((await accept(token)).status).toBe(200);
      expect(await madeOf(proposal.id)).toContainEqual({ company: id, email: manager.email });
    });

    it('waits for a member with the right if the company has no email', async () => {
      const { id, manager, proposal, token } = await payerLeft({ email: '' });
      expect((await accept(token)).status).toBe(409);
      await change(id, manager, ['requests', 'invoices']);
      expect((await accept(await tokenOf('proposal', proposal.id))).status).toBe(200);
      expect((await madeOf(proposal.id)).map(({ email }) => email)).toEqual(
        Array.from({ length: 3 }, () => manager.email),
      );
    });

    it('is not sent without a recipient, and an invoice of its schedule is not issued without one', async () => {
      const { id, client, bookkeeper } = await staffed({ email: '' });
      const draft = await newInvoice({ clientId: client.id }, client.email);
      const open = await sentProposal(client.email);
      await app.sql`update invoices set scheduled_for = current_date where id = ${draft.id}`;
      await remove(id, client);
      await remove(id, bookkeeper);
      const sent = await ask('POST', `/api/admin/proposals/${open.id}/send`, {});
      expect(sent.status).toBe(409);
      await app.services.invoices.runJob();
      const [row] = await app.sql`
        select status, scheduled_for = current_date as has_day, (select text from document_events e
          where e.invoice_id = invoices.id and e.kind = 'stopped') as why
        from invoices where id = ${draft.id}`;
      expect(row).toEqual({
        status: 'draft',
        has_day: true,
        why: expect.stringContaining('Nobody in the company may see'),
      });
      await ask('PUT', `/api/admin/companies/${id}`, { email: companyProfile.email });
      expect((await ask('POST', `/api/admin/proposals/${open.id}/send`, {})).status).toBe(200);
      await app.services.invoices.runJob();
      const after = await ask('GET', `/api/admin/invoices/${draft.id}`);
      expect(after.body).toMatchObject({ status: 'open', clientEmail: companyProfile.email });
    });

    it('never goes to a member who leaves while it is accepted', async () => {
      const { id, client, bookkeeper } = await staffed();
      const proposal = await sentProposal(client.email);
      let accepted: Promise<{ status: number }> = Promise.resolve({ status: 0 });
      await app.sql.begin(async (other) => {
        await other`select from proposals where id = ${proposal.id} for update`;
        accepted = accept(proposal.token);
        await waitForLock(other);
        await other`update users set company_id = null, company_rights = '{}', is_company_manager = false where id = ${client.id}`;
      });
      expect((await accepted).status).toBe(200);
      const made = await madeOf(proposal.id);
      expect(made.map(({ company }) => company)).toEqual([id, id, id]);
      expect(made.map(({ email }) => email)).not.toContain(client.email);
      expect(made.map(({ email }) => email)).toContain(bookkeeper.email);
    });
  });

  it('a document created for a colleague while a member leaves is not addressed to the former member', async () => {
    const id = await newCompany();
    const [payer, colleague] = [await signUpClient(app), await signUpClient(app)];
    await add(id, payer, ['invoices']);
    await add(id, colleague, ['requests']);
    const makers = [
      () => newProposal({}, colleague.email),
      () => newInvoice({ client: undefined, clientId: colleague.id }),
    ];
    for (const [index, table] of ['proposals', 'invoices'].entries()) {
      let made: Promise<{ id: number } | undefined> = Promise.resolve(undefined);
      await app.sql.begin(async (other) => {
        await other`select from users where id = ${payer.id} for update`;
        made = makers[index]?.() ?? made;
        await waitForLock(other);
        await other`update users set company_rights = '{}' where id = ${payer.id}`;
      });
      const [row] = await app.sql`
        select company_id as company, client_email as email from ${app.sql(table)}
        where id = ${(await made)?.id ?? 0}`;
      expect(row).toEqual({ company: id, email: companyProfile.email });
      await change(id, payer, ['invoices']);
    }
  });

  it('links of colleagues’ documents and of quotes that became requests are revoked', async () => {
    const { id, client, bookkeeper } = await staffed();
    const proposal = await sentProposal(client.email);
    const invoice = await openInvoice(client.email);
    const response = await app.postJson('/api/quotes', quoteRequest({ email: client.email }));
    const { id: quoteId } = (await response.json()) as { id: number };
    await ask('POST', `/api/admin/quotes/${quoteId}/request`, {});
    await app.sql`insert into service_requests (user_id, title, quote_id)
      values (${client.id}, 'Of a quote', ${quoteId}) on conflict do nothing`;
    const quoteToken = await linkTo(app, 'quote', quoteId);
    expect((await byLink('quotes', quoteToken)).status).toBe(200);
    await remove(id, bookkeeper);
    expect((await byLink('proposals', proposal.token)).status).toBe(404);
    expect((await byLink('invoices', invoice.token)).status).toBe(404);
    expect((await byLink('quotes', quoteToken)).status).toBe(404);
    expect(await statusOf(client, `/api/invoices/${invoice.id}`)).toBe(200);
  });

  it('withdrawing a right also revokes the links and the access to documents', async () => {
    const { id, client, bookkeeper } = await staffed();
    const invoice = await openInvoice(client.email);
    await change(id, client, ['requests']);
    expect((await byLink('invoices', invoice.token)).status).toBe(404);
    const [row] = await app.sql`
      select user_id, client_email from invoices where id = ${invoice.id}`;
    expect(row).toEqual({ user_id: bookkeeper.id, client_email: companyProfile.email });
    expect(await tokenOf('invoice', invoice.id)).not.toBe(invoice.token);
  });

  it('documents hidden from all members keep the company’s email until a member gets the right', async () => {
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

  it('a company’s invoices no longer go to an email that a former member has or had', async () => {
    for (const hasChanged of [false, true]) {
      const { id, bookkeeper } = await staffed();
      if (hasChanged) await changeEmail(bookkeeper);
      await ask('PUT', `/api/admin/companies/${id}`, { email: bookkeeper.email });
      await remove(id, bookkeeper);
      const [row] = await app.sql`select email from companies where id = ${id}`;
      expect(row?.email).toBe('');
    }
  });

  it('a draft with the typed email of a former member is issued to the company', async () => {
    const { id, client, bookkeeper } = await staffed();
    const draft = await newInvoice({
      clientId: client.id,
      client: { name: 'Ada Byron', email: bookkeeper.email },
    });
    expect(draft.client.email).toBe(bookkeeper.email);
    await remove(id, bookkeeper);
    await ask('POST', `/api/admin/invoices/${draft.id}/issue`, {});
    expect(await recipientsOf(draft.id)).toEqual([companyProfile.email]);
  });
});

const recipientsOf = async (invoiceId: number) => {
  const mails = await app.sql<{ to: string }[]>`
    select "to" from mails where about = ${`invoice:${invoiceId}`} and kind like 'invoice_%' order by id`;
  return mails.map(({ to }) => to);
};

it('new links are also emailed when the account of a member is deleted', async () => {
  const { client, bookkeeper } = await staffed({ email: '' });
  const invoice = await openInvoice(client.email);
  await makeDue(app, bookkeeper.id);
  expect(await app.services.personalData.deleteDue()).toBe('Deleted 1 clients.');
  const mails = await app.sql<{ to: string }[]>`
    select "to" from mails where kind = 'link_renewed' and about = ${`invoice:${invoice.id}`}`;
  expect([...mails]).toEqual([{ to: client.email }]);
});

it('the audit entry of a changed company email names the documents that got another recipient', async () => {
  const { id, client, bookkeeper } = await staffed({ email: '' });
  const invoice = await openInvoice(client.email);
  await remove(id, bookkeeper);
  await change(id, client, []);
  const email = `${crypto.randomUUID()}@engines.example`;
  await ask('PUT', `/api/admin/companies/${id}`, { email });
  const [row] = await app.sql`
    select after from audit_log where about = ${`company:${id}`} and action = 'company.updated'`;
  expect(row?.after).toMatchObject({ email, handedTo: { email, invoices: [invoice.id] } });
});

const renewedTo = async ({ email }: TestClient) =>
  app.sql<{ text: string; link_nonce: string }[]>`
    select text, link_nonce from mails where kind = 'link_renewed' and "to" = ${email} order by id`;

it('the new links of several changes are in one email', async () => {
  const { client, colleague, bookkeeper } = await staffed({ email: '' });
  for (const _ of [1, 2]) await openInvoice(client.email);
  const rights = (member: TestClient, given: string[]) =>
    client.mutate('companies.setRights', { clientId: member.id, rights: given });
  await rights(bookkeeper, []);
  await openInvoice(client.email);
  await rights(colleague, ['requests', 'invoices']);
  await rights(colleague, ['requests']);
  await rights(bookkeeper, ['invoices']);
  await rights(bookkeeper, []);
  const [mail, ...more] = await renewedTo(client);
  expect(more).toEqual([]);
  const nonces = String(mail?.link_nonce).split(' ');
  expect(nonces).toHaveLength(3);
  const known = await app.sql`select from document_links where nonce in ${app.sql(nonces)}`;
  expect(known).toHaveLength(3);
});

it('new links of open documents are emailed to their addressees, but only if the former member could see them', async () => {
  const { id, client, colleague, bookkeeper } = await staffed({ email: '' });
  const invoice = await openInvoice(client.email);
  await remove(id, colleague);
  expect((await byLink('invoices', invoice.token)).status).toBe(200);
  expect(await renewedTo(client)).toHaveLength(0);
  await sentProposal(bookkeeper.email);
  await remove(id, bookkeeper);
  const [mail, ...more] = await renewedTo(client);
  expect(more).toEqual([]);
  await app.sql`update mails set claimed_until = null where cancel_key like 'renewed links%'`;
  await app.services.outbox.flush();
  const nonces = String(mail?.link_nonce).split(' ');
  expect(mail?.text).toContain('{private-link-token:1}');
  for (const [at, kind] of ['proposals', 'invoices'].entries()) {
    const opened = await byLink(kind, app.services.documentLinks.tokenOf(nonces[at] ?? ''));
    expect(opened.status).toBe(200);
  }
  expect(await renewedTo(bookkeeper)).toHaveLength(0);
  const token = await tokenOf('invoice', invoice.id);
  expect((await byLink('invoices', token)).status).toBe(200);
});

it('removing a member and accepting their proposals at once never deadlocks', async () => {
  for (let round = 0; round < 3; round += 1) {
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
