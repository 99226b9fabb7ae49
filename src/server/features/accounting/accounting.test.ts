import { beforeAll, describe, expect, it } from 'vitest';

import type { Accounting } from '~/contract/accounting/accounting-schema';
import { addDays } from '~/contract/common/dates';
import { testApp } from '~/testing/app';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));
const sales = salesOf(() => app);

type Answer = Accounting & { message: string; issues?: { path: string }[] };
const sumsOf = (from: string, to: string) =>
  ask<Answer>('GET', `/api/admin/accounting?from=${from}&to=${to}`);
const figuresIn = async (code: string, from: string, to: string) =>
  (await sumsOf(from, to)).body.currencies.find(({ currency }) => currency === code);

/** A different random sequence in each run; a failure prints the seed. */
const seed = Math.floor(Math.random() * 2 ** 31);
let state = seed;
function below(max: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((state / 2 ** 32) * max);
}
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;

const taxes = [
  { taxRate: '19', taxCategory: 'S' },
  { taxRate: '7', taxCategory: 'S' },
  { taxRate: '0', taxCategory: 'AE' },
  { taxRate: '0', taxCategory: 'O' },
  { taxRate: '0', taxCategory: 'Z' },
] as const;

const randomItem = () => ({
  description: 'Work',
  quantity: `${below(9) + 1}.${below(10)}`,
  unitPrice: `${below(900) + 10}.${String(below(100)).padStart(2, '0')}`,
  ...oneOf(taxes),
});

const refundTransfer = (id: number, cents: number) =>
  app.services.admin.payments.refund(
    'system',
    id,
    cents,
    app.services.invoices.billing.refundTransfer,
  );

/** Sets the currency of later invoices. */
const setCurrency = (value: string) => ask('PUT', '/api/admin/settings/currency', { value });

/** Creates an invoice with random events. */
async function randomHistory(index: number) {
  const items = Array.from({ length: below(4) + 1 }, randomItem);
  const draft = await sales.newInvoice({ items });
  if (index % 9 === 0) return;
  const panel = app.services.admin.invoices;
  await panel.issue('system', draft.id);
  const today = new Date().toISOString().slice(0, 10);
  const pay = async (amount: string) => {
    const paid = { id: draft.id, amount, date: addDays(today, -2), reference: `REF ${index}` };
    return panel.recordTransfer('system', paid);
  };
  const fate = below(6);
  if (fate === 1) await pay(draft.total);
  if (fate === 2) await pay((Number(draft.total) / 3).toFixed(2));
  if (fate === 3) {
    const { id } = await pay(draft.total);
    await refundTransfer(id, below(500) + 1);
  }
  if (fate === 4) {
    const { taxRate, taxCategory } = draft.items[0] ?? oneOf(taxes);
    const credited = {
      description: 'Less',
      quantity: '1',
      unitPrice: '5.05',
      taxRate,
      taxCategory,
    };
    await panel.credit('system', { id: draft.id, items: [credited], reason: 'A discount' });
  }
  if (fate === 5) {
    const { id } = await pay(draft.total);
    await panel.reverseTransfer('system', draft.id, id);
    if (below(2) === 0) await panel.void('system', { id: draft.id, reason: 'A mistake' });
  }
}

/** Spreads today's events over half a year: first an invoice, then its payments, then its credit notes and refunds. */
async function spreadDates() {
  await app.sql`
    update invoices set issue_date = issue_date - 180 + (id * 37) % 120,
      due_date = issue_date - 180 + (id * 37) % 120 + (id * 11) % 30 where status <> 'draft'`;
  await app.sql`
    update payments set paid_at = (invoices.issue_date + (payments.id * 13) % 25)::timestamp + interval '12 hours'
    from invoices where invoices.id = payments.invoice_id`;
  await app.sql`
    update credit_notes set issue_date = invoices.issue_date + 25 + (credit_notes.id * 17) % 30
    from invoices where invoices.id = credit_notes.invoice_id`;
  await app.sql`
    update refunds set refunded_at = notes.issue_date::timestamp + interval '12 hours',
      created_at = notes.issue_date::timestamp + interval '12 hours'
    from credit_notes notes where notes.payment_id = refunds.payment_id`;
  // Payments that are reversed on the same day do not count at all.
  await app.sql`update payments set reversed_at = paid_at where reversed_at is not null`;
}

const isoOf = (daysAgo: number) => addDays(new Date().toISOString().slice(0, 10), -daysAgo);

/** Formats cents as a decimal. */
const decimal = (cents: number | string) => (Number(cents) / 100).toFixed(2);

describe('the totals of a period', () => {
  beforeAll(async () => {
    await setCurrency('EUR');
    for (let index = 0; index < 30; index += 1) await randomHistory(index);
    await setCurrency('USD');
    for (let index = 30; index < 40; index += 1) await randomHistory(index);
    await spreadDates();
  });

  it.each([
    ['all', 400, -1],
    ['a part', 150, 100],
    ['another part', 100, 70],
    ['a day', 120, 120],
  ])('equal those of independently written SQL: %s', async (_, fromAgo, toAgo) => {
    const [from, to] = [isoOf(fromAgo), isoOf(toAgo)];
    const { status, body } = await sumsOf(from, to);
    expect(status).toBe(200);
    for (const currency of ['EUR', 'USD']) {
      const documents = async (kind: 'invoice' | 'note') => {
        const rows = await app.sql<{ totals: never; gross: number; net: number }[]>`
          select d.totals, d.total_cents::int gross,
            ((d.totals->>'subtotalCents')::bigint - (d.totals->>'discountCents')::bigint)::int net
          from ${kind === 'invoice' ? app.sql`invoices d join invoices i on i.id = d.id` : app.sql`credit_notes d join invoices i on i.id = d.invoice_id`}
          where i.currency = ${currency} and i.number is not null
            and d.issue_date >= ${from}::date and d.issue_date < ${to}::date + 1`;
        return rows;
      };
      const [invoices, notes] = [await documents('invoice'), await documents('note')];
      const sumsFor = (rows: typeof invoices) => {
        const net = rows.reduce((sum, row) => sum + row.net, 0);
        const gross = rows.reduce((sum, row) => sum + row.gross, 0);
        const count = rows.length;
        return { net: decimal(net), tax: decimal(gross - net), gross: decimal(gross), count };
      };
      const byTax = new Map<string, [number, number]>();
      for (const [sign, rows] of [[1, invoices] as const, [-1, notes] as const]) {
        for (const { totals } of rows) {
          const { taxes: lines } = totals as { taxes: Record<string, string | number>[] };
          for (const line of lines) {
            const key = `${line.category} ${line.rate}`;
            const [base, amount] = byTax.get(key) ?? [0, 0];
            byTax.set(key, [
              base + sign * Number(line.baseCents),
              amount + sign * Number(line.amountCents),
            ]);
          }
        }
      }
      const [money] = await app.sql`
        select coalesce(sum(amount_cents), 0) received, (
            select coalesce(sum(r.cents), 0) from refunds r join payments of on of.id = r.payment_id
            where of.currency = ${currency} and (r.refunded_at at time zone 'UTC')::date between ${from} and ${to}
          ) returned
        from payments p where currency = ${currency} and status in ('completed', 'refunded')
          and invoice_id in (select id from invoices)
          and (paid_at at time zone 'UTC')::date between ${from} and ${to}`;
      const open = await app.sql<{ late: number; cents: string }[]>`
        select ${to}::date - due_date late, total_cents
          - coalesce((select sum(total_cents) from credit_notes n where n.invoice_id = i.id and n.issue_date <= ${to}), 0)
          - coalesce((select sum(amount_cents) from payments p where p.invoice_id = i.id
              and p.status in ('completed', 'refunded') and p.paid_at::date <= ${to}), 0)
          + coalesce((select sum(total_cents) from credit_notes n where n.invoice_id = i.id
              and n.payment_id is not null and n.issue_date <= ${to}), 0) cents
        from invoices i where number is not null and currency = ${currency} and issue_date <= ${to}`;
      const owed = (least: number, most: number) =>
        decimal(
          open
            .filter(({ late, cents }) => late >= least && late <= most && Number(cents) > 0)
            .reduce((sum, { cents }) => sum + Number(cents), 0),
        );
      const shown = body.currencies.find((one) => one.currency === currency);
      const about = `seed ${seed}, ${currency}`;
      if (!shown) {
        expect([invoices.length, notes.length, Number(money?.received)], about).toEqual([0, 0, 0]);
        continue;
      }
      expect(shown.invoiced, about).toEqual(sumsFor(invoices));
      expect(shown.credited, about).toEqual(sumsFor(notes));
      expect(
        new Map(shown.taxes.map((tax) => [`${tax.category} ${tax.rate}`, [tax.base, tax.amount]])),
        about,
      ).toEqual(
        new Map([...byTax].map(([key, [base, amount]]) => [key, [decimal(base), decimal(amount)]])),
      );
      expect([shown.payments.received, shown.payments.returned], about).toEqual([
        decimal(money?.received),
        decimal(money?.returned),
      ]);
      expect(shown.receivables, about).toEqual({
        notDue: owed(-1000, 0),
        days1to30: owed(1, 30),
        days31to60: owed(31, 60),
        days61to90: owed(61, 90),
        over90: owed(91, 1e6),
        total: owed(-1000, 1e6),
        overpaid: decimal(open.reduce((sum, { cents }) => sum + Math.max(0, -Number(cents)), 0)),
        balances: '0.00',
      });
    }
  });

  it('include the outstanding amounts that the invoices show today', async () => {
    const { body } = await sumsOf(isoOf(1), isoOf(-1));
    const rows = await app.sql<{ currency: string; open: string }[]>`
      select currency, sum(total_cents - credited_cents - paid_cents) as open from invoices
      where status = 'open' and total_cents - credited_cents - paid_cents > 0 group by currency`;
    expect(
      Object.fromEntries(body.currencies.map((one) => [one.currency, one.receivables.total])),
      `seed ${seed}`,
    ).toMatchObject(Object.fromEntries(rows.map((row) => [row.currency, decimal(row.open)])));
    const all = (await sumsOf('2000-01-01', isoOf(-1))).body.currencies;
    for (const one of all) {
      // Everything that was invoiced and not credited was either paid or is outstanding. Payments beyond that amount are an
      // overpayment.
      const { invoiced, credited, payments, receivables } = one;
      const rest =
        Number(invoiced.gross) -
        Number(credited.gross) -
        (Number(payments.received) - Number(payments.returned));
      expect(rest.toFixed(2), `seed ${seed}`).toBe(
        (Number(receivables.total) - Number(receivables.overpaid)).toFixed(2),
      );
    }
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('a period', () => {
  it('includes its first and last day, in the time zone of the agency', async () => {
    const zone = await ask<{ value: object }>('GET', '/api/admin/settings/responseTimes');
    const value = { ...zone.body.value, timeZone: 'Pacific/Auckland' };
    await ask('PUT', '/api/admin/settings/responseTimes', { value });
    await setCurrency('CHF');
    const { id } = await sales.openInvoice();
    await app.sql`update invoices set issue_date = '2024-03-31', due_date = '2024-04-14' where id = ${id}`;
    const { id: payment } = await app.services.admin.invoices.recordTransfer('system', {
      id,
      amount: '100.00',
      date: '2024-04-01',
    });
    const paidAt = (at: string) =>
      app.sql`update payments set paid_at = ${at} where id = ${payment}`;
    const ofFrancs = async (from: string, to: string) => {
      const { body } = await sumsOf(from, to);
      const shown = body.currencies.find(({ currency }) => currency === 'CHF');
      return [shown?.invoiced.count, shown?.payments.received, shown?.receivables.total];
    };
    // The time is half past midnight of 1 April in Auckland, and still March in UTC.
    await paidAt('2024-03-31T11:30:00Z');
    expect(await ofFrancs('2024-03-01', '2024-03-31')).toEqual([1, '0.00', '100.00']);
    expect(await ofFrancs('2024-04-01', '2024-04-30')).toEqual([0, '100.00', '0.00']);
    await paidAt('2024-03-31T10:59:59.999Z');
    expect(await ofFrancs('2024-03-31', '2024-03-31')).toEqual([1, '100.00', '0.00']);
    expect(await ofFrancs('2024-04-01', '2024-04-01')).toEqual([undefined, undefined, undefined]);
    await ask('PUT', '/api/admin/settings/responseTimes', { value: zone.body.value });
  });

  it('that ends before it begins, or has no days, is rejected at its field', async () => {
    expect(await sumsOf('2026-02-01', '2026-01-31')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'to' }] },
    });
    expect((await sumsOf('2026-02-30', '2026-03-01')).status).toBe(400);
    expect((await ask('GET', '/api/admin/accounting')).status).toBe(400);
    expect(
      await ask('GET', '/api/admin/accounting/export?from=2026-02-01&to=2026-01-01'),
    ).toMatchObject({ status: 400, body: { issues: [{ path: 'to' }] } });
  });
});

it('a double payment does not make receivables negative before its refund', async () => {
  await setCurrency('NOK');
  const { id } = await sales.openInvoice();
  const panel = app.services.admin.invoices;
  const pay = (date: string) =>
    panel.recordTransfer('system', { id, amount: '100.00', date, reference: date });
  await app.sql`update invoices set issue_date = '2024-01-10', due_date = '2024-01-20' where id = ${id}`;
  const first = await pay('2024-01-15');
  await pay('2024-02-15');
  await refundTransfer(first.id, 10_000);
  const openAt = async (day: string) => {
    return (await figuresIn('NOK', day, day))?.receivables.total ?? '0.00';
  };
  expect(await openAt('2024-01-12')).toBe('100.00');
  expect(await openAt('2024-01-31')).toBe('0.00');
  expect(await openAt('2024-02-20')).toBe('0.00');
  expect(await openAt(isoOf(-1))).toBe('0.00');
});

it('a change to a cheaper plan leaves no amount outstanding, before and after its credit note', async () => {
  await setCurrency('SEK');
  const { id } = await sales.openInvoice();
  // State after a payment of a plan: the invoice was paid at issue, and 30.00 were later credited to the client's balance
  // by a credit note.
  await app.services.admin.invoices.recordTransfer('system', {
    ...{ id, amount: '100.00', date: '2024-05-01' },
  });
  const less = { description: 'Unused time', quantity: '1', unitPrice: '30.00', taxRate: '0' };
  await app.services.admin.invoices.credit('system', { id, items: [less], reason: 'A change' });
  await app.sql`update invoices set issue_date = '2024-05-01', due_date = '2024-05-01',
    stripe_invoice_id = 'in_cheaper', balance_cents = -3000, paid_cents = 7000 where id = ${id}`;
  await app.sql`update credit_notes set issue_date = '2024-06-01' where invoice_id = ${id}`;
  for (const day of ['2024-05-01', '2024-05-31', '2024-06-01', isoOf(-1)]) {
    const shown = await figuresIn('SEK', '2024-05-01', day);
    expect(shown?.receivables.total, day).toBe('0.00');
  }
});

it('a plan whose debit was returned is outstanding until its invoice is credited', async () => {
  await setCurrency('DKK');
  const { id } = await sales.openInvoice();
  await app.sql`update invoices set issue_date = '2024-05-01', due_date = '2024-05-01',
    stripe_invoice_id = 'in_returned' where id = ${id}`;
  await app.services.admin.invoices.void('system', { id, reason: 'A lost client' });
  await app.sql`update credit_notes set issue_date = '2024-06-01' where invoice_id = ${id}`;
  const openAt = async (day: string) => {
    return (await figuresIn('DKK', '2024-05-01', day))?.receivables.total;
  };
  expect(await openAt('2024-05-31')).toBe('100.00');
  expect(await openAt('2024-06-01')).toBe('0.00');
});

it('a HEAD request for the file starts no export', async () => {
  const path = '/api/admin/accounting/export?from=2023-01-01&to=2023-01-31';
  const count = async () =>
    (await app.sql`select from audit_log where action = 'accounting.exported'`).length;
  const before = await count();
  const response = await app.fetch(path, {
    method: 'HEAD',
    headers: { Cookie: await signInAdmin(app) },
  });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(await count()).toBe(before);
});

it('a payment that the bank returned counts as received on its day, and as refunded on the day of the return', async () => {
  await setCurrency('CZK');
  const one = await sales.openInvoice();
  await app.sql`update invoices set issue_date = '2025-02-01', due_date = '2025-02-15' where id = ${one.id}`;
  await app.services.admin.invoices.recordTransfer('system', {
    id: one.id,
    amount: '100.00',
    date: '2025-03-10',
  });
  const sumsIn = async (from: string, to: string) => {
    const found = await figuresIn('CZK', from, to);
    return [found?.payments.received, found?.payments.returned, found?.receivables.total];
  };
  const march = ['2025-03-01', '2025-03-31'] as const;
  expect(await sumsIn(...march)).toEqual(['100.00', '0.00', '0.00']);
  // State after a bank statement reported a return.
  await app.sql`
    update payments set status = 'failed', reversed_at = now(), returned_at = '2025-05-20T10:00:00Z'
    where invoice_id = ${one.id}`;
  await app.sql`update invoices set status = 'open', paid_cents = 0 where id = ${one.id}`;
  expect(await sumsIn(...march)).toEqual(['100.00', '0.00', '0.00']);
  expect(await sumsIn('2025-04-01', '2025-04-30')).toEqual([undefined, undefined, undefined]);
  expect(await sumsIn('2025-05-01', '2025-05-31')).toEqual(['0.00', '100.00', '100.00']);
  expect(await sumsIn('2025-03-01', '2025-05-31')).toEqual(['100.00', '100.00', '100.00']);
});

it('a mistake that is reversed in a later month does not change the totals of its own month', async () => {
  await setCurrency('HUF');
  const panel = app.services.admin.invoices;
  const one = await sales.openInvoice();
  await app.sql`update invoices set issue_date = '2025-02-01', due_date = '2025-02-15' where id = ${one.id}`;
  const record = (date: string) =>
    panel.recordTransfer('system', { id: one.id, amount: '100.00', date });
  const sumsIn = async (from: string, to: string) => {
    const found = await figuresIn('HUF', from, to);
    return [found?.payments.received, found?.payments.returned, found?.receivables.total];
  };
  const march = () => sumsIn('2025-03-01', '2025-03-31');
  const payment = await record('2025-03-10');
  const before = await march();
  await panel.reverseTransfer('system', one.id, payment.id);
  await app.sql`update payments set reversed_at = '2025-05-02T10:00:00Z' where id = ${payment.id}`;
  expect(await march()).toEqual(before);
  expect(await sumsIn('2025-05-01', '2025-05-31')).toEqual(['0.00', '100.00', '100.00']);
  // A payment that is reversed within its month does not count at all.
  await app.sql`update payments set reversed_at = '2025-03-31T10:00:00Z' where id = ${payment.id}`;
  expect(await march()).toEqual(['0.00', '0.00', '100.00']);
});

it('a refund does not change the totals of an earlier month', async () => {
  await setCurrency('PLN');
  const one = await sales.openInvoice();
  await app.sql`update invoices set issue_date = '2025-02-01', due_date = '2025-02-15' where id = ${one.id}`;
  const { id } = await app.services.admin.invoices.recordTransfer('system', {
    ...{ id: one.id, amount: '150.00', date: '2025-03-10' },
  });
  const march = () => sumsOf('2025-03-01', '2025-03-31');
  const before = (await march()).body;
  const repay = (cents: number, date: string) =>
    app.services.admin.payments.refund(
      ...(['system', id, cents, app.services.invoices.billing.refundTransfer] as const),
      { date, reference: 'RF-9' },
    );
  await repay(5_000, '2025-05-20');
  // The refund exceeds the overpayment, so a credit note with today's date is created.
  await repay(3_000, '2025-05-21');
  expect((await march()).body).toEqual(before);
  const { currencies } = (await sumsOf('2025-05-01', '2025-05-31')).body;
  expect(currencies.find(({ currency }) => currency === 'PLN')).toMatchObject({
    payments: {
      ...{ received: '0.00', returned: '80.00' },
      byMethod: [{ method: 'transfer', received: '0.00', returned: '80.00', count: 0 }],
    },
    // The refund is recorded today, like the credit note, so the amount outstanding at the end of May does not change.
    receivables: { total: '0.00', overpaid: '50.00' },
  });
});

it('the EC sales list has totals by VAT number and category, minus credit notes, and nothing domestic, void or outside the EU', async () => {
  const { body: seller } = await ask<{ value: object }>('GET', '/api/admin/settings/seller');
  const dutch = { ...seller.value, country: 'NL', vatNumber: 'NL123456789B01' };
  await ask('PUT', '/api/admin/settings/seller', { value: dutch });
  await setCurrency('GBP');
  const panel = app.services.admin.invoices;
  const issue = async (buyer: object, category: string, unitPrice: string) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const client = { name: 'Katrin Vogel', email, address: 'Weg 1', ...buyer };
    const items = [{ description: 'Work', quantity: '1', unitPrice, taxCategory: category }];
    const { id } = await sales.newInvoice({ client, items });
    await panel.issue('system', id);
    return id;
  };
  const german = { company: 'Vogel Rad GmbH', country: 'DE', vatNumber: 'DE123456789' };
  const french = { company: 'Martin SA', country: 'FR', vatNumber: 'FR12345678901' };
  await issue(german, 'AE', '100.00');
  const credited = await issue(german, 'AE', '50.00');
  await panel.credit('system', { id: credited, amount: '20.00', reason: 'Less' });
  await issue(german, 'K', '7.00');
  await issue(french, 'AE', '30.00');
  await issue({ country: 'NL' }, 'AE', '99.00');
  await issue({ country: 'US' }, 'O', '99.00');
  await issue({ country: 'US' }, 'AE', '99.00');
  const voided = await issue({ ...german, vatNumber: 'DE111111125' }, 'AE', '60.00');
  await panel.void('system', { id: voided, reason: 'Wrong client' });
  const today = new Date().toISOString().slice(0, 10);
  const { body } = await sumsOf(today, today);
  expect(body.homeCurrency).toBe('EUR');
  const shown = body.currencies.find(({ currency }) => currency === 'GBP');
  const vogel = { vatNumber: 'DE123456789', name: 'Vogel Rad GmbH', country: 'DE' };
  expect(shown?.ecSales).toEqual([
    { ...vogel, category: 'AE', base: '130.00' },
    { ...vogel, category: 'K', base: '7.00' },
    { vatNumber: 'FR12345678901', name: 'Martin SA', country: 'FR', category: 'AE', base: '30.00' },
  ]);
});
