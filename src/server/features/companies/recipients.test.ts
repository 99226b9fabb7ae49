import { describe, expect, it } from 'vitest';

import { signUpClient, type TestClient } from '~/testing/client-requests';
import { changeEmail, companyProfile, testCompanies } from '~/testing/companies';
import { linkTo } from '~/testing/private-links';
import { quoteRequest } from '~/testing/requests';
import { type Addressed, type Receivers, recipientOf } from './recipients';

const { app, ask, openInvoice, sentProposal, newCompany, add, change, remove, staffed } =
  testCompanies();

const byLink = (kind: string, token: string) => app.fetch(`/api/${kind}/by-link/${token}`);

/** Returns the recipients of emails about an invoice, in order. */
const recipientsOf = async (invoiceId: number) => {
  const mails = await app.sql<{ to: string }[]>`
    select "to" from mails where about = ${`invoice:${invoiceId}`} and kind like 'invoice_%' order by id`;
  return mails.map(({ to }) => to);
};

/** Returns the recipients of new links to an invoice. */
const renewedFor = async (invoiceId: number) => {
  const mails = await app.sql<{ to: string }[]>`
    select "to" from mails where about = ${`invoice:${invoiceId}`} and kind = 'link_renewed' order by id`;
  return mails.map(({ to }) => to);
};

describe('the recipient', () => {
  const [ada, bob] = [
    { id: 'ada', email: 'ada@example.com' },
    { id: 'bob', email: 'bob@example.com' },
  ];
  const mailbox = 'accounts@example.com';
  const company: Receivers = { mailbox, payers: [ada, bob], excluded: ['carl@example.com'] };
  const withoutMailbox = { ...company, mailbox: '' };
  const nobody = { mailbox: '', payers: [], excluded: [ada.email] };
  const of: Omit<Addressed, 'kind'> = { ownerId: 'bob', typed: null, own: '' };

  it.each<[string, string | undefined, Partial<Addressed>, Receivers]>([
    ['is the company’s email', mailbox, {}, company],
    ['is the owner if the company has no email', bob.email, {}, withoutMailbox],
    ['is a colleague of an owner without the right', ada.email, { ownerId: 'x' }, withoutMailbox],
    ['is the entered email', 'typed@example.com', { typed: 'typed@example.com' }, company],
    [
      'is the company’s email if the entered one belongs to a member without the right',
      mailbox,
      { typed: 'carl@example.com' },
      company,
    ],
    [
      'is the owner if the company’s email belongs to a member without the right',
      bob.email,
      {},
      { ...company, mailbox: 'carl@example.com' },
    ],
    [
      'is the owner’s own email if they brought the invoice',
      'b@example.com',
      { own: 'b@example.com' },
      company,
    ],
    [
      'is the company’s email while the member who brought the invoice lacks the right',
      mailbox,
      { ownerId: 'x', own: 'b@example.com' },
      company,
    ],
    [
      'is the entered email without any member',
      'typed@example.com',
      { typed: 'typed@example.com' },
      nobody,
    ],
    ['is nobody without members and email', undefined, { ownerId: 'ada' }, nobody],
    ['is nobody if the entered email is empty', '', { typed: '' }, company],
  ])('of an invoice %s', (_, expected, document, receivers) => {
    expect(recipientOf({ ...of, ...document, kind: 'invoice' }, receivers)).toBe(expected);
  });

  it.each<[string, string | undefined, Partial<Addressed>, Receivers]>([
    ['is the owner', bob.email, {}, company],
    [
      'is the owner’s account email, even with another email for invoices',
      bob.email,
      { own: 'b@example.com' },
      company,
    ],
    ['is a colleague of an owner without the right', ada.email, { ownerId: 'x' }, company],
    ['is the company’s email without members', mailbox, {}, { ...nobody, mailbox }],
    ['is nobody without members and email', undefined, {}, nobody],
  ])('of a proposal %s', (_, expected, document, receivers) => {
    expect(recipientOf({ ...of, ...document, kind: 'proposal' }, receivers)).toBe(expected);
  });
});

const disable = (client: TestClient, isDisabled: boolean) =>
  ask('POST', '/api/trpc/admin.users.setDisabled', { id: client.id, isDisabled });

describe('documents after a change of email', () => {
  const newEmail = () => `${crypto.randomUUID()}@engines.example`;
  const profileWith = (email: string) => ({
    ...companyProfile,
    company: companyProfile.name,
    email,
  });

  it.each<[string, (email: string, of: { id: number; client: TestClient }) => Promise<unknown>]>([
    ['the agency', (email, { id }) => ask('PUT', `/api/admin/companies/${id}`, { email })],
    [
      'the agency in a client’s billing data',
      (email, { client }) => ask('PUT', `/api/admin/clients/${client.id}`, { billing: { email } }),
    ],
    [
      'a manager',
      (email, { client }) => client.mutate('companies.changeProfile', profileWith(email)),
    ],
    [
      'a merge',
      async (email, { id }) =>
        ask('POST', `/api/admin/companies/${id}/merge`, { into: await newCompany({ email }) }),
    ],
  ])('go to the company’s new email for invoices, changed by %s', async (_, changeEmail) => {
    const { id, client } = await staffed();
    const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
    const email = newEmail();
    await changeEmail(email, { id, client });
    expect((await byLink('invoices', invoice.token)).status).toBe(404);
    expect(await renewedFor(invoice.id)).toEqual([email]);
  });

  it('of a company without a member who may see them go to its new email', async () => {
    const id = await newCompany();
    const client = await signUpClient(app);
    await add(id, client, ['requests']);
    const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
    const email = newEmail();
    await ask('PUT', `/api/admin/companies/${id}`, { email });
    expect((await byLink('invoices', invoice.token)).status).toBe(404);
    expect(await renewedFor(invoice.id)).toEqual([email]);
  });

  it.each<[string, (email: string, client: TestClient) => Promise<unknown>]>([
    [
      'the agency',
      (email, client) => ask('PUT', `/api/admin/clients/${client.id}`, { billing: { email } }),
    ],
    ['the client', (email, client) => client.mutate('companies.changeProfile', profileWith(email))],
  ])(
    'go to the new email for invoices of a client without a company, changed by %s',
    async (_, changeEmail) => {
      const client = await signUpClient(app);
      await changeEmail('typo@engines.example', client);
      const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
      const email = newEmail();
      await changeEmail(email, client);
      expect((await byLink('invoices', invoice.token)).status).toBe(404);
      expect(await renewedFor(invoice.id)).toEqual([email]);
    },
  );

  it('go to the account’s email once a change of the company’s email has ended the member’s own email for invoices', async () => {
    const client = await signUpClient(app);
    await client.mutate('companies.changeProfile', profileWith('typo@engines.example'));
    const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
    await add(await newCompany(), client, ['invoices'], true);
    const changeCompany = (email: string) =>
      ask('PUT', `/api/admin/clients/${client.id}`, { billing: { email } });
    // The same email changes nothing.
    await changeCompany(companyProfile.email);
    expect(await addresseeOf('invoices', invoice)).toBe('typo@engines.example');
    await changeCompany(newEmail());
    expect((await byLink('invoices', invoice.token)).status).toBe(404);
    expect(await renewedFor(invoice.id)).toEqual([client.email]);
  });

  it('go to the new email of an account, changed by its client', async () => {
    const client = await signUpClient(app);
    const invoice = await openInvoice(client.email);
    const email = await changeEmail(client);
    expect(await renewedFor(invoice.id)).toEqual([email]);
  });

  it('go to the current email with the next reminder if a document still has an earlier one', async () => {
    const { id, client } = await staffed();
    const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
    await ask('PUT', `/api/admin/companies/${id}`, { email: newEmail() });
    const into = await newCompany({ email: newEmail() });
    await ask('POST', `/api/admin/companies/${id}/merge`, { into });
    await app.sql`update invoices set client_email = ${companyProfile.email} where id = ${invoice.id}`;
    const [company] = await app.sql`select email from companies where id = ${into}`;
    await ask('POST', `/api/admin/invoices/${invoice.id}/remind`, {});
    expect((await recipientsOf(invoice.id)).at(-1)).toBe(company?.email);
  });
});

describe('a member who loses the right to see documents', () => {
  it('no longer receives documents at the company’s email', async () => {
    const { id, client, bookkeeper } = await staffed({ email: '' });
    await ask('PUT', `/api/admin/companies/${id}`, { email: bookkeeper.email });
    const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
    await change(id, bookkeeper, ['requests']);
    await ask('POST', `/api/admin/invoices/${invoice.id}/remind`, {});
    expect(await recipientsOf(invoice.id)).toEqual([bookkeeper.email, client.email]);
    const [company] = await app.sql`select email from companies where id = ${id}`;
    expect(company?.email).toBe('');
  });

  it('receives no reminder, even of a document that still has their address', async () => {
    const { id, client, bookkeeper } = await staffed();
    const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
    await change(id, bookkeeper, ['requests']);
    await app.sql`update invoices set client_email = ${bookkeeper.email} where id = ${invoice.id}`;
    const before = await linkTo(app, 'invoice', invoice.id);
    await ask('POST', `/api/admin/invoices/${invoice.id}/remind`, {});
    expect((await recipientsOf(invoice.id)).at(-1)).toBe(companyProfile.email);
    expect((await byLink('invoices', before)).status).toBe(404);
  });
});

it('documents leave the company’s former email when the member who owns that mailbox changes their email', async () => {
  const { id, client, bookkeeper } = await staffed({ email: '' });
  await ask('PUT', `/api/admin/companies/${id}`, { email: client.email });
  const invoice = await openInvoice(undefined, { clientId: bookkeeper.id, client: undefined });
  await ask('PUT', `/api/admin/companies/${id}`, { email: companyProfile.email });
  await changeEmail(client);
  expect((await byLink('invoices', invoice.token)).status).toBe(404);
  const [row] = await app.sql`select client_email from invoices where id = ${invoice.id}`;
  expect(row?.client_email).toBe(companyProfile.email);
});

it('links of documents end when their client joins a company without the right to see them', async () => {
  const { id, client } = await staffed({ email: '' });
  const joining = await signUpClient(app);
  const invoice = await openInvoice(joining.email);
  await add(id, joining, ['requests']);
  expect((await byLink('invoices', invoice.token)).status).toBe(404);
  expect(await renewedFor(invoice.id)).toContain(client.email);
});

it('a document whose links were revoked gets a new link with its next recipient', async () => {
  const { id, client, bookkeeper } = await staffed({ email: '' });
  await ask('PUT', `/api/admin/companies/${id}`, { email: bookkeeper.email });
  const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
  await changeEmail(bookkeeper);
  await remove(id, bookkeeper);
  expect(await renewedFor(invoice.id)).toContain(client.email);
});

it('documents go back to the only member with the right to invoices when they lose it and regain it', async () => {
  const id = await newCompany({ email: '' });
  const client = await signUpClient(app);
  await add(id, client, ['requests', 'invoices'], true);
  const invoice = await openInvoice(client.email);
  const proposal = await sentProposal(client.email);
  await change(id, client, ['requests']);
  // Nobody is emailed about the payment, and its link must not count as known.
  const payment = { id: invoice.id, amount: '1.00', date: '2026-01-31' };
  await app.services.admin.invoices.recordTransfer('system', payment);
  await change(id, client, ['requests', 'invoices']);
  const renewed = await app.sql`
    select subject from mails where kind = 'link_renewed' and "to" = ${client.email}`;
  expect(renewed).toEqual([{ subject: expect.stringMatching(/links to 2 documents$/) }]);
  for (const [table, document] of [
    ['invoices', invoice],
    ['proposals', proposal],
  ] as const) {
    const [row] =
      await app.sql`select client_email from ${app.sql(table)} where id = ${document.id}`;
    expect(row?.client_email).toBe(client.email);
  }
});

/** Returns the recipient of a document. */
async function addresseeOf(table: 'invoices' | 'proposals', { id }: { id: number }) {
  const [row] = await app.sql`select client_email from ${app.sql(table)} where id = ${id}`;
  return row?.client_email;
}

const statusOf = async (kind: 'invoice' | 'proposal', id: number) => {
  const url = await app.services.documentLinks.readableUrl(kind, id, undefined);
  return url && (await byLink(`${kind}s`, url.split('/').at(-1) ?? '')).status;
};

/** Creates a company without an email for invoices. @returns its only member with the right, and documents of theirs */
async function onlyPayer() {
  const id = await newCompany({ email: '' });
  const client = await signUpClient(app);
  await add(id, client, ['requests', 'invoices'], true);
  const invoice = await openInvoice(client.email);
  const proposal = await sentProposal(client.email);
  return { id, client, invoice, proposal };
}

describe('documents of the only member with the right to invoices', () => {
  it('keep recipient and link while that member is disabled and receives no email, even if other members change', async () => {
    const { id, client, invoice, proposal } = await onlyPayer();
    await disable(client, true);
    await add(id, await signUpClient(app), ['requests']);
    const payment = { id: invoice.id, amount: '1.00', date: '2026-01-31' };
    await app.services.admin.invoices.recordTransfer('system', payment);
    const received =
      await app.sql`select from mails where kind = 'payment_received' and "to" = ${client.email}`;
    expect(received).toHaveLength(0);
    await disable(client, false);
    expect(await addresseeOf('invoices', invoice)).toBe(client.email);
    expect(await addresseeOf('proposals', proposal)).toBe(client.email);
    expect((await byLink('invoices', invoice.token)).status).toBe(200);
    expect((await byLink('proposals', proposal.token)).status).toBe(200);
  });

  it('get new links when that member is enabled with another email', async () => {
    const { client, invoice } = await onlyPayer();
    const email = `${crypto.randomUUID()}@example.com`;
    await disable(client, true);
    await ask('PUT', `/api/admin/clients/${client.id}`, { email });
    expect(await statusOf('invoice', invoice.id)).toBeNull();
    await disable(client, false);
    expect(await addresseeOf('invoices', invoice)).toBe(email);
    expect(await statusOf('invoice', invoice.id)).toBe(200);
  });

  it('are not sent after that member has left, and go to the next permitted member with new links', async () => {
    const { id, client, invoice, proposal } = await onlyPayer();
    await remove(id, client);
    expect(await addresseeOf('invoices', invoice)).toBe(client.email);
    expect(await addresseeOf('proposals', proposal)).toBe(client.email);
    for (const path of [`invoices/${invoice.id}/remind`, `proposals/${proposal.id}/send`]) {
      const { status, body } = await ask('POST', `/api/admin/${path}`, {});
      expect([status, body]).toEqual([
        409,
        expect.objectContaining({ message: expect.stringContaining('Nobody in the company') }),
      ]);
    }
    const { body: added } = await ask<{ id: string; email: string }>('POST', '/api/admin/clients', {
      email: `${crypto.randomUUID()}@example.com`,
      firstName: 'Bob',
      companyId: id,
    });
    expect(await addresseeOf('invoices', invoice)).toBe(added.email);
    expect(await statusOf('proposal', proposal.id)).toBe(200);
    const mails = await app.sql`select link_nonce from mails where "to" = ${added.email}
      and kind = 'link_renewed'`;
    expect(mails.map(({ link_nonce }) => String(link_nonce).split(' ').length)).toEqual([2]);
  });
});

it('an earlier quote of a former member does not show a proposal without a permitted recipient', async () => {
  const { id, client, proposal } = await onlyPayer();
  const colleague = await signUpClient(app);
  await add(id, colleague, ['requests']);
  await app.sql`update companies set email = ${colleague.email} where id = ${id}`;
  const sent = await app.postJson('/api/quotes', { ...quoteRequest(), email: client.email });
  const { id: quoteId } = (await sent.json()) as { id: number };
  await app.sql`update proposals set quote_id = ${quoteId} where id = ${proposal.id}`;
  const token = await linkTo(app, 'quote', quoteId);
  const shown = async () => {
    const page = await byLink('quotes', token);
    return ((await page.json()) as { proposal: object | null }).proposal;
  };
  expect(await shown()).not.toBeNull();
  await remove(id, client);
  expect(await shown()).toBeNull();
});

it('a message about a proposal without a permitted recipient does not go to a former member’s quote', async () => {
  const { id, client, proposal } = await onlyPayer();
  const sent = await app.postJson('/api/quotes', { ...quoteRequest(), email: client.email });
  const { id: quoteId } = (await sent.json()) as { id: number };
  await ask('PUT', `/api/admin/proposals/${proposal.id}`, { leadId: quoteId });
  await remove(id, client);
  const write = () =>
    ask<{ message: string }>('POST', `/api/admin/proposals/${proposal.id}/messages`, {
      text: 'We can go down to 8,000',
    });
  const { status, body } = await write();
  expect([status, body.message]).toEqual([
    409,
    expect.stringContaining('give a member that right'),
  ]);
  const opened = { kind: 'quote' as const, id: quoteId };
  const written = await ask('POST', `/api/admin/quotes/${opened.id}/messages`, { text: 'Hello' });
  expect(written.status).toBe(200);
});

it('a copy of a company’s proposal belongs to the company, and is not sent to a former member', async () => {
  const { id, client, proposal } = await onlyPayer();
  await remove(id, client);
  const path = '/api/admin/proposals';
  const copy = await ask<{ id: number }>('POST', `${path}/${proposal.id}/duplicate`, {});
  const [row] = await app.sql`select company_id from proposals where id = ${copy.body.id}`;
  expect(row?.company_id).toBe(id);
  expect((await ask('POST', `${path}/${copy.body.id}/send`, {})).status).toBe(409);
  const next = await signUpClient(app);
  await add(id, next, ['invoices']);
  expect((await ask('POST', `${path}/${copy.body.id}/send`, {})).status).toBe(200);
  const [after] = await app.sql`select client_email from proposals where id = ${copy.body.id}`;
  expect(after?.client_email).toBe(next.email);
});

it('documents go to a colleague while their owner is disabled, and return afterwards', async () => {
  const { client, bookkeeper } = await staffed({ email: '' });
  const proposal = await sentProposal(client.email);
  await disable(client, true);
  expect(await addresseeOf('proposals', proposal)).toBe(bookkeeper.email);
  expect((await byLink('proposals', proposal.token)).status).toBe(404);
  await disable(client, false);
  expect(await addresseeOf('proposals', proposal)).toBe(client.email);
  expect(await statusOf('proposal', proposal.id)).toBe(200);
});

it('proposals stay at the account’s email when its client changes the email for invoices', async () => {
  const client = await signUpClient(app);
  const [invoice, proposal] = [await openInvoice(client.email), await sentProposal(client.email)];
  const billing = { email: 'books@engines.example' };
  await ask('PUT', `/api/admin/clients/${client.id}`, { billing });
  expect(await addresseeOf('invoices', invoice)).toBe(billing.email);
  expect((await byLink('proposals', proposal.token)).status).toBe(200);
  await ask('PUT', `/api/admin/clients/${client.id}`, { billing: { email: '' } });
  expect(await addresseeOf('invoices', invoice)).toBe(client.email);
});

it('invoices return to a company’s email that was removed and is entered again', async () => {
  const { id, client, bookkeeper } = await staffed();
  const documents: { id: number }[] = [];
  for (const { id: clientId } of [client, bookkeeper]) {
    documents.push(await openInvoice(undefined, { clientId, client: undefined }));
  }
  await ask('PUT', `/api/admin/companies/${id}`, { email: '' });
  const emails = async () =>
    Promise.all(documents.map((document) => addresseeOf('invoices', document)));
  expect(await emails()).toEqual([client.email, bookkeeper.email]);
  await ask('PUT', `/api/admin/companies/${id}`, { email: companyProfile.email });
  expect(await emails()).toEqual([companyProfile.email, companyProfile.email]);
  for (const document of documents) expect(await statusOf('invoice', document.id)).toBe(200);
});

it('an email that was entered for an invoice does not change with the owner or the company’s email', async () => {
  const { id, client, colleague } = await staffed();
  const typed = `${crypto.randomUUID()}@example.com`;
  const invoice = await openInvoice(typed, { clientId: colleague.id });
  const withoutClient = await openInvoice(client.email);
  await add(id, await signUpClient(app), ['requests']);
  await ask('PUT', `/api/admin/companies/${id}`, { email: typed });
  await ask('PUT', `/api/admin/companies/${id}`, { email: 'new@engines.example' });
  for (const [one, email] of [
    [invoice, typed],
    [withoutClient, client.email],
  ] as const) {
    expect(await addresseeOf('invoices', one)).toBe(email);
    expect((await byLink('invoices', one.token)).status).toBe(200);
  }
});

it('an email that was entered for an invoice and belongs to an account changes with the account', async () => {
  const { client, bookkeeper } = await staffed();
  const invoice = await openInvoice(bookkeeper.email, { clientId: client.id });
  const email = await changeEmail(bookkeeper);
  expect(await addresseeOf('invoices', invoice)).toBe(email);
});

it('an unsent email with new links leaves out links that were revoked in the meantime', async () => {
  const { id, client } = await staffed();
  const invoice = await openInvoice(undefined, { clientId: client.id, client: undefined });
  const emails = ['first@engines.example', 'second@engines.example'];
  for (const email of emails) await ask('PUT', `/api/admin/companies/${id}`, { email });
  expect(await renewedFor(invoice.id)).toEqual([emails[1]]);
});
