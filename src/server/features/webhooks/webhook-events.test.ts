import { beforeAll, expect, it } from 'vitest';

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
const { acceptProposal, sentProposal, openInvoice } = salesOf(() => app);

beforeAll(async () => {
  app = at.app;
  admin = await userOf(app, (await addAdmin(app, 'owner')).id);
  const url = 'http://127.0.0.1:9';
  await asAdmin().webhooks.create({ url, events: ['*'], kind: 'standard', enabled: true });
});

const asAdmin = () => callerOf(admin, app.services).admin;
async function submit(path: string, fields: object): Promise<{ id: number }> {
  const response = await app.postJson(path, fields);
  const { id } = (await response.json()) as { id: number };
  return { id };
}

/** Expected fields of the events of each type, in their order. */
type Events = Partial<Record<WebhookEventType, object[]>>;

const today = () => new Date().toISOString().slice(0, 10);

/** Scenarios that cause events. Together, they cause every type. */
const scenarios: Record<string, () => Promise<Events>> = {
  'leads of the forms, and another status of a quote': async () => {
    const quote = await submit('/api/quotes', quoteRequest());
    const message = await submit('/api/contact', contactMessage());
    await asAdmin().quotes.setStatuses({ ids: [quote.id], status: 'contacted' });
    return {
      'quote.created': [quote],
      'quote.updated': [{ ...quote, status: 'contacted' }],
      'contact_message.created': [message],
    };
  },
  'another email of a client with a quote, and its restore': async () => {
    const client = await signUpClient(app);
    const { id } = await submit('/api/quotes', quoteRequest({ email: client.email }));
    const email = `${crypto.randomUUID()}@example.com`;
    await client.mutate('identity.sendEmailCode', { email });
    await client.mutate('identity.changeEmail', { email, otp: '123456' });
    const [row] = await app.sql`select created_at from quotes where id = ${id}`;
    // Without a new `updatedAt`, lists with `updatedSince` would miss the change.
    const updatedAt = expect.not.stringContaining(row?.created_at.toISOString());
    const [mail] = await app.sql`
      select text from mails where kind = 'email_changed' and "to" = ${client.email}`;
    const token = /\/restore-email#([\w-]+)/.exec(mail?.text)?.[1];
    await app.postJson('/api/trpc/identity.restoreEmail', { token });
    return {
      'quote.updated': [
        { id, email, updatedAt },
        { id, email: client.email },
      ],
    };
  },
  'a request with messages, of which one is internal, and two files that the client decides on':
    async () => {
      const { id: clientId } = await asAdmin().users.create({
        ...{ email: `${crypto.randomUUID()}@example.com`, firstName: 'Ada', lastName: 'Byron' },
      });
      const fields = { clientId, title: 'An engine', description: '', notify: false };
      const { id } = await asAdmin().requests.enter(fields);
      const client = callerOf(await userOf(app, clientId), app.services);
      await agencyFileIn(app, admin, id, { internal: true });
      const [first, second] = [
        await agencyFileIn(app, admin, id),
        await agencyFileIn(app, admin, id),
      ];
      await client.requestThreads.approve({ id: first.fileId });
      await client.requestThreads.returnFile({ id: second.fileId, comment: 'Too small' });
      await asAdmin().requests.setStatus({ id, status: 'completed' });
      return {
        'client.created': [{ id: clientId }],
        'request.created': [{ id }],
        'request.updated': [
          { id, status: 'in_progress' },
          { id, status: 'completed' },
        ],
        'message.created': [first, second].map(({ messageId }) => ({
          ...{ id: messageId, recordId: id, internal: false },
        })),
        'file.approved': [{ id: first.fileId, requestId: id, deliverable: 'approved' }],
        'file.returned': [{ id: second.fileId, requestId: id, deliverable: 'returned' }],
      };
    },
  'a proposal that is sent, viewed and accepted': async () => {
    const { id, token } = await sentProposal();
    await acceptProposal(token);
    return {
      'proposal.sent': [{ id, status: 'sent' }],
      'proposal.viewed': [{ id, status: 'viewed' }],
      'proposal.accepted': [{ id, status: 'accepted' }],
    };
  },
  'a proposal that is declined': async () => {
    const { id, token } = await sentProposal();
    await submit(`/api/proposals/by-link/${token}/decline`, { reason: 'No' });
    return { 'proposal.declined': [{ id, status: 'declined', declineReason: 'No' }] };
  },
  'a proposal after its last day': async () => {
    const { id } = await sentProposal();
    await app.sql`update proposals set valid_until = '2020-01-01' where id = ${id}`;
    await app.services.proposals.expire();
    return { 'proposal.expired': [{ id, status: 'expired' }] };
  },
  'an invoice that becomes overdue and is paid by a transfer': async () => {
    const { id } = await openInvoice();
    await app.sql`update invoices set due_date = '2020-01-01' where id = ${id}`;
    await app.services.invoices.runJob();
    await asAdmin().invoices.recordTransfer({ id, amount: '100.00', date: today() });
    return {
      'invoice.issued': [{ id, status: 'open', paid: '0.00' }],
      'invoice.overdue': [{ id, overdue: true }],
      'invoice.paid': [{ id, status: 'paid', paid: '100.00' }],
      'payment.received': [{ amount: '100.00', invoice: expect.objectContaining({ id }) }],
    };
  },
  'an invoice that is credited in full': async () => {
    const { id } = await openInvoice();
    await asAdmin().invoices.credit({ id, reason: 'A mistake' });
    return { 'invoice.voided': [{ id, status: 'void' }], 'invoice.credited': [{ id }] };
  },
  'a subscription that is paid, refunded in part, and canceled': async () => {
    const user = await at.subscriber();
    const { billing } = callerOf(user, app.services);
    const [payment] = await billing.payments();
    await asAdmin().payments.refund({ id: payment?.id ?? 0, amount: '0.01' });
    await at.settled();
    await billing.cancel();
    await at.settled();
    const [row] = await app.sql`
      select stripe_subscription_id as stripe_id from subscriptions where user_id = ${user.id}`;
    await at.sandbox.skipToRenewal(String(row?.stripe_id));
    await at.settled();
    const client = { client_id: user.id };
    return {
      'subscription.started': [{ ...client, status: 'active' }],
      'payment.received': [{ client_email: user.email, refunded: '0.00' }],
      'payment.refunded': [{ id: payment?.id, refunded: '0.01' }],
      'subscription.changed': [{ ...client, cancelAtPeriodEnd: true }],
      'subscription.ended': [client],
    };
  },
};

const caused = new Set<string>();

it.each(Object.entries(scenarios))('events are emitted for %s', async (_, cause) => {
  const [last] = await app.sql`select coalesce(max(id), 0) as id from webhook_events`;
  const expected = await cause();
  const events = await app.sql<{ type: string; data: object }[]>`
    select type, data from webhook_events where id > ${last?.id} order by id`;
  for (const [type, fields] of Object.entries(expected)) {
    caused.add(type);
    const found = events.filter((event) => event.type === type).map(({ data }) => data);
    expect([type, ...found]).toEqual([type, ...fields.map((one) => expect.objectContaining(one))]);
  }
  expect(JSON.stringify(events)).not.toMatch(
    /[a-f0-9]{64}|"\w*(hash|token|secret|password|digest|key)"/i,
  );
});

it('every type of event is emitted', () => {
  expect([...caused].sort()).toEqual([...eventTypes].sort());
});
