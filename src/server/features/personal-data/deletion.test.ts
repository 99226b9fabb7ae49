import { expect, it } from 'vitest';

import { keyOf } from '~/testing/admins';
import type { TestApp } from '~/testing/app';
import { signUpClient } from '~/testing/client-requests';
import {
  askDeletion,
  busyClient,
  columnsWith,
  fullNameOf,
  makeDue,
  person,
  sumsOf,
} from '~/testing/personal-data';
import { callMcp, procedureNamed } from '~/testing/procedures';
import { testStripeApp } from '~/testing/stripe-app';

const stripe = testStripeApp({
  rateLimits: { codeGap: 1e6, codesFromNetwork: 1e6, quoteForm: 1e6, contactForm: 1e6 },
});

/** Tables that must be retained by law, and the table of the payment sandbox, which is not part of the product. */
const allowed = [
  'document_events.text',
  'invoices.buyer',
  'invoices.client_email',
  'invoices.client_name',
  'invoices.search_text',
  'payments.reference',
  'proposal_acceptances.name',
  'proposal_versions.content',
  'proposals.client_email',
  'proposals.client_name',
  'proposals.content',
  'proposals.search_text',
  'proposals.title',
  'sandbox_objects.body',
];

/** Makes a program propose a change that names a client. */
async function proposeFor(app: TestApp, email: string): Promise<void> {
  const [company] = await app.sql`insert into companies (name) values ('Engines') returning id`;
  const { key } = await keyOf(app, 'owner', ['clients.read', 'clients.write']);
  const addMember = procedureNamed('admin.companies.addMember');
  await callMcp(app, addMember, { key }, { id: company?.id, email, rights: [] });
}

it('a deletion keeps all totals, and keeps the client’s data only in documents', async () => {
  const { app } = stripe;
  const busy = await busyClient(stripe);
  const { client, oldEmail } = busy;
  await proposeFor(app, client.email);
  // A colleague changed their email while the company's invoices were sent to the client.
  await app.sql`
    insert into email_changes (user_id, email, moved, log_id, companies, expires_at)
    select id, '', '{}', 0, ${app.sql.json([{ email: client.email }])}, now() from users where is_admin limit 1`;
  // Words that the search must find before the deletion, which proves that the search works.
  const words = [...person.search, client.email, oldEmail];
  const before = await columnsWith(app, words);
  for (const column of [
    'users.first_name',
    'quotes.project_details',
    'contact_messages.message',
    'service_requests.title',
    'messages.text',
    'mails.to',
    'mails.text',
    'audit_log.description',
    'notes.text',
    'files.name',
    'billing_profiles.address',
    'message_drafts.text',
    'rate_limits.key',
    'one_time_codes.email',
    'email_changes.email',
    'email_changes.companies',
    'stripe_events.payload',
    'proposed_changes.input',
  ]) {
    expect(before).toContain(column);
  }
  await app.sql`update subscriptions set taxed_buyer = ${app.sql.json({ name: fullNameOf })}`;
  await app.sql`update payments set taxed_buyer = ${app.sql.json({ name: fullNameOf })}`;
  // The client has changed their email, which delays the deletion for some days.
  await app.sql`update email_changes set expires_at = now()`;
  const sums = await sumsOf(app);
  const revenue = await app.services.admin.overview.stats();
  const asked = await askDeletion(app, client);
  expect(asked.status).toBe(200);
  expect(await asked.json()).toEqual({ dueAt: expect.any(String), by: '' });
  await client.post('/api/account/export', {});
  await app.services.personalData.writeExports();
  expect(await app.services.personalData.deleteDue()).toBe('');
  expect(await client.query('identity.viewer')).toMatchObject({ id: client.id });

  await makeDue(app, client.id);
  expect(await app.services.personalData.deleteDue()).toBe('Deleted 1 clients.');
  await stripe.settled();

  expect(await sumsOf(app)).toEqual(sums);
  expect((await app.services.admin.overview.stats()).totalRevenue).toBe(revenue.totalRevenue);
  expect(await client.query('identity.viewer')).toBeNull();
  const [row] = await app.sql`
    select email, first_name, last_name, deleted_at is not null as deleted, deletion_due_at from users where id = ${client.id}`;
  expect(row).toEqual({
    email: `deleted-${client.id}@deleted.invalid`,
    first_name: 'Deleted',
    last_name: 'client',
    deleted: true,
    deletion_due_at: null,
  });
  // The only email that is still to be sent is the last one.
  const last = await app.sql`select "to", kind from mails where "to" = ${client.email}`;
  expect([...last]).toEqual([{ to: client.email, kind: 'deletion_done' }]);
  await app.services.outbox.flush();
  await app.sql`update mails set sent_at = now() - interval '25 hours' where "to" = ${client.email}`;
  await app.services.personalData.deleteDue();
  const after = await columnsWith(app, words);
  expect(after.filter((column) => !allowed.includes(column))).toEqual([]);
  expect(after).toContain('invoices.buyer');

  // The plan has ended, and issued documents can still be paid.
  const [plan] =
    await app.sql`select status, taxed_buyer from subscriptions where user_id = ${client.id}`;
  expect(plan).toEqual({ status: 'canceled', taxed_buyer: null });
  const kept = await app.sql`
    select status, client_name from invoices where user_id = ${client.id} order by id`;
  // The remaining documents are the deposit and the rest of the accepted proposal, and the partially paid invoice.
  expect([...kept]).toEqual([
    { status: 'open', client_name: fullNameOf },
    { status: 'draft', client_name: fullNameOf },
    { status: 'open', client_name: fullNameOf },
    // The invoice of the client's plan.
    { status: 'paid', client_name: fullNameOf },
  ]);
  // Recurring invoices for the client are paused with a reason, whether they name the account or not.
  const recurring = await app.sql`
    select client_name, pause_reason, buyer from recurring_invoices where paused_at is not null`;
  const paused = {
    client_name: 'Deleted client',
    pause_reason: 'The client was deleted',
    buyer: null,
  };
  expect([...recurring]).toEqual([paused, paused]);
  const offered = await app.sql`select id from proposals where user_id = ${client.id}`;
  expect([...offered]).toEqual([{ id: busy.accepted }]);
  const chunks = await app.sql`
    select from file_chunks where key not in (select key from files union select key from data_exports)`;
  expect(chunks).toHaveLength(0);
  // A Stripe event whose content was cleared can be applied again.
  const events = await app.sql<{ id: string }[]>`
    select id from stripe_events where payload->'data'->'object'->>'customer' is not null`;
  expect(events.length).toBeGreaterThan(0);
  for (const { id } of events) await app.services.billing.replayEvent(id);
  expect(await sumsOf(app)).toEqual(sums);
  expect(await columnsWith(app, [client.email])).not.toContain('mails.to');
});

it('a deletion waits for the payment provider, and deletes nothing in the meantime', async () => {
  const { app } = stripe;
  const { client } = await busyClient(stripe);
  await askDeletion(app, client);
  await makeDue(app, client.id);
  const later = await signUpClient(app);
  await askDeletion(app, later);
  await makeDue(app, later.id);
  stripe.stripe.isAway = true;
  await expect(app.services.personalData.deleteDue()).rejects.toThrow('could not be deleted yet');
  // A failure does not stop the deletion of other clients.
  expect(await later.query('identity.viewer')).toBeNull();
  const state = () => app.sql`
    select first_name, deleted_at, (select count(*)::int from quotes where email = ${client.email}) as quotes
    from users where id = ${client.id}`;
  expect([...(await state())]).toEqual([
    { first_name: person.firstName, deleted_at: null, quotes: 1 },
  ]);
  // The deletion is due, so it can no longer be canceled.
  expect((await client.post('/api/account/keep', {})).status).toBe(409);
  stripe.stripe.isAway = false;
  expect(await app.services.personalData.deleteDue()).toBe('Deleted 1 clients.');
  expect([...(await state())]).toEqual([
    { first_name: 'Deleted', deleted_at: expect.any(Date), quotes: 0 },
  ]);
  await stripe.settled();
});

it('a deletion is done by one of two instances', async () => {
  const { app } = stripe;
  const { client } = await busyClient(stripe, false);
  await askDeletion(app, client);
  await makeDue(app, client.id);
  const runs = await Promise.all([
    app.services.personalData.deleteDue(),
    app.services.personalData.deleteDue(),
  ]);
  expect(runs.sort()).toEqual(['', 'Deleted 1 clients.']);
  const [done] = await app.sql`
    select count(*)::int as times from audit_log where about = ${`user:${client.id}`} and action = 'user.deleted'`;
  expect(done?.times).toBe(1);
});

it('the name is removed from documents once accounting no longer needs them', async () => {
  const { app } = stripe;
  const busy = await busyClient(stripe, false);
  const { client } = busy;
  await askDeletion(app, client);
  await makeDue(app, client.id);
  await app.services.personalData.deleteDue();
  await app.sql`
    update invoices set status = 'paid', paid_cents = total_cents, issue_date = '2010-12-31'
    where user_id = ${client.id} and status = 'open'`;
  await app.sql`delete from invoices where user_id = ${client.id} and status = 'draft'`;
  await app.sql`update proposals set decided_at = '2010-12-30' where user_id = ${client.id}`;
  const isTheirs = async () =>
    (
      await app.sql`select from invoices where user_id = ${client.id} and client_name = ${fullNameOf}`
    ).length;
  expect(await isTheirs()).toBe(2);
  const sums = await sumsOf(app);
  await app.services.jobs.runNow('retention');
  expect(await isTheirs()).toBe(0);
  expect(await sumsOf(app)).toEqual(sums);
  const [one] = await app.sql`
    select count(*)::int as documents from proposals where user_id = ${client.id} and client_name = 'Deleted client'`;
  expect(one?.documents).toBe(1);
  const left = await app.sql`
    select i.id from invoices i join users u on u.id = i.user_id
    where u.id = ${client.id} and position(${person.firstName} in i.buyer::text || coalesce(i.search_text, '')) > 0`;
  expect(left).toHaveLength(0);
  // The panel still shows the invoice and its total, but not the client's name.
  const shown = await app.services.admin.invoices.get(busy.invoice);
  expect(shown).toMatchObject({ client: { name: 'Deleted client', email: '' }, total: '100.00' });
});
