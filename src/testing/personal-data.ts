import { confirmIntent } from '~/sandbox/payments/confirm';
import type { StripeApp } from '~/testing/stripe-app';
import { addAdmin } from './admins';
import type { TestApp } from './app';
import { signUpClient, type TestClient } from './client-requests';
import { contactMessage, quoteRequest } from './requests';
import { salesOf } from './sales';
import { agencyFileIn, uploadAs, userOf } from './threads';

/** Values that are searched for after a deletion: a name, an address, and typed text. */
export const person = {
  firstName: 'Zephyrine',
  lastName: 'Quillfeather-O’Dowd',
  address: '77 Nightjar Row',
  phone: '+44 20 7946 0321',
  quote: 'An orrery of walnut wood',
  message: 'A lecture on comets',
  request: 'A telescope in the attic',
  said: 'The stairs are narrow',
  note: 'Speaks of stars all day',
  thanks: 'With thanks for the orrery',
  file: 'attic-plan-of-zephyrine.png',
  search: [
    'zephyrine',
    'quillfeather',
    'nightjar',
    '79460321',
    'orrery',
    'comets',
    'telescope',
    'stairs are narrow',
    'stars all day',
    'secret of the agency',
  ],
};

export const fullNameOf = `${person.firstName} ${person.lastName}`;

/** Creates a client with records of each kind. */
export async function busyClient({ app, sandbox, settled }: StripeApp, isPaying = true) {
  const admin = await userOf(app, (await addAdmin(app, 'owner')).id);
  const { newInvoice, newProposal, newRecurring, openInvoice, sentProposal } = salesOf(() => app);
  const client = await signUpClient(app);
  const oldEmail = client.email;
  await client.mutate('identity.changeProfile', {
    firstName: person.firstName,
    lastName: person.lastName,
  });
  const email = `${crypto.randomUUID()}@nightjar.example`;
  await client.mutate('identity.sendEmailCode', { email });
  await client.mutate('identity.changeEmail', { email, otp: '123456' });
  const moved: TestClient = { ...client, email };
  await client.mutate('companies.changeProfile', {
    name: fullNameOf,
    company: '',
    vatNumber: '',
    address: person.address,
    postcode: '12345',
    city: 'Ockham',
    country: 'GB',
    email: '',
    buyerReference: '',
  });
  await client.post('/api/quotes', {
    ...quoteRequest({ name: fullNameOf, email, phone: person.phone, projectDetails: person.quote }),
  });
  await client.post(
    '/api/contact',
    contactMessage({
      firstName: person.firstName,
      lastName: person.lastName,
      email: email.toUpperCase(),
      phone: person.phone,
      message: person.message,
    }),
  );
  const [quote] = await app.sql<[{ id: number }]>`select id from quotes where email = ${email}`;
  const of = { kind: 'quote', id: quote.id } as const;
  const { conversations, audit } = app.services.admin;
  await conversations.send(admin, { ...of, text: 'About the orrery: yes.', internal: false });
  await conversations.send(admin, { ...of, text: 'A secret of the agency', internal: true });
  await audit.addNote(admin, `quote:${quote.id}`, person.note);
  await app.services.admin.quotes.setStatus(admin, [quote.id], 'contacted');

  const user = await userOf(app, client.id);
  const { id: requestId } = await client.mutate<{ id: number }>('requests.create', {
    title: person.request,
    description: person.said,
  });
  const upload = await uploadAs(app.services, user, undefined, person.file);
  await app.services.requestThreads.send(user, {
    id: requestId,
    text: person.said,
    fileIds: [upload.id],
  });
  await agencyFileIn(app, admin, requestId);
  const internal = await agencyFileIn(app, admin, requestId, { internal: true });
  await app.services.admin.requestThreads.send(admin, {
    id: requestId,
    text: 'Another secret of the agency',
    fileIds: [],
    deliverableIds: [],
    internal: true,
  });
  await client.mutate('requestThreads.saveDraft', {
    id: requestId,
    text: person.said,
    fileIds: [],
  });
  await uploadAs(app.services, user, undefined, person.file);

  const named = { client: { name: fullNameOf, email } };
  const accepted = await sentProposal(email, { ...named, title: 'A new website' });
  const { contentHash } = (await (
    await app.fetch(`/api/proposals/by-link/${accepted.token}`)
  ).json()) as { contentHash: string };
  await app.postJson(`/api/proposals/by-link/${accepted.token}/accept`, {
    name: fullNameOf,
    agreed: true,
    contentHash,
  });
  const refused = await sentProposal(email, { ...named, title: 'An orrery' });
  const drafted = await newProposal({ ...named, title: 'Comets' }, email);
  const invoice = await openInvoice(email, { ...named, clientId: client.id });
  await app.services.admin.invoices.recordTransfer(admin, {
    id: invoice.id,
    amount: '30.00',
    date: new Date().toISOString().slice(0, 10),
    reference: `From ${fullNameOf}`,
    key: undefined,
  });
  await newRecurring({ clientId: client.id, note: person.thanks });
  await newRecurring({ ...named, note: person.thanks });
  const draft = await newInvoice({ ...named, clientId: client.id }, email);
  if (isPaying) {
    const [plan] = await app.services.plans.list();
    const { clientSecret } = await app.services.billing.subscribe(
      { id: client.id, email },
      { planId: plan?.id ?? 0, cycle: 'monthly' },
    );
    await sandbox.within((store) =>
      confirmIntent(store, clientSecret, { last4: '4242', expMonth: 12, expYear: 2034 }),
    );
    await settled();
  }
  return {
    client: moved,
    oldEmail,
    user,
    admin,
    requestId,
    fileId: upload.id,
    internalFileId: internal.fileId,
    accepted: accepted.id,
    gone: { proposals: [refused.id, drafted.id], invoice: draft.id },
    invoice: invoice.id,
  };
}

/** Returns the totals of accounting. */
export async function sumsOf({ sql }: Pick<TestApp, 'sql'>): Promise<object> {
  const [sums] = await sql`
    select
      (select coalesce(sum(amount_cents), 0)::int from payments where status in ('completed', 'refunded')) as received,
      (select coalesce(sum(refunded_cents), 0)::int from payments) as refunded,
      (select count(*)::int from payments) as payments,
      (select coalesce(sum(total_cents), 0)::int from invoices where status <> 'draft') as invoiced,
      (select coalesce(sum(paid_cents), 0)::int from invoices where status <> 'draft') as paid,
      (select coalesce(sum(total_cents - credited_cents - paid_cents), 0)::int from invoices where status = 'open') as owed,
      (select count(*)::int from invoices where status <> 'draft') as invoices,
      (select coalesce(sum(total_cents), 0)::int from credit_notes) as credited,
      (select coalesce(sum(total_cents), 0)::int from proposals where status = 'accepted') as ordered,
      (select array_agg(key || ' ' || last order by key) from number_series) as series,
      (select array_agg(number order by number) from invoices where number is not null) as numbers,
      (select count(*)::int from subscriptions) as subscriptions`;
  return sums ?? {};
}

/** Returns the columns of all tables that contain one of the words, as 'table.column', and stored content of files. */
export async function columnsWith(
  { sql }: Pick<TestApp, 'sql'>,
  words: readonly string[],
): Promise<string[]> {
  const columns = await sql<{ table: string; column: string; type: string }[]>`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { table, column, type } of columns) {
    const text =
      type === 'bytea'
        ? sql`lower(encode(${sql(column)}, 'escape'))`
        : sql`lower(${sql(column)}::text)`;
    const [row] = await sql<[{ hits: number }]>`
      select count(*)::int as hits from ${sql(table)}
      where exists (select from unnest(${words.map((word) => word.toLowerCase())}::text[]) word where position(word in ${text}) > 0)`;
    if (row.hits > 0) found.push(`${table}.${column}`);
  }
  return found.sort();
}

/** Requests a deletion as the client would, with the code of demo mode. */
export async function askDeletion(app: TestApp, client: TestClient, otp = '123456') {
  await client.post('/api/account/deletion-code', {});
  return app.fetch('/api/account', {
    method: 'DELETE',
    headers: { ...client.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ otp }),
  });
}

/** Moves a deletion to the end of its week, so that it is due. */
export const makeDue = (app: Pick<TestApp, 'sql'>, id: string) =>
  app.sql`update users set deletion_due_at = now() - interval '1 second' where id = ${id}`;
