import { type SQL, sql } from 'drizzle-orm';

import { type Age, ages, type Period } from '~/contract/accounting/accounting';
import type { Accounting } from '~/contract/accounting/accounting-schema';
import { paidStatuses } from '~/contract/billing/billing';
import { centsToAmount } from '~/contract/common/currencies';
import { addDays, momentOf } from '~/contract/common/dates';
import { homeCurrencyOf } from '~/contract/documents/home-taxes';
import type { TaxCategory } from '~/contract/documents/tax-categories';
import { euCountries } from '~/contract/documents/vat-numbers';
import { paymentMethods } from '~/contract/invoices/invoices';
import type { Database } from '~/server/platform/db/client';

type Reader = Pick<Database, 'execute'>;

/** PostgreSQL returns sums of bigints as text. */
type Cents = string;

type DocumentSum = {
  currency: string;
  kind: 'invoice' | 'credit note';
  gross: Cents;
  count: number;
};
type TaxSum = Pick<DocumentSum, 'currency' | 'kind'> & {
  category: TaxCategory;
  rate: string;
  base: Cents;
  amount: Cents;
};
export type EcSale = {
  currency: string;
  category: TaxCategory;
  vatNumber: string;
  name: string;
  country: string;
  base: Cents;
};
type PaymentSum = {
  currency: string;
  method: (typeof paymentMethods)[number];
  received: Cents;
  returned: Cents;
  count: number;
};
type AgeSum = { currency: string; age: Age | 'overpaid' | 'balances'; open: Cents };

/** Returns the start and the exclusive end of a period as timestamps. */
export const momentsOf = ({ from, to }: Period, timeZone: string) => ({
  start: momentOf(from, '00:00', timeZone).toISOString(),
  end: momentOf(addDays(to, 1), '00:00', timeZone).toISOString(),
});

const isPaidSql = sql`payments.status in (${sql.join(
  paidStatuses.map((one) => sql`${one}`),
  sql`, `,
)})`;

export const paidAtSql = sql`coalesce(payments.paid_at, payments.created_at)`;

/**
 * SQL for when a payment was returned by the bank or reversed by an admin. A payment that is reversed in the month in
 * which it was received is not counted at all. A payment that is reversed later counts as received in its month and as
 * refunded on the day of the reversal, so that the totals of closed months do not change.
 */
export const takenBackSql = (timeZone: string): SQL => {
  const month = (at: SQL) => sql`date_trunc('month', ${at} at time zone ${timeZone})`;
  return sql`coalesce(payments.returned_at, case when ${month(sql`payments.reversed_at`)}
    > ${month(paidAtSql)} then payments.reversed_at end)`;
};

/** SQL for whether a payment counts as received, even if it was returned later. */
export const wasReceivedSql = (timeZone: string): SQL =>
  sql`(${isPaidSql} or ${takenBackSql(timeZone)} is not null)`;

const documentsIn = ({ from, to }: Period): SQL => sql`
  documents as (
    select currency, 'invoice' as kind, total_cents, totals, buyer, seller from invoices
    where status <> 'draft' and issue_date between ${from} and ${to}
    union all
    select invoices.currency, 'credit note', notes.total_cents, notes.totals, invoices.buyer, notes.seller
    from credit_notes notes join invoices on invoices.id = notes.invoice_id
    where notes.issue_date between ${from} and ${to})`;

const documentSums = (tx: Reader, period: Period) =>
  tx.execute<DocumentSum>(sql`
    with ${documentsIn(period)}
    select currency, kind, sum(total_cents) as gross, count(*)::int as count
    from documents group by currency, kind`);

const taxSums = (tx: Reader, period: Period) =>
  tx.execute<TaxSum>(sql`
    with ${documentsIn(period)}
    select currency, kind, trim_scale(tax.rate::numeric)::text as rate,
      tax.category,
      sum(tax."baseCents") as base, sum(tax."amountCents") as amount
    from documents, jsonb_to_recordset(totals->'taxes')
      as tax(rate text, category text, "baseCents" bigint, "amountCents" bigint)
    group by 1, 2, 3, 4
    order by trim_scale(min(tax.rate::numeric)), 4`);

/**
 * Sums up supplies to businesses in other member states, by customer: reverse charge and intra-community supplies,
 * minus credit notes. Includes customers without a country, so that they are noticed.
 */
export const readEcSales = (tx: Reader, period: Period) =>
  tx.execute<EcSale>(sql`
    with ${documentsIn(period)}
    select currency, tax.category, coalesce(buyer->>'vatNumber', '') as "vatNumber",
      min(coalesce(nullif(buyer->>'company', ''), buyer->>'name')) as name,
      coalesce(buyer->>'country', '') as country,
      sum(case kind when 'invoice' then tax."baseCents" else -tax."baseCents" end) as base
    from documents, jsonb_to_recordset(totals->'taxes')
      as tax(rate text, category text, "baseCents" bigint, "amountCents" bigint)
    where tax.category in ('AE', 'K')
      and coalesce(buyer->>'country', '') is distinct from seller->>'country'
      and coalesce(buyer->>'country', '') = any(${sql.param(['', ...euCountries])}::text[])
    group by currency, tax.category, 3, 5,
      case when coalesce(buyer->>'vatNumber', '') = '' then buyer->>'name' end
    having sum(case kind when 'invoice' then tax."baseCents" else -tax."baseCents" end) <> 0
    order by 3, 2, 4`);

const paymentSums = (tx: Reader, { start, end }: ReturnType<typeof momentsOf>, timeZone: string) =>
  tx.execute<PaymentSum>(sql`
    with moves as (
      select currency, method, amount_cents as received, 0 as returned, 1 as count
      from payments
      where ${wasReceivedSql(timeZone)} and ${paidAtSql} >= ${start} and ${paidAtSql} < ${end}
      union all
      select currency, method, 0, refunds.cents, 0
      from refunds join payments on payments.id = refunds.payment_id
      where ${wasReceivedSql(timeZone)} and refunded_at >= ${start} and refunded_at < ${end}
      union all
      select currency, method, 0, amount_cents, 0 from payments
      where ${takenBackSql(timeZone)} >= ${start} and ${takenBackSql(timeZone)} < ${end}
    )
    select currency, method, sum(received) as received, sum(returned) as returned,
      sum(count)::int as count
    from moves group by currency, method`);

/**
 * Returns the amounts outstanding at the end of a day. A payment that was returned after that day counts as received. A
 * refund counts from the day on which it was recorded, like its credit note. If a change of plan credited an amount to
 * the client's balance, its credit note counts from the same day, even if its date is later.
 */
const receivables = (tx: Reader, to: string, end: string, timeZone: string) =>
  tx.execute<AgeSum>(sql`
    with notes as (
      select invoice_id, sum(total_cents) filter (where issue_date <= ${to}) as credited,
        sum(total_cents) filter (where issue_date > ${to} and payment_id is null) as later
      from credit_notes group by invoice_id
    ), moves as (
      select invoice_id, amount_cents as cents from payments
      where (${isPaidSql} or ${takenBackSql(timeZone)} >= ${end}) and ${paidAtSql} < ${end}
      union all
      select invoice_id, -refunds.cents from refunds join payments on payments.id = refunds.payment_id
      where ${wasReceivedSql(timeZone)} and greatest(refunded_at, refunds.created_at) < ${end}
    ), paid as (
      select invoice_id, sum(cents) as cents from moves where invoice_id is not null group by invoice_id
    ), open as (
      select currency, ${to}::date - due_date as days,
        total_cents - coalesce(paid.cents, 0) - coalesce(notes.credited, 0) - balance_cents
        - least(coalesce(notes.later, 0), greatest(0, -balance_cents)) as cents
      from invoices left join paid on paid.invoice_id = invoices.id
        left join notes on notes.invoice_id = invoices.id
      where status <> 'draft' and issue_date <= ${to}
    )
    select currency, case when cents < 0 then 'overpaid' when days <= 0 then 'notDue' when days <= 30 then 'days1to30'
        when days <= 60 then 'days31to60' when days <= 90 then 'days61to90' else 'over90' end as age,
      sum(abs(cents)) as open
    from open where cents <> 0 group by 1, 2
    union all
    select currency, 'balances', -sum(balance_cents) from invoices
    where status <> 'draft' and issue_date <= ${to} group by 1 having sum(balance_cents) <> 0`);

const sumOf = <Row>(rows: readonly Row[], pick: (row: Row) => Cents): number =>
  rows.reduce((sum, row) => sum + Number(pick(row)), 0);

/** Reads the totals of a period in a single snapshot. */
export async function readSums(
  db: Database,
  period: Period,
  { timeZone, country }: { timeZone: string; country: string },
): Promise<Accounting> {
  const moments = momentsOf(period, timeZone);
  const {
    documents,
    taxes,
    ecSales: sold,
    payments,
    open,
  } = await db.transaction(
    async (tx) => ({
      documents: await documentSums(tx, period),
      taxes: await taxSums(tx, period),
      ecSales: await readEcSales(tx, period),
      payments: await paymentSums(tx, moments, timeZone),
      open: await receivables(tx, period.to, moments.end, timeZone),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const names = [...documents, ...payments, ...open].map(({ currency }) => currency);
  return {
    ...period,
    homeCurrency: homeCurrencyOf(country) ?? '',
    currencies: [...new Set(names)].sort().map((currency) => {
      const own = <Row extends { currency: string }>(rows: Iterable<Row>): Row[] =>
        [...rows].filter((row) => row.currency === currency);
      return currencySums(currency, {
        documents: own(documents),
        taxes: own(taxes),
        ecSales: own(sold),
        payments: own(payments),
        open: own(open),
      });
    }),
  };
}

function currencySums(
  currency: string,
  rows: {
    documents: DocumentSum[];
    taxes: TaxSum[];
    ecSales: EcSale[];
    payments: PaymentSum[];
    open: AgeSum[];
  },
): Accounting['currencies'][number] {
  const amount = (cents: number) => centsToAmount(cents, currency);
  const documentsOf = (kind: DocumentSum['kind']) => {
    const taxes = rows.taxes.filter((row) => row.kind === kind);
    const sums = rows.documents.find((row) => row.kind === kind);
    return {
      net: amount(sumOf(taxes, ({ base }) => base)),
      tax: amount(sumOf(taxes, (tax) => tax.amount)),
      gross: amount(Number(sums?.gross ?? 0)),
      count: sums?.count ?? 0,
    };
  };
  const moneyOf = (payments: readonly PaymentSum[]) => ({
    received: amount(sumOf(payments, ({ received }) => received)),
    returned: amount(sumOf(payments, ({ returned }) => returned)),
  });
  return {
    currency,
    invoiced: documentsOf('invoice'),
    credited: documentsOf('credit note'),
    taxes: taxesOf(rows.taxes).map(({ category, rate, baseCents, amountCents }) => ({
      category,
      rate,
      base: amount(baseCents),
      amount: amount(amountCents),
    })),
    ecSales: rows.ecSales.map(({ currency: _, base, ...sale }) => ({
      ...sale,
      base: amount(Number(base)),
    })),
    payments: {
      ...moneyOf(rows.payments),
      byMethod: paymentMethods.flatMap((method) =>
        rows.payments
          .filter((row) => row.method === method)
          .map((row) => ({ method, ...moneyOf([row]), count: row.count })),
      ),
    },
    receivables: receivablesOf(rows.open, amount),
  };
}

/** Returns the totals of invoices minus credit notes, by rate and category, in the order of the rows. */
function taxesOf(rows: readonly TaxSum[]) {
  const sums = new Map<
    string,
    { category: TaxCategory; rate: string; baseCents: number; amountCents: number }
  >();
  for (const { kind, category, rate, base, amount } of rows) {
    const key = `${rate} ${category}`;
    const before = sums.get(key) ?? { category, rate, baseCents: 0, amountCents: 0 };
    const sign = kind === 'invoice' ? 1 : -1;
    sums.set(key, {
      ...before,
      baseCents: before.baseCents + sign * Number(base),
      amountCents: before.amountCents + sign * Number(amount),
    });
  }
  return [...sums.values()];
}

function receivablesOf(rows: readonly AgeSum[], amount: (cents: number) => string) {
  const of = (...kinds: readonly AgeSum['age'][]) =>
    amount(
      sumOf(
        rows.filter(({ age }) => kinds.includes(age)),
        ({ open }) => open,
      ),
    );
  const byAge = Object.fromEntries(ages.map((age) => [age, of(age)])) as Record<Age, string>;
  return { ...byAge, total: of(...ages), overpaid: of('overpaid'), balances: of('balances') };
}
