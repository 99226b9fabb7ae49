import { expect, it } from 'vitest';

import { sign } from '~/sandbox/payments/service';
import { startTestApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { testStripeApp, webhookPath, webhookSecret } from '~/testing/stripe-app';

const at = testStripeApp();

/** Creates an event of an unknown customer, which is stored but not applied. */
function eventOf(id = `evt_${crypto.randomUUID()}`, padding = ''): { id: string; body: string } {
  const object = { id: 'in_strange', object: 'invoice', customer: 'cus_strange', padding };
  const event = { id, object: 'event', type: 'invoice.paid', created: 1_700_000_000 };
  return { id, body: JSON.stringify({ ...event, data: { object } }) };
}

const recorded = async (id: string) =>
  at.app.sql`select applied_at is not null as applied from stripe_events where id = ${id}`;

const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;

it.each([
  ['no signature', () => undefined],
  ['an empty signature', () => ''],
  ['an invalid signature', () => 'nonsense'],
  ['another secret', (body: string) => sign('whsec_other', body)],
  ['another body', (body: string) => sign(webhookSecret, `${body} `)],
  ['an old timestamp', (body: string) => sign(webhookSecret, body, hourAgo())],
])('the webhook rejects %s and stores nothing', async (_, signatureOf) => {
  const { id, body } = eventOf();
  const signature = signatureOf(body);
  const response = await at.deliver(body, {
    'Content-Type': 'application/json',
    ...(signature !== undefined && { 'Stripe-Signature': signature }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    message: 'The signature is not right',
    code: 'BAD_REQUEST',
  });
  expect(await recorded(id)).toEqual([]);
});

it.each([undefined, 'application/json; charset=utf-8', 'text/plain'])(
  'the webhook accepts an event with the content type %s',
  async (type) => {
    const { id, body } = eventOf();
    const response = await at.deliver(body, {
      ...(type && { 'Content-Type': type }),
      'Stripe-Signature': sign(webhookSecret, body),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ received: true });
    await at.settled();
    expect(await recorded(id)).toEqual([{ applied: true }]);
  },
);

it('a subscription and its payment are written in one transaction', async () => {
  const from = at.sent.length;
  const user = await at.subscriber();
  const told = at.sent.slice(from).map((body) => ({ body, type: JSON.parse(body).type }));
  await at.app.sql`delete from payments where user_id = ${user.id}`;
  await at.app.sql`delete from stripe_events`;
  const ofSubscription = told.findLast(({ type }) => type === 'customer.subscription.updated');
  expect((await at.deliver(ofSubscription?.body ?? '')).status).toBe(200);
  await at.settled();
  const { billing } = callerOf(user, at.app.services);
  expect(await billing.mine()).toMatchObject({ status: 'active' });
  expect(await billing.payments()).toMatchObject([{ status: 'completed' }]);
});

it('the webhook accepts large events, and rejects bodies past the limit', async () => {
  const large = eventOf(undefined, 'x'.repeat(900 * 1024));
  expect((await at.deliver(large.body)).status).toBe(200);
  const { id, body } = eventOf(undefined, 'x'.repeat(1024 * 1024));
  const headers = { 'Stripe-Signature': sign(webhookSecret, body) };
  const streamed = await at.app.fetch(webhookPath, {
    method: 'POST',
    headers,
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit);
  const length = { 'Content-Length': String(body.length) };
  for (const response of [streamed, await at.deliver(body, { ...headers, ...length })]) {
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  }
  expect(await recorded(id)).toEqual([]);
});

it('without a secret, the webhook answers every event with 400', async () => {
  const { STRIPE_WEBHOOK_SECRET: _, ...env } = at.env;
  const deaf = await startTestApp({ databaseUrl: at.app.databaseUrl, env });
  try {
    const { body } = eventOf();
    for (const secret of [webhookSecret, '', 'undefined']) {
      const response = await deaf.fetch(webhookPath, {
        method: 'POST',
        headers: { 'Stripe-Signature': sign(secret, body) },
        body,
      });
      expect(response.status).toBe(400);
    }
  } finally {
    await deaf.close();
  }
});
