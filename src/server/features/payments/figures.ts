import { inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { paidStatuses } from '~/contract/billing/billing';
import { centsToAmount, threeDecimalCurrencies } from '~/contract/common/currencies';
import type { Sum } from '~/contract/common/sums-schema';
import { neutralSettings } from '~/server/features/settings/default-settings';

const paid = sql.raw(paidStatuses.map((status) => `'${status}'`).join(', '));

// All expressions qualify their columns with the table, so that they also work in subqueries of another table. The
// driver returns sums as strings.

/**
 * Amount of a payment that the agency keeps. If the bank returned the payment, refunds that were paid out before are
 * subtracted as well.
 */
const keptCents = sql`(case when payments.status in (${paid}) then payments.amount_cents - payments.refunded_cents
  when payments.returned_at is not null then -payments.refunded_cents else 0 end)`;

/** Sum of payments minus refunds, in cents, over rows of `payments` in one currency. */
export const netPaidCents: SQL<string> = sql`coalesce(sum(${keptCents}), 0)`;

/** The agency's currency. */
export const ownCurrency = sql`coalesce((select value #>> '{}' from settings where key = 'currency'), ${neutralSettings.currency})`;

/**
 * Sum of payments minus refunds, in cents, over rows in several currencies. Includes only the agency's own currency.
 */
export const netPaidHereCents: SQL<string> = sql`coalesce(
  sum(${keptCents}) filter (where payments.currency = ${ownCurrency}), 0)`;

/**
 * Matches an amount in minor units against a searched amount in hundredths. Currencies with three
 * decimals have ten times as many minor units.
 */
export const isSum = (
  { amountCents, currency }: { amountCents: AnyPgColumn; currency: AnyPgColumn },
  hundredths: number,
): SQL =>
  sql`${amountCents} = ${hundredths}::bigint * case when ${inArray(currency, [...threeDecimalCurrencies])} then 10 else 1 end`;

/**
 * Returns payments minus refunds in other currencies, such as one that the agency used before; null if there are none.
 */
export const netPaidElsewhere = (where: SQL): SQL<{ currency: string; cents: number }[] | null> =>
  sql`(select jsonb_agg(jsonb_build_object('currency', other.currency, 'cents', other.cents) order by other.currency)
    from (select payments.currency, ${netPaidCents} as cents from payments
      where ${where} and payments.currency <> ${ownCurrency} group by payments.currency) other
    where other.cents <> 0)`;

/** Returns matching payments minus refunds per currency, sorted by currency; null if no payments match. */
export const netPaidByCurrency = (
  where: SQL | undefined,
): SQL<{ currency: string; cents: number }[] | null> =>
  sql`(select jsonb_agg(jsonb_build_object('currency', sums.currency, 'cents', sums.cents) order by sums.currency)
    from (select payments.currency, ${netPaidCents} as cents from payments
      where ${where} group by payments.currency) sums)`;

/** Returns sums in other currencies as a field of the API. The field is omitted if there are none. */
export const otherSums = (
  sums: readonly { currency: string; cents: number }[] | null | undefined,
): { otherCurrencies?: Sum[] } =>
  sums && sums.length > 0
    ? {
        otherCurrencies: sums.map(({ currency, cents }) => ({
          currency,
          amount: centsToAmount(cents, currency),
        })),
      }
    : {};
