import { beforeAll, describe, expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { newInvoiceSchema } from '~/contract/invoices/invoices-schema';
import { testApp } from '~/testing/app';
import { brokenRules } from '~/testing/en16931';
import { browserOf, cards, makeClient } from '~/testing/payments';
import { planClientsOf } from '~/testing/plans';
import { until } from '~/testing/product';
import { readEn16931 } from '~/testing/read-en16931';
import { invoiceFields } from '~/testing/sales';
import { signInAdmin } from '~/testing/sign-in';

const app = testApp({ env: { DEMO_MODE: 'on' } });
let cookie: string;
let planIds: number[];
const { billingOf, changeSetting, invoicesOf, saveProfile } = planClientsOf(() => app);

beforeAll(async () => {
  cookie = await signInAdmin(app);
  planIds = (await app.services.plans.list()).map(({ id }) => id);
  await changeSetting('seller', {
    name: 'Turmfalke GmbH',
    country: 'DE',
    city: 'Berlin',
    postcode: '10115',
    vatNumber: 'DE123456789',
  });
});

const taxed = (changes: object = {}) =>
  changeSetting('tax', {
    standardRate: '19',
    plansTaxed: true,
    planPrices: 'gross',
    scheme: 'regular',
    ...changes,
  });
const untaxed = () => changeSetting('tax', { plansTaxed: false, scheme: 'regular' });

const settled = () => app.services.billing.settle();

/** Creates a client with the given billing data who has paid for a plan. */
async function subscriber(profile: object = {}, planId = planIds[0] ?? 0): Promise<CurrentUser> {
  const user = await makeClient(app.sql);
  await saveProfile(user, { address: 'Weg 1', city: 'Ulm', country: 'DE', ...profile });
  const { clientSecret } = await billingOf(user).subscribe({ planId });
  await browserOf(app).confirm(clientSecret, cards.works);
  await until(async () => (await billingOf(user).mine())?.status === 'active');
  await settled();
  return user;
}

const onlyInvoiceOf = async (user: CurrentUser): Promise<AdminInvoice> => {
  const [first, ...others] = await invoicesOf(user);
  expect(others).toEqual([]);
  if (!first) throw new Error('there is no invoice');
  return first;
};
const paymentsOf = (user: CurrentUser) =>
  app.sql`select amount_cents::int as cents, refunded_cents::int as refunded, invoice_id, id
    from payments where user_id = ${user.id} order by id`;
const xmlOf = async ({ id }: AdminInvoice, part = '') => {
  const response = await app.fetch(`/api/admin/invoices/${id}${part}/xml?syntax=ubl`, {
    headers: { Cookie: cookie },
  });
  expect(response.status).toBe(200);
  return readEn16931(await response.text());
};

async function changeTo(user: CurrentUser, planId: number) {
  const choice = { planId, billingCycle: 'monthly' as const };
  const { amountDue, countedAt, credit } = await billingOf(user).previewChange(choice);
  await billingOf(user).change({ ...choice, amountDue, countedAt });
  await settled();
  return { amountDue: Number(amountDue), credit: Number(credit) };
}

describe('a payment of a plan', () => {
  it('is one issued and paid invoice with payment, period and email, however often its events arrive', async () => {
    await untaxed();
    const user = await subscriber();
    const invoice = await onlyInvoiceOf(user);
    const [payment] = await paymentsOf(user);
    expect(invoice).toMatchObject({
      status: 'paid',
      remaining: '0.00',
      overpaid: '0.00',
      client: { name: 'Ada Byron', country: 'DE' },
      items: [{ quantity: '1', taxRate: '0' }],
    });
    expect(invoice.number).toMatch(/^INV-\d{4}-\d{4}$/);
    expect(payment).toMatchObject({ invoice_id: invoice.id, cents: Number(invoice.total) * 100 });
    expect(await billingOf(user).receipt({ id: payment?.id })).toMatchObject({
      seller: { name: 'Turmfalke GmbH', lines: expect.arrayContaining(['VAT number DE123456789']) },
      invoice: { id: invoice.id, number: invoice.number },
    });
    expect(invoice.serviceFrom).toBe(new Date().toISOString().slice(0, 10));
    expect(String(invoice.serviceTo) > String(invoice.serviceFrom)).toBe(true);
    expect(invoice.timeline.map(({ kind }) => kind)).toEqual(['issued', 'payment', 'paid']);
    const mails =
      await app.sql`select kind, about from mails where "to" = ${user.email} order by id`;
    expect(mails).toEqual([{ kind: 'payment_received', about: `invoice:${invoice.id}` }]);
    const attached = await app.services.invoices.attachmentsOf({
      kind: 'payment_received',
      about: `invoice:${invoice.id}`,
      linkNonce: null,
    });
    expect(attached).toMatchObject([{ filename: `Invoice ${invoice.number}.pdf` }]);
    const events = await app.sql`select id from stripe_events order by random() limit 40`;
    await Promise.all(
      events.map(({ id }) => app.services.billing.replayEvent(id).catch(() => undefined)),
    );
    await onlyInvoiceOf(user);
    await billingOf(user).skipToRenewal();
    await settled();
    const [, renewed] = await invoicesOf(user);
    expect(renewed?.status).toBe('paid');
    expect(String(renewed?.serviceFrom) > String(invoice.serviceTo)).toBe(true);
  });

  it.each([
    ['gross', { planPrices: 'gross' }, 14_900, 2_379],
    ['net', { planPrices: 'net' }, 17_731, 2_831],
  ])(
    'has tax that adds up to the charged amount, with %s prices',
    async (_, setting, total, tax) => {
      await app.sql`update plans set monthly_cents = 14900 where id = ${planIds[0] ?? 0}`;
      await taxed(setting);
      const user = await subscriber();
      const invoice = await onlyInvoiceOf(user);
      const [payment] = await paymentsOf(user);
      expect(payment?.cents).toBe(total);
      expect(invoice.totals).toMatchObject({
        taxes: [{ category: 'S', rate: '19', amount: (tax / 100).toFixed(2) }],
        total: (total / 100).toFixed(2),
      });
      const document = await xmlOf(invoice);
      expect(brokenRules(document)).toEqual([]);
      expect(document).toMatchObject({
        withTaxCents: total,
        prepaidCents: total,
        dueCents: 0,
        means: [{ code: '48', card: '4242' }],
      });
    },
  );

  it('by a business in another member state has no tax, and states the reason', async () => {
    await taxed();
    const french = { company: 'Martin SARL', country: 'FR', vatNumber: 'FR12345678901' };
    const invoice = await onlyInvoiceOf(await subscriber(french));
    expect(invoice).toMatchObject({
      client: { vatNumber: 'FR12345678901' },
      totals: { taxes: [{ category: 'AE', rate: '0', amount: '0.00' }] },
      taxNotes: [{ category: 'AE' }],
      vatCheck: { status: 'valid' },
    });
    expect(brokenRules(await xmlOf(invoice))).toEqual([]);
  });

  it('uses one Stripe tax rate for each kind of tax', async () => {
    await taxed();
    await subscriber();
    await subscriber();
    const [made] = await app.sql`select count(*)::int as n from sandbox_objects
      where object = 'tax_rate' and body->>'percentage' = '19' and body->>'inclusive' = 'true'`;
    expect(made?.n).toBe(1);
  });
});

describe('a change of plan', () => {
  it('deducts unused time as a negative item, and is credited after a change to a cheaper plan', async () => {
    await taxed();
    const [small = 0, , large = 0] = planIds;
    const user = await subscriber({}, small);
    await changeTo(user, large);
    const [, upgrade] = await invoicesOf(user);
    expect(upgrade?.items.map(({ quantity }) => quantity)).toEqual(['-1', '1']);
    expect(brokenRules(await xmlOf(upgrade as AdminInvoice))).toEqual([]);

    const cheaper = await changeTo(user, small);
    expect(cheaper.amountDue).toBe(0);
    expect(cheaper.credit).toBeGreaterThan(0);
    const after = await invoicesOf(user);
    expect(after).toHaveLength(2);
    const [note] = after[1]?.creditNotes ?? [];
    expect(Number(note?.total)).toBeGreaterThan(0);
    expect(after[1]).toMatchObject({ overpaid: '0.00', remaining: '0.00' });
    const [, upgraded] = await paymentsOf(user);
    await expect(app.services.billing.refund(upgraded?.id, upgraded?.cents)).rejects.toThrow(
      /^A change of plan has put .+ into the client’s balance/,
    );
    expect(brokenRules(await xmlOf(after[1] as AdminInvoice, `/credit-notes/${note?.id}`))).toEqual(
      [],
    );

    await billingOf(user).skipToRenewal();
    await settled();
    const renewed = (await invoicesOf(user))[2];
    expect(renewed).toMatchObject({ status: 'paid', remaining: '0.00', overpaid: '0.00' });
    const [mail] = await app.sql`
      select subject, kind from mails where about = ${`invoice:${renewed?.id}`} and "to" = ${user.email}`;
    expect(mail).toEqual({
      kind: 'payment_received',
      subject: expect.stringMatching(/^Invoice .+, paid from your balance$/),
    });
    // Each payment counts once: the total paid on invoices equals the payments received and the balances.
    const payments = await paymentsOf(user);
    const received = payments.reduce((sum, { cents, refunded }) => sum + cents - refunded, 0);
    const [balance] = await app.sql`select coalesce(sum(balance_cents), 0)::int as left
      from invoices where user_id = ${user.id}`;
    const [paid] =
      await app.sql`select sum(paid_cents)::int as cents from invoices where user_id = ${user.id}`;
    expect(paid?.cents).toBe(received + balance?.left);
  });
});

describe('a refund', () => {
  it('is credited once, whether in part or in full', async () => {
    await taxed();
    const user = await subscriber();
    const [payment] = await paymentsOf(user);
    await app.services.billing.refund(payment?.id, 1_000, { reason: 'A gift', author: 'Owner' });
    await settled();
    const { creditNotes: [first] = [] } = await onlyInvoiceOf(user);
    expect(first).toMatchObject({ total: '10.00', reason: 'A gift' });
    await app.services.billing.refund(payment?.id);
    await settled();
    const invoice = await onlyInvoiceOf(user);
    expect(invoice).toMatchObject({ status: 'void', credited: invoice.total, overpaid: '0.00' });
    expect(invoice.creditNotes).toHaveLength(2);
  });
});

it('numbers have no gap when 8 drafts are issued and plans are paid and refunded at once', async () => {
  await untaxed();
  const numbersOf = async () => {
    const rows = await app.sql`
      select number from invoices where number is not null
      union all select number from credit_notes`;
    return rows.map(({ number }) => Number(String(number).split('-').at(-1))).sort((a, b) => a - b);
  };
  const { length: before } = await numbersOf();
  const paid = await Promise.all(Array.from({ length: 2 }, () => subscriber()));
  const drafts = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      app.services.admin.invoices.create(
        'system',
        newInvoiceSchema.parse({
          ...invoiceFields,
          client: { name: 'Ada', email: `gapless-${nth}@example.com` },
        }),
      ),
    ),
  );
  const refunds = paid.map(async (user) => {
    const [payment] = await paymentsOf(user);
    await app.services.billing.refund(payment?.id);
  });
  await Promise.all([
    ...drafts.map(({ id }) => app.services.admin.invoices.issue('system', id)),
    ...Array.from({ length: 3 }, () => subscriber()),
    ...refunds,
  ]);
  await settled();
  const numbers = await numbersOf();
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(numbers.length - before).toBe(8 + 2 + 3 + 2);
});
