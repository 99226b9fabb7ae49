import { expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { newId, seconds, type Thing } from '~/sandbox/payments/store';
import { callerOf } from '~/testing/callers';
import { makeClient } from '~/testing/payments';
import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp();

interface Case {
  user: CurrentUser;
  /** Amount of the payment. */
  cents: number;
  becomes(status: string, type?: string): Promise<void>;
}

/** Opens a dispute of a payment, in full or in part. */
async function disputed(share = 1): Promise<Case> {
  const user = await at.subscriber();
  const [paid] = await at.app
    .sql`select amount_cents::int from payments where user_id = ${user.id}`;
  const cents: number = paid?.amount_cents;
  const id = newId('dp');
  const becomes = (status: string, type = 'charge.dispute.updated') =>
    dispute(user, { id, amount: Math.round(cents * share), status }, type);
  await becomes('needs_response', 'charge.dispute.created');
  return { user, cents, becomes };
}

/** Opens another dispute of the same payment, because banks dispute in parts. */
const disputedAgain = ({ user }: Case, amount: number, status: string) =>
  dispute(user, { id: newId('dp'), amount, status }, 'charge.dispute.created');

async function dispute(
  user: CurrentUser,
  fields: { id: string; amount: number; status: string },
  event: string,
): Promise<void> {
  const [paid] = await at.app.sql`
    select stripe_payment_intent_id as intent from payments where user_id = ${user.id}`;
  await at.sandbox.within(async (store) => {
    const intent = await store.find(paid?.intent);
    const charge = (await store.find(String(intent?.latest_charge))) as Thing;
    await store.put({ ...charge, disputed: true });
    const stored = await store.put({
      ...{ ...fields, object: 'dispute', charge: charge.id, created: seconds() },
      ...{ currency: charge.currency, payment_intent: paid?.intent },
    });
    await store.emit(event, stored);
  });
  await at.settled();
}

const refund = async ({ user }: Case, amount?: string) => {
  const admin = { ...(await makeClient(at.app.sql)), isAdmin: true, role: 'owner' as const };
  const [payment] = await callerOf(user, at.app.services).billing.payments();
  const asked = { id: payment?.id ?? 0, ...(amount && { amount }) };
  return callerOf(admin, at.app.services).admin.payments.refund(asked);
};

const paymentOf = async ({ user }: Case) => {
  const [row] = await at.app.sql`
    select status, dispute, refunded_cents::int from payments where user_id = ${user.id}`;
  return row;
};
const spent = ({ user }: Case) => at.app.services.billing.spentCents(user.id);

it('a dispute keeps the paid amount while it is open and once it is won', async () => {
  const one = await disputed();
  const kept = { status: 'completed', refunded_cents: 0 };
  expect(await paymentOf(one)).toEqual({ ...kept, dispute: 'needs_response' });
  await one.becomes('under_review');
  expect(await paymentOf(one)).toEqual({ ...kept, dispute: 'under_review' });
  await one.becomes('won', 'charge.dispute.closed');
  expect(await paymentOf(one)).toEqual({ ...kept, dispute: 'won' });
  expect(await spent(one)).toBe(one.cents);
});

it('a lost dispute deducts the amount once, is credited without a refund, and the agency is notified', async () => {
  const one = await disputed();
  await one.becomes('lost', 'charge.dispute.closed');
  await one.becomes('lost', 'charge.dispute.funds_withdrawn');
  expect(await paymentOf(one)).toEqual({
    status: 'refunded',
    dispute: 'lost',
    refunded_cents: one.cents,
  });
  expect(await spent(one)).toBe(0);
  const [note] = await at.app.sql`
    select notes.reason, notes.items->0->>'description' as line, invoices.number, invoices.id
    from credit_notes notes join invoices on invoices.id = notes.invoice_id
    where invoices.user_id = ${one.user.id}`;
  expect(note).toMatchObject({
    reason: 'Disputed payment',
    line: `Disputed payment of ${note?.number}`,
  });
  const mails = await at.app.sql`
    select kind, subject, text from mails where about = ${`invoice:${note?.id}`} order by id desc limit 2`;
  expect(mails).toMatchObject([
    { kind: 'invoice_credited', text: expect.not.stringContaining('goes back') },
    { kind: 'invoice_notice', subject: expect.stringContaining('lost in a dispute') },
  ]);
});

it('a partly lost dispute deducts that part, and the rest can be refunded', async () => {
  const one = await disputed(0.25);
  await one.becomes('lost', 'charge.dispute.closed');
  const taken = Math.round(one.cents / 4);
  expect(await paymentOf(one)).toEqual({
    status: 'completed',
    dispute: 'lost',
    refunded_cents: taken,
  });
  expect(await spent(one)).toBe(one.cents - taken);
  await refund(one);
  expect(await paymentOf(one)).toMatchObject({ status: 'refunded', refunded_cents: one.cents });
  expect(await spent(one)).toBe(0);
  const notes = await at.app.sql`
    select reason from credit_notes join invoices on invoices.id = credit_notes.invoice_id
    where invoices.user_id = ${one.user.id} order by credit_notes.id`;
  expect(notes.map(({ reason }) => reason)).toEqual(['Disputed payment', 'Refund']);
  const mails = await at.app.sql`
    select text like '%goes back to the card%' as is_refund from mails
    where "to" = ${one.user.email} and kind = 'invoice_credited' order by id`;
  expect(mails.map((mail) => mail.is_refund)).toEqual([false, true]);
});

it.each(['1.00', undefined])(
  'after a refund of %s, a lost dispute never deducts more than was paid',
  async (amount) => {
    const one = await disputed(0);
    await one.becomes('won', 'charge.dispute.closed');
    await refund(one, amount);
    await disputedAgain(one, one.cents, 'lost');
    expect(await paymentOf(one)).toEqual({
      status: 'refunded',
      dispute: 'lost',
      refunded_cents: one.cents,
    });
    expect(await spent(one)).toBe(0);
  },
);

it('several disputes deduct the sum of the lost ones', async () => {
  const one = await disputed(0.25);
  await one.becomes('lost', 'charge.dispute.closed');
  const taken = Math.round(one.cents / 4);
  await disputedAgain(one, 500, 'lost');
  await disputedAgain(one, 300, 'won');
  await disputedAgain(one, 200, 'needs_response');
  expect(await paymentOf(one)).toEqual({
    status: 'completed',
    dispute: 'needs_response',
    refunded_cents: taken + 500,
  });
  expect(await spent(one)).toBe(one.cents - taken - 500);
});

it('a lost dispute that is won later restores the amount', async () => {
  const one = await disputed();
  await one.becomes('lost', 'charge.dispute.closed');
  await one.becomes('won', 'charge.dispute.funds_reinstated');
  expect(await paymentOf(one)).toEqual({ status: 'completed', dispute: 'won', refunded_cents: 0 });
  expect(await spent(one)).toBe(one.cents);
  // Expects no second payment email, because the invoice stayed paid. The lost amount was credited.
  const mails = await at.app.sql`select kind from mails where "to" = ${one.user.email} order by id`;
  expect(mails).toEqual([{ kind: 'payment_received' }, { kind: 'invoice_credited' }]);
  // The agency has owed the credited amount to the client since, and the timeline gives the reason.
  const [invoice] = await at.app.sql`
    select id, (paid_cents - total_cents + credited_cents)::int as overpaid from invoices where user_id = ${one.user.id}`;
  expect(invoice?.overpaid).toBe(one.cents);
  const [last] = await at.app.sql`
    select kind from document_events where invoice_id = ${invoice?.id} order by id desc limit 1`;
  expect(last?.kind).toBe('repayment_reversed');
  const [sum] = await at.app.sql`
    select sum(cents)::int from refunds where payment_id in (select id from payments where user_id = ${one.user.id})`;
  expect(sum?.sum).toBe(0);
});
