import { describe, expect, it } from 'vitest';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { authenticateIntent, confirmIntent, confirmRedirect } from '~/sandbox/payments/confirm';
import { newId, seconds, type Thing } from '~/sandbox/payments/store';
import { cards } from '~/testing/payments';
import { salesOf } from '~/testing/sales';
import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
const { openInvoice } = salesOf(() => at.app);

interface Paying {
  id: number;
  token: string;
}

async function secretOf({ token }: Paying): Promise<string> {
  const response = await at.app.postJson(`/api/invoices/by-link/${token}/pay`, {});
  const body = (await response.json()) as { clientSecret?: string; message?: string };
  if (!body.clientSecret) throw new Error(`${response.status}: ${body.message}`);
  return body.clientSecret;
}

const card = (last4: string) => ({ last4, expMonth: 12, expYear: 2034 });
const confirm = (secret: string, last4 = cards.works) =>
  at.sandbox.within((store) => confirmIntent(store, secret, card(last4)));
const intentOf = (secret: string) =>
  at.sandbox.within((store) => store.find(secret.split('_secret_')[0] ?? ''));
const read = ({ id }: Paying): Promise<AdminInvoice> => at.app.services.admin.invoices.get(id);
const transfer = ({ id }: Paying, amount: string) =>
  at.app.services.admin.invoices.recordTransfer('system', { id, amount, date: '2026-01-31' });
const refund = (paymentId = 0, cents?: number) =>
  at.app.services.admin.payments.refund('system', paymentId, cents, at.app.services.billing.refund);

/** Returns the amount received for an invoice at Stripe, minus refunds. */
async function takenFor({ id }: Paying): Promise<number> {
  const rows = await at.app.sql`
    select coalesce(sum((body ->> 'amount_captured')::int - (body ->> 'amount_refunded')::int), 0)::int as cents
    from sandbox_objects where object = 'charge' and (body ->> 'captured')::boolean
      and body -> 'metadata' ->> 'invoice' = ${String(id)}`;
  return rows[0]?.cents;
}

describe('an online payment', () => {
  it('pays the outstanding amount as the server computes it, in the invoice’s currency', async () => {
    const one = await openInvoice();
    await transfer(one, '30.00');
    const secret = await secretOf(one);
    expect(await intentOf(secret)).toMatchObject({
      amount: 7_000,
      currency: 'usd',
      automatic_payment_methods: { enabled: true },
    });
    await confirm(secret);
    await at.settled();
    expect(await read(one)).toMatchObject({
      status: 'paid',
      paid: '100.00',
      payments: [
        { method: 'transfer', amount: '30.00' },
        { method: 'card', amount: '70.00', status: 'completed' },
      ],
    });
    const mails = await at.app.sql`
      select kind from mails where about = ${`invoice:${one.id}`} and kind = 'payment_received'`;
    // Expects one email about the transfer, and one about the card payment.
    expect(mails).toHaveLength(2);
    const answer = await at.app.postJson(`/api/invoices/by-link/${one.token}/pay`, {});
    expect(answer.status).toBe(409);
  });

  it('may be declined, and retried with another card and 3-D Secure', async () => {
    const one = await openInvoice();
    const secret = await secretOf(one);
    expect((await confirm(secret, cards.declines)).error?.code).toBe('card_declined');
    await at.settled();
    expect(await read(one)).toMatchObject({
      status: 'open',
      payments: [{ status: 'failed', failure: 'Your card was declined.' }],
    });
    expect(await secretOf(one)).toBe(secret);
    expect((await confirm(secret, cards.asks)).intent.status).toBe('requires_action');
    await at.sandbox.within((store) => authenticateIntent(store, secret, false));
    await at.settled();
    expect((await read(one)).status).toBe('open');
    await confirm(secret, cards.asks);
    await at.sandbox.within((store) => authenticateIntent(store, secret, true));
    await at.settled();
    const { status, payments, timeline } = await read(one);
    expect([status, payments.length, payments[0]?.status]).toEqual(['paid', 1, 'completed']);
    expect(timeline.map(({ kind }) => kind)).toEqual([
      'created',
      'issued',
      'payment_failed',
      'payment_failed',
      'payment',
      'paid',
    ]);
  });

  it('happens once, however many devices open the link and confirm', async () => {
    const one = await openInvoice();
    const secrets = await Promise.all(Array.from({ length: 8 }, () => secretOf(one)));
    expect(new Set(secrets).size).toBe(1);
    await Promise.all(secrets.map((secret) => confirm(secret)));
    await at.settled();
    expect(await read(one)).toMatchObject({ status: 'paid', paid: '100.00', overpaid: '0.00' });
    expect(await takenFor(one)).toBe(10_000);
  });

  it('in addition to another payment is an overpayment, which is refunded without a credit note', async () => {
    const one = await openInvoice();
    const secret = await secretOf(one);
    // The transfer is recorded while the client has the form open and Stripe cannot be reached.
    at.stripe.isAway = true;
    await transfer(one, '40.00');
    at.stripe.isAway = false;
    await confirm(secret);
    await at.settled();
    const overpaid = await read(one);
    expect(overpaid).toMatchObject({ status: 'paid', paid: '140.00', overpaid: '40.00' });
    const mails = await at.app.sql`
      select text from mails where about = ${`invoice:${one.id}`} and text like '%You overpaid by $40.00%'`;
    expect(mails).toHaveLength(1);
    const payment = overpaid.payments.find(({ method }) => method === 'card');
    await refund(payment?.id, 4_000);
    await at.settled();
    expect(await read(one)).toMatchObject({ overpaid: '0.00', creditNotes: [] });
    expect(await takenFor(one)).toBe(6_000);
  });

  it('with two cards for one invoice keeps both', async () => {
    const one = await openInvoice();
    const first = await secretOf(one);
    // The fake Stripe does not cancel the first intent, as if both clients pressed Pay at once.
    await at.app.sql`
      update invoice_intents set closed_at = now(), settled_at = now() where invoice_id = ${one.id}`;
    const second = await secretOf(one);
    expect(second).not.toBe(first);
    await Promise.all([confirm(first), confirm(second)]);
    await at.settled();
    const { payments, ...rest } = await read(one);
    expect(rest).toMatchObject({ status: 'paid', paid: '200.00', overpaid: '100.00' });
    expect(payments.map(({ status }) => status)).toEqual(['completed', 'completed']);
    await refund(payments[1]?.id);
    await at.settled();
    expect(await read(one)).toMatchObject({ status: 'paid', overpaid: '0.00', creditNotes: [] });
  });

  it('by redirect may be canceled or rejected at the bank, and pays once it is approved', async () => {
    const one = await openInvoice();
    const secret = await secretOf(one);
    const answer = async (isApproved: boolean, isCanceled = false) => {
      await at.sandbox.within((store) => confirmRedirect(store, secret));
      await at.sandbox.within((store) => authenticateIntent(store, secret, isApproved, isCanceled));
      await at.settled();
      return read(one);
    };
    expect(await answer(false, true)).toMatchObject({
      status: 'open',
      payments: [
        { method: 'online', status: 'failed', failure: 'The client canceled the payment.' },
      ],
    });
    expect(await answer(false)).toMatchObject({
      status: 'open',
      payments: [{ failure: expect.stringContaining('unable to authenticate') }],
    });
    expect(await answer(true)).toMatchObject({
      status: 'paid',
      payments: [{ method: 'online', methodType: 'ideal', status: 'completed', amount: '100.00' }],
    });
  });

  it('is read at Stripe when the client returns, before any event', async () => {
    const one = await openInvoice();
    const outcome = () =>
      at.app.services.invoices.paymentOutcomeByLink(one.token).catch((error) => error.code);
    expect(await outcome()).toBe('none');
    const secret = await secretOf(one);
    expect(await outcome()).toBe('none');
    at.isMute = true;
    await confirm(secret);
    await at.settled();
    at.stripe.isAway = true;
    expect(await outcome()).toBe('SERVICE_UNAVAILABLE');
    at.stripe.isAway = false;
    expect(await outcome()).toBe('received');
    at.isMute = false;
    expect(await read(one)).toMatchObject({ status: 'paid', paid: '100.00' });
    expect(await outcome()).toBe('received');
  });

  it('that has begun is canceled at Stripe when the invoice is paid or credited', async () => {
    const one = await openInvoice();
    const secret = await secretOf(one);
    await at.app.services.admin.invoices.credit('system', { id: one.id, reason: 'Off' });
    await at.app.services.billing.reconcile();
    expect(await intentOf(secret)).toMatchObject({ status: 'canceled' });
    expect((await confirm(secret)).error).toBeDefined();
    expect((await read(one)).status).toBe('void');
  });

  it.each([
    [
      'voiding',
      ({ id }: Paying) => at.app.services.admin.invoices.void('system', { id, reason: 'Off' }),
    ],
    ['a transfer', (one: Paying) => transfer(one, '100.00')],
  ])('and %s at the same moment lose no money', async (_, change) => {
    for (let round = 0; round < 3; round += 1) {
      const one = await openInvoice();
      const secret = await secretOf(one);
      const [confirmed, changed] = await Promise.allSettled([confirm(secret), change(one)]);
      await at.settled();
      await at.app.services.billing.reconcile();
      const isPaid = confirmed.status === 'fulfilled' && !confirmed.value.error;
      const isChanged = changed.status === 'fulfilled';
      expect(await takenFor(one)).toBe(isPaid ? 10_000 : 0);
      expect((await read(one)).overpaid).toBe(isPaid && isChanged ? '100.00' : '0.00');
      if (!isPaid) expect(await intentOf(secret)).toMatchObject({ status: 'canceled' });
    }
  });

  it('counts once if events arrive repeatedly and in any order, and is reconciled if none arrive', async () => {
    const one = await openInvoice();
    const from = at.sent.length;
    await confirm(await secretOf(one));
    await at.settled();
    const bodies = at.sent.slice(from);
    expect(bodies.length).toBeGreaterThan(2);
    const before = await read(one);
    const storm = [...bodies, ...bodies.toReversed(), ...bodies];
    await at.app.sql`delete from stripe_events`;
    await Promise.all(storm.map((body) => at.deliver(body)));
    await at.settled();
    const after = await read(one);
    expect({ ...after, updatedAt: '' }).toEqual({ ...before, updatedAt: '' });

    const other = await openInvoice();
    const secret = await secretOf(other);
    await at.settled();
    at.isMute = true;
    await confirm(secret);
    await at.settled();
    expect((await read(other)).status).toBe('open');
    at.isMute = false;
    await at.app.services.billing.reconcile();
    expect(await read(other)).toMatchObject({ status: 'paid', paid: '100.00' });
  });

  it('finds an intent by its key after a crash between Stripe and the database', async () => {
    const one = await openInvoice();
    const secret = await secretOf(one);
    await at.app.sql`update invoice_intents set stripe_id = null where invoice_id = ${one.id}`;
    expect(await secretOf(one)).toBe(secret);
    await at.app.sql`update invoice_intents set stripe_id = null where invoice_id = ${one.id}`;
    await confirm(secret);
    await at.settled();
    expect(await read(one)).toMatchObject({ status: 'paid' });
  });

  it.each([
    [{ code: 'amount_too_small', message: 'Amount must be at least $0.50 usd' }, /too small/],
    [{ message: 'No valid payment method types for this Payment Intent.' }, /No payment method/],
    [{ code: 'account_invalid', message: 'Your account cannot make charges.' }, /did not accept/],
  ])(
    'that Stripe rejects with %j has a message for the client and a line for the agency',
    async (refusal, words) => {
      const one = await openInvoice();
      at.stripe.refusal = { type: 'invalid_request_error', ...refusal };
      for (let count = 0; count < 2; count += 1) {
        const answer = await at.app.postJson(`/api/invoices/by-link/${one.token}/pay`, {});
        expect([answer.status, await answer.json()]).toMatchObject([
          409,
          { message: expect.stringMatching(words) },
        ]);
      }
      at.stripe.refusal = undefined;
      const { timeline } = await read(one);
      expect(timeline.filter(({ kind }) => kind === 'payment_failed')).toMatchObject([
        { text: `Stripe: ${refusal.message}` },
      ]);
      expect(await secretOf(one)).toMatch(/_secret_/);
    },
  );

  it('cannot begin while Stripe is unreachable', async () => {
    const one = await openInvoice();
    at.stripe.isAway = true;
    const answer = await at.app.postJson(`/api/invoices/by-link/${one.token}/pay`, {});
    at.stripe.isAway = false;
    expect(answer.status).toBe(503);
    expect(await secretOf(one)).toMatch(/_secret_/);
  });
});

describe('the Content-Security-Policy with Stripe’s keys', () => {
  const policyOf = async (path: string) => {
    const policy = (await at.app.fetch(path)).headers.get('content-security-policy') ?? '';
    return new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]));
  };

  it('allows Stripe’s card fields on an invoice, and no more', async () => {
    const { token } = await openInvoice();
    const policy = await policyOf(`/invoices/${token}`);
    expect(policy.get('script-src')).toMatch(
      / https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com$/,
    );
    expect(policy.get('script-src')).not.toContain('unsafe');
    expect(policy.get('connect-src')).toBe("connect-src 'self' https://api.stripe.com");
    expect(policy.get('frame-src')).toBe(
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    );
    expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'");
  });

  it('does not mention Stripe on pages without card fields', async () => {
    for (const path of ['/', '/contact', '/proposals/unknown', '/cplogin']) {
      expect([path, [...(await policyOf(path)).values()].join('; ')]).toEqual([
        path,
        expect.not.stringContaining('stripe'),
      ]);
    }
  });
});

describe('a refund to a card', () => {
  async function paidByCard() {
    const one = await openInvoice(undefined, {
      items: [
        { description: 'Design', quantity: '1', unitPrice: '70.00', taxRate: '19' },
        { description: 'Pictures', quantity: '1', unitPrice: '10.00', taxRate: '7' },
      ],
    });
    await confirm(await secretOf(one));
    await at.settled();
    const [payment] = (await read(one)).payments;
    return { ...one, paymentId: payment?.id ?? 0 };
  }

  it('creates a credit note for its amount, once', async () => {
    const one = await paidByCard();
    const from = at.sent.length;
    await refund(one.paymentId, 2_000);
    await at.settled();
    for (const body of at.sent.slice(from)) await at.deliver(body);
    await at.app.services.billing.reconcile();
    expect(await read(one)).toMatchObject({
      status: 'paid',
      total: '94.00',
      credited: '20.00',
      paid: '74.00',
      creditNotes: [{ total: '20.00', reason: 'Refund' }],
    });
    expect(await takenFor(one)).toBe(7_400);
    await refund(one.paymentId);
    await at.settled();
    expect(await read(one)).toMatchObject({ status: 'void', credited: '94.00', paid: '0.00' });
    expect(await takenFor(one)).toBe(0);
  });

  it('counts on the day on which Stripe made it, even if it is read weeks later', async () => {
    const one = await openInvoice();
    await confirm(await secretOf(one));
    await at.settled();
    const [payment] = await at.app.sql`
      select id, stripe_payment_intent_id as intent from payments where invoice_id = ${one.id}`;
    const day = 24 * 60 * 60;
    await at.sandbox.within(async (store) => {
      const intent = await store.find(payment?.intent);
      const charge = (await store.find(String(intent?.latest_charge))) as Thing;
      const refund = { id: newId('re'), object: 'refund', created: seconds() - 40 * day };
      const refunds = { object: 'list', data: [refund] };
      await store.emit(
        'charge.refunded',
        await store.put({ ...charge, amount_refunded: 2_000, refunds }),
      );
    });
    await at.settled();
    const rows = await at.app.sql`
      select cents::int, now() - refunded_at > interval '39 days' as is_old,
        now() - created_at < interval '1 hour' as is_new
      from refunds where payment_id = ${payment?.id}`;
    expect(rows).toEqual([{ cents: 2_000, is_old: true, is_new: true }]);
  });

  it('after a credit note for the full amount credits nothing more', async () => {
    const one = await paidByCard();
    await at.app.services.admin.invoices.credit('system', { id: one.id, reason: 'Off' });
    expect(await read(one)).toMatchObject({ status: 'void', overpaid: '94.00' });
    await refund(one.paymentId);
    await at.settled();
    const { creditNotes, overpaid } = await read(one);
    expect([creditNotes.length, overpaid]).toEqual([1, '0.00']);
  });
});
