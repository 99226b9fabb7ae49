import { beforeAll, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { eventTypes, type WebhookEventType } from '~/contract/webhooks/events';
import { addAdmin } from '~/testing/admins';
import type { TestApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { signUpClient } from '~/testing/client-requests';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { testStripeApp } from '~/testing/stripe-app';
import { agencyFileIn, userOf } from '~/testing/threads';

const at = testStripeApp({ rateLimits: { codesFromNetwork: 1e6, codeGap: 1e6 } });
let app: TestApp;
let admin: CurrentUser;
const { sentProposal, openInvoice } = salesOf(() => app);

beforeAll(async () => {
  app = at.app;
  admin = await userOf(app, (await addAdmin(app, 'owner')).id);
  const url = 'http://127.0.0.1:9';
  await asAdmin().webhooks.create({ url, events: ['*'], kind: 'standard', enabled: true });
});

const asAdmin = () => callerOf(admin, app.services).admin;
const newEmail = () => `${crypto.randomUUID()}@example.com`;

async function submit(path: string, fields: object): Promise<{ id: number }> {
  const response = await app.postJson(path, fields);
  const { id } = (await response.json()) as { id: number };
  return { id };
}

const newClient = () =>
  asAdmin().users.create({ email: newEmail(), firstName: 'Ada', lastName: 'Byron' });

async function newRequest() {
  const client = await newClient();
  const fields = { clientId: client.id, title: 'An engine', description: '', notify: false };
  const { id } = await asAdmin().requests.enter(fields);
  return { id, client: callerOf(await userOf(app, client.id), app.services) };
}

async function decidedFile(decision: 'approved' | 'returned') {
  const { id, client } = await newRequest();
  const { fileId } = await agencyFileIn(app, admin, id);
  if (decision === 'approved') await client.requestThreads.approve({ id: fileId });
  else await client.requestThreads.returnFile({ id: fileId, comment: 'Too small' });
  return { id: fileId, requestId: id, deliverable: decision };
}

async function viewed() {
  const { id, token } = await sentProposal();
  const shown = await (await app.fetch(`/api/proposals/by-link/${token}`)).json();
  return { id, token, contentHash: (shown as { contentHash: string }).contentHash };
}

/** Changes the email of a client with a quote, which moves the quote. */
async function movedQuote() {
  const client = await signUpClient(app);
  const { id } = await submit('/api/quotes', quoteRequest({ email: client.email }));
  const email = newEmail();
  await client.mutate('identity.sendEmailCode', { email });
  await client.mutate('identity.changeEmail', { email, otp: '123456' });
  return { id, from: client.email, to: email };
}

const today = () => new Date().toISOString().slice(0, 10);

async function creditedInvoice() {
  const { id } = await openInvoice();
  await asAdmin().invoices.credit({ id, reason: 'A mistake' });
  return { id };
}

async function paidInvoice() {
  const { id } = await openInvoice();
  await asAdmin().invoices.recordTransfer({ id, amount: '100.00', date: today() });
  return { id };
}

async function subscription() {
  const user = await at.subscriber();
  const [row] = await app.sql`
    select stripe_subscription_id as stripe_id from subscriptions where user_id = ${user.id}`;
  return { user, stripeId: String(row?.stripe_id), billing: callerOf(user, app.services).billing };
}

/** Causes an event. @returns fields of the event, or of several events */
type Cause = () => Promise<object>;

/** Functions that cause each type of event. */
const causes: Record<WebhookEventType, Record<string, Cause>> = {
  'quote.created': {
    'a form of the site': () => submit('/api/quotes', quoteRequest()),
  },
  'quote.updated': {
    'another status': async () => {
      const { id } = await submit('/api/quotes', quoteRequest());
      await asAdmin().quotes.setStatuses({ ids: [id], status: 'contacted' });
      return { id, status: 'contacted' };
    },
    'another email of the client': async () => {
      const { id, to } = await movedQuote();
      const [row] = await app.sql`select created_at from quotes where id = ${id}`;
      // Without a new `updatedAt`, lists with `updatedSince` would miss the change.
      const updatedAt = expect.not.stringContaining(row?.created_at.toISOString());
      return { id, email: to, updatedAt };
    },
    'the restored email of the client': async () => {
      const { id, from, to } = await movedQuote();
      const [mail] = await app.sql`
        select text from mails where kind = 'email_changed' and "to" = ${from}`;
      const token = /\/restore-email#([\w-]+)/.exec(mail?.text)?.[1];
      await app.postJson('/api/trpc/identity.restoreEmail', { token });
      return [to, from].map((email) => ({ id, email }));
    },
  },
  'contact_message.created': {
    'a form of the site': () => submit('/api/contact', contactMessage()),
  },
  'client.created': { 'an admin': async () => ({ id: (await newClient()).id }) },
  'request.created': { 'an admin': async () => ({ id: (await newRequest()).id }) },
  'request.updated': {
    'another status': async () => {
      const { id } = await newRequest();
      await asAdmin().requests.setStatus({ id, status: 'in_progress' });
      return { id, status: 'in_progress' };
    },
  },
  'message.created': {
    'a message, and no internal message': async () => {
      const { id } = await newRequest();
      await agencyFileIn(app, admin, id, { internal: true });
      const { messageId } = await agencyFileIn(app, admin, id);
      return { id: messageId, recordId: id, internal: false };
    },
  },
  'file.approved': { 'a client': () => decidedFile('approved') },
  'file.returned': { 'a client': () => decidedFile('returned') },
  'proposal.sent': { 'an admin': async () => ({ id: (await sentProposal()).id, status: 'sent' }) },
  'proposal.viewed': { 'a client': async () => ({ id: (await viewed()).id, status: 'viewed' }) },
  'proposal.accepted': {
    'a client': async () => {
      const { id, token, contentHash } = await viewed();
      const fields = { name: 'Ada', agreed: true, contentHash };
      await submit(`/api/proposals/by-link/${token}/accept`, fields);
      return { id, status: 'accepted' };
    },
  },
  'proposal.declined': {
    'a client': async () => {
      const { id, token } = await viewed();
      await submit(`/api/proposals/by-link/${token}/decline`, { reason: 'No' });
      return { id, status: 'declined', declineReason: 'No' };
    },
  },
  'proposal.expired': {
    'the day after its last': async () => {
      const { id } = await sentProposal();
      await app.sql`update proposals set valid_until = '2020-01-01' where id = ${id}`;
      await app.services.proposals.expire();
      return { id, status: 'expired' };
    },
  },
  'invoice.issued': {
    'an admin': async () => ({ id: (await openInvoice()).id, status: 'open', paid: '0.00' }),
  },
  'invoice.paid': {
    'a transfer': async () => ({ ...(await paidInvoice()), status: 'paid', paid: '100.00' }),
  },
  'invoice.overdue': {
    'the day after its due date': async () => {
      const { id } = await openInvoice();
      await app.sql`update invoices set due_date = '2020-01-01' where id = ${id}`;
      await app.services.invoices.runJob();
      return { id, overdue: true };
    },
  },
  'invoice.voided': {
    'a credit of all': async () => ({ ...(await creditedInvoice()), status: 'void' }),
  },
  'invoice.credited': { 'a credit': creditedInvoice },
  'payment.received': {
    'a transfer': async () => ({
      amount: '100.00',
      invoice: expect.objectContaining(await paidInvoice()),
    }),
    'a plan': async () => ({ client_email: (await at.subscriber()).email, refunded: '0.00' }),
  },
  'payment.refunded': {
    'an admin': async () => {
      const { billing } = await subscription();
      const [payment] = await billing.payments();
      await asAdmin().payments.refund({ id: payment?.id ?? 0, amount: '0.01' });
      await at.settled();
      return { id: payment?.id, refunded: '0.01' };
    },
  },
  'subscription.started': {
    'a client': async () => ({ client_id: (await at.subscriber()).id, status: 'active' }),
  },
  'subscription.changed': {
    'a client who cancels': async () => {
      const { user, billing } = await subscription();
      await billing.cancel();
      await at.settled();
      return { client_id: user.id, cancelAtPeriodEnd: true };
    },
  },
  'subscription.ended': {
    'the end of its period': async () => {
      const { user, billing, stripeId } = await subscription();
      await billing.cancel();
      await at.sandbox.skipToRenewal(stripeId);
      await at.settled();
      return { client_id: user.id };
    },
  },
};

describe.each(eventTypes)('%s', (type) => {
  it.each(Object.entries(causes[type]))('is emitted for %s', async (_, cause) => {
    const [last] = await app.sql`select coalesce(max(id), 0) as id from webhook_events`;
    const fields = await cause();
    const events = await app.sql<{ type: string; data: object }[]>`
      select type, data from webhook_events where id > ${last?.id} order by id`;
    const found = events.filter((event) => event.type === type).map(({ data }) => data);
    expect(found).toEqual([fields].flat().map((one) => expect.objectContaining(one)));
    expect(JSON.stringify(events)).not.toMatch(
      /[a-f0-9]{64}|"\w*(hash|token|secret|password|digest|key)"/i,
    );
  });
});
