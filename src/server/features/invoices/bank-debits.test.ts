import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { confirmDebit, confirmIntent } from '~/sandbox/payments/confirm';
import type { Store, Thing } from '~/sandbox/payments/store';
import { callerOf } from '~/testing/callers';
import { accounts, cards, makeClient } from '~/testing/payments';
import { salesOf } from '~/testing/sales';
import { type StripeApp, startStripeApp } from '~/testing/stripe-app';

let at: StripeApp;
let owner: CurrentUser;
const { openInvoice } = salesOf(() => at.app);

beforeAll(async () => {
  at = await startStripeApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
  await at.app.services.admin.settings.update('system', { key: 'currency', value: 'EUR' });
  await offerDebits(true);
  owner = { ...(await makeClient(at.app.sql)), isAdmin: true, role: 'owner' };
});
afterAll(() => at.close());

async function offerDebits(bankDebit: boolean): Promise<void> {
  const { settings } = at.app.services.admin;
  const { sales } = await settings.getAll();
  await settings.update('system', { key: 'sales', value: { ...sales.value, bankDebit } });
}

interface Paying {
  id: number;
  token: string;
}

const admin = () => callerOf(owner, at.app.services);
const pay = ({ token }: Paying) => at.app.postJson(`/api/invoices/by-link/${token}/pay`, {});
async function secretOf(one: Paying): Promise<string> {
  const response = await pay(one);
  const body = (await response.json()) as { clientSecret?: string; message?: string };
  if (!body.clientSecret) throw new Error(`${response.status}: ${body.message}`);
  return body.clientSecret;
}
const intentOf = (secret: string) =>
  at.sandbox.within((store) => store.find(secret.split('_secret_')[0] ?? ''));
const read = ({ id }: Paying): Promise<AdminInvoice> => at.app.services.admin.invoices.get(id);
const shown = async ({ token }: Paying) =>
  (await at.app.fetch(`/api/invoices/by-link/${token}`)).json();
const transfer = ({ id }: Paying, amount: string) =>
  at.app.services.admin.invoices.recordTransfer('system', { id, amount, date: '2026-01-31' });
const mailsOf = async ({ id }: Paying): Promise<string[]> => {
  const rows = await at.app.sql`
    select kind_name as kind from mails where about = ${`invoice:${id}`} and kind_name <> 'invoice_notice' order by id`;
  return rows.map((row) => row.kind);
};
const kindsOf = ({ timeline }: AdminInvoice) => timeline.map(({ kind }) => kind);

async function debit(one: Paying, last4: string): Promise<string> {
  const secret = await secretOf(one);
  const after = { answer: 1e6, return: 1e6 };
  await at.sandbox.within((store) => confirmDebit(store, secret, { last4 }, after));
  await at.settled();
  return secret;
}

/** The bank answers, or does what comes after its answer. */
async function nextDay(): Promise<void> {
  await at.sandbox.skipToAnswers();
  await at.settled();
}

describe('a bank debit', () => {
  it('is offered for euros where it is switched on, and cards are held back all the same', async () => {
    const one = await openInvoice();
    expect(await shown(one)).toMatchObject({ canPayByCard: true, canPayByDebit: true });
    const secret = await secretOf(one);
    expect(await intentOf(secret)).toMatchObject({
      amount: 10_000,
      currency: 'eur',
      payment_method_types: ['card', 'sepa_debit'],
    });
    const confirmed = await at.sandbox.within((store) =>
      confirmIntent(store, secret, { last4: cards.works, expMonth: 12, expYear: 2034 }),
    );
    expect(confirmed.intent.status).toBe('requires_capture');
    await at.settled();
    expect(await read(one)).toMatchObject({ status: 'paid', payments: [{ method: 'card' }] });
  });

  it('is not offered where it is switched off: what was begun before is replaced', async () => {
    const one = await openInvoice();
    const before = await secretOf(one);
    await offerDebits(false);
    const after = await secretOf(one);
    await offerDebits(true);
    expect(after).not.toBe(before);
    expect((await intentOf(after))?.payment_method_types).toEqual(['card']);
    // At once: who has the old form open can debit nothing beside.
    expect((await intentOf(before))?.status).toBe('canceled');
  });

  it('is not offered in another currency', async () => {
    const { settings } = at.app.services.admin;
    await settings.update('system', { key: 'currency', value: 'USD' });
    const one = await openInvoice();
    await settings.update('system', { key: 'currency', value: 'EUR' });
    expect(await shown(one)).toMatchObject({ canPayByCard: true, canPayByDebit: false });
    expect((await intentOf(await secretOf(one)))?.payment_method_types).toEqual(['card']);
  });

  it('is pending until the bank has answered, and pays the invoice then', async () => {
    const one = await openInvoice();
    await debit(one, accounts.works);
    expect(await read(one)).toMatchObject({
      status: 'open',
      paid: '0.00',
      payments: [{ method: 'debit', status: 'pending', amount: '100.00', date: null }],
    });
    expect(await shown(one)).toMatchObject({ payments: [{ status: 'pending' }] });
    await nextDay();
    const paid = await read(one);
    expect(paid).toMatchObject({
      status: 'paid',
      paid: '100.00',
      payments: [{ method: 'debit', status: 'completed' }],
    });
    expect(kindsOf(paid)).toEqual(['created', 'issued', 'payment_pending', 'payment', 'paid']);
    expect(await mailsOf(one)).toEqual(['invoice_issued', 'payment_pending', 'payment_received']);
  });

  it('that is pending allows no other payment, no void and no reminder', async () => {
    const one = await openInvoice();
    const secret = await debit(one, accounts.works);
    const again = await pay(one);
    expect([again.status, await again.json()]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringContaining('bank debit') }),
    ]);
    const voiding = at.app.services.admin.invoices.void('system', { id: one.id, reason: 'Off' });
    await expect(voiding).rejects.toMatchObject({ code: 'CONFLICT' });
    const reminding = at.app.services.admin.invoices.remind('system', one.id);
    await expect(reminding).rejects.toMatchObject({ code: 'CONFLICT' });
    await at.app.sql`
      update invoices set due_date = current_date - 3, issue_date = current_date - 30 where id = ${one.id}`;
    await at.app.services.invoices.runJob();
    expect(await mailsOf(one)).toEqual(['invoice_issued', 'payment_pending']);
    // Confirmed once more, such as in another window: it is one debit.
    const twice = await at.sandbox.within((store) =>
      confirmDebit(store, secret, { last4: accounts.works }, { answer: 1, return: 1 }),
    );
    expect(twice.intent.status).toBe('processing');
    await nextDay();
    expect(await read(one)).toMatchObject({ status: 'paid', overpaid: '0.00' });
  });

  it('is overpaid by a transfer meanwhile, which is shown', async () => {
    const one = await openInvoice();
    await debit(one, accounts.works);
    await transfer(one, '100.00');
    await at.app.services.billing.reconcile();
    expect((await read(one)).status).toBe('paid');
    await nextDay();
    expect(await read(one)).toMatchObject({ status: 'paid', overpaid: '100.00' });
  });

  it('that fails leaves the invoice open, tells the client, and can be tried again', async () => {
    const one = await openInvoice();
    const secret = await debit(one, accounts.fails);
    await nextDay();
    const failed = await read(one);
    expect(failed).toMatchObject({
      status: 'open',
      payments: [
        { method: 'debit', status: 'failed', failure: 'The bank could not debit this account.' },
      ],
    });
    expect(kindsOf(failed)).toEqual(['created', 'issued', 'payment_pending', 'payment_failed']);
    expect(await mailsOf(one)).toEqual(['invoice_issued', 'payment_pending', 'payment_reversed']);
    // With another secret: whoever has the first one could have debits fail for ever, each with its mails.
    expect((await intentOf(secret))?.status).toBe('canceled');
    expect(await secretOf(one)).not.toBe(secret);
    await debit(one, accounts.works);
    await nextDay();
    expect(await read(one)).toMatchObject({
      status: 'paid',
      payments: [
        { method: 'debit', status: 'failed' },
        { method: 'debit', status: 'completed' },
      ],
    });
  });

  it('that is returned after weeks reopens the invoice, without a credit note', async () => {
    const one = await openInvoice();
    await debit(one, accounts.returned);
    await nextDay();
    expect(await read(one)).toMatchObject({ status: 'paid', paid: '100.00' });
    await nextDay();
    const returned = await read(one);
    expect(returned).toMatchObject({
      status: 'open',
      paid: '0.00',
      remaining: '100.00',
      creditNotes: [],
      payments: [
        {
          method: 'debit',
          status: 'failed',
          isReversed: true,
          refunded: '0.00',
          failure: 'It was returned by the bank.',
        },
      ],
    });
    expect(kindsOf(returned).slice(-3)).toEqual(['payment', 'paid', 'returned']);
    expect(await mailsOf(one)).toEqual([
      'invoice_issued',
      'payment_pending',
      'payment_received',
      'payment_reversed',
    ]);
    const [notice] = await at.app.sql`
      select subject from mails where about = ${`invoice:${one.id}`} and kind_name = 'invoice_notice'
      order by id desc limit 1`;
    expect(notice?.subject).toContain('returned by the bank');
    // Paid by card in the end.
    const secret = await secretOf(one);
    await at.sandbox.within((store) =>
      confirmIntent(store, secret, { last4: cards.works, expMonth: 12, expYear: 2034 }),
    );
    await at.settled();
    expect(await read(one)).toMatchObject({ status: 'paid', paid: '100.00', overpaid: '0.00' });
  });

  it('ends the same by events in any order and number, and without any', async () => {
    const one = await openInvoice();
    const from = at.sent.length;
    await debit(one, accounts.returned);
    await nextDay();
    await nextDay();
    const before = await read(one);
    const mails = await mailsOf(one);
    const bodies = at.sent.slice(from);
    expect(bodies.length).toBeGreaterThan(5);
    await at.app.sql`delete from stripe_events`;
    const storm = [...bodies.toReversed(), ...bodies, ...bodies];
    await Promise.all(storm.map((body) => at.deliver(body)));
    await at.settled();
    expect({ ...(await read(one)), updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
    expect(await mailsOf(one)).toEqual(mails);

    const other = await openInvoice();
    at.isMute = true;
    await debit(other, accounts.works);
    await nextDay();
    at.isMute = false;
    await at.app.sql`
      update invoice_intents set synced_at = now() - interval '1 day' where invoice_id = ${other.id}`;
    await at.app.services.billing.reconcile();
    expect(await read(other)).toMatchObject({ status: 'paid', payments: [{ method: 'debit' }] });
  });

  it('is refunded to the account that it came from', async () => {
    const one = await openInvoice();
    await debit(one, accounts.works);
    await nextDay();
    const [payment] = (await read(one)).payments;
    await admin().admin.payments.refund({ id: payment?.id ?? 0 });
    await at.settled();
    const refunded = await read(one);
    expect(refunded.creditNotes).toHaveLength(1);
    expect(refunded.payments[0]).toMatchObject({ status: 'refunded', refunded: '100.00' });
    const [mail] = await at.app.sql`
      select text from mails where about = ${`invoice:${one.id}`} and kind_name = 'invoice_credited'`;
    expect(mail?.text).toContain('goes back to the bank account that you paid with');
  });

  it('that was refunded in part before it came back is owed in full, and told of', async () => {
    const one = await openInvoice();
    await debit(one, accounts.returned);
    await at.sandbox.skipToAnswers();
    await at.settled();
    const [payment] = (await read(one)).payments;
    await admin().admin.payments.refund({ id: payment?.id ?? 0, amount: '30.00' });
    await at.settled();
    expect(await read(one)).toMatchObject({ status: 'paid', paid: '70.00', credited: '30.00' });
    await nextDay();
    const returned = await read(one);
    // 30.00 less were to be paid, and 30.00 were sent that never came.
    expect(returned).toMatchObject({ status: 'open', paid: '-30.00', remaining: '100.00' });
    expect(kindsOf(returned).at(-1)).toBe('returned');
    expect((await mailsOf(one)).at(-1)).toBe('payment_reversed');
  });

  it('that Stripe has cancelled or does not know is over, and blocks nothing', async () => {
    for (const end of ['canceled', 'missing']) {
      const one = await openInvoice();
      const secret = await debit(one, accounts.works);
      const id = secret.split('_secret_')[0] ?? '';
      await (end === 'canceled'
        ? at.app.sql`
            update sandbox_objects set body = jsonb_set(body, '{status}', '"canceled"') - 'sandbox_due' where id = ${id}`
        : at.app.sql`delete from sandbox_objects where id = ${id}`);
      await at.app.sql`
        update invoice_intents set synced_at = now() - interval '1 day' where invoice_id = ${one.id}`;
      await at.app.services.billing.reconcile();
      expect(await read(one)).toMatchObject({
        status: 'open',
        payments: [{ method: 'debit', status: 'failed', failure: 'It was cancelled at Stripe.' }],
      });
      expect((await pay(one)).status).toBe(200);
    }
  });

  it('is not begun again with the secret of one that failed', async () => {
    const one = await openInvoice();
    const secret = await debit(one, accounts.fails);
    await nextDay();
    for (let count = 0; count < 4; count += 1) {
      const again = at.sandbox.within((store) =>
        confirmDebit(store, secret, { last4: accounts.fails }, { answer: 1e6, return: 1e6 }),
      );
      await again.catch(() => undefined);
      await at.settled();
      await nextDay();
    }
    expect(kindsOf(await read(one))).toEqual([
      ...['created', 'issued', 'payment_pending', 'payment_failed'],
    ]);
    expect(await mailsOf(one)).toEqual(['invoice_issued', 'payment_pending', 'payment_reversed']);
    expect((await pay(one)).status).toBe(200);
  });

  it('whose refund could not be paid out says so to both sides, and can be refunded again', async () => {
    const one = await openInvoice();
    await debit(one, accounts.works);
    await nextDay();
    const [payment] = (await read(one)).payments;
    const refund = () =>
      at.app.services.admin.payments.refund(
        'system',
        payment?.id ?? 0,
        3_000,
        at.app.services.billing.refund,
      );
    const chargeOf = async (store: Store) => {
      const [row] = await at.app.sql`
        select stripe_payment_intent_id as intent from payments where id = ${payment?.id ?? 0}`;
      const intent = await store.find(String(row?.intent));
      return (await store.find(String(intent?.latest_charge))) as Thing;
    };
    await refund();
    await at.sandbox.within(async (store) => {
      const charge = { ...(await chargeOf(store)), amount_refunded: 0, refunded: false };
      await store.emit('charge.refund.updated', await store.put(charge));
    });
    await at.settled();
    const failed = await read(one);
    expect(failed).toMatchObject({ paid: '100.00', credited: '30.00', overpaid: '30.00' });
    expect(kindsOf(failed).at(-1)).toBe('repayment_reversed');
    expect((await mailsOf(one)).at(-1)).toBe('payment_reversed');
    const [notice] = await at.app.sql`
      select subject from mails where about = ${`invoice:${one.id}`} and kind_name = 'invoice_notice'
      order by id desc limit 1`;
    expect(notice?.subject).toContain('could not be paid out');
    // The same sum once more is another refund at Stripe.
    await refund();
    await at.settled();
    expect(await at.sandbox.within(chargeOf)).toMatchObject({ amount_refunded: 3_000 });
    expect(await read(one)).toMatchObject({ paid: '70.00', credited: '30.00', overpaid: '0.00' });
  });

  it('is not offered for an invoice after three attempts', async () => {
    const one = await openInvoice();
    for (let count = 0; count < 3; count += 1) {
      await debit(one, accounts.fails);
      await nextDay();
    }
    expect(await shown(one)).toMatchObject({ canPayByCard: true, canPayByDebit: false });
    expect((await intentOf(await secretOf(one)))?.payment_method_types).toEqual(['card']);
  });
});
