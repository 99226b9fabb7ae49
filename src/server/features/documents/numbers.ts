import { sql } from 'drizzle-orm';

import type { Series } from '~/contract/settings/sales-settings-schema';
import type { Database } from '~/server/platform/db/client';
import { numberSeries } from '~/server/platform/db/schema/proposals';

/**
 * Takes the next number of a series. Its row stays locked until the transaction ends: the next one waits, and a transaction that is
 * rolled back, or whose process is killed, gives the number back. So numbers ascend without a gap.
 */
export async function takePosition(tx: Pick<Database, 'insert'>, key: string): Promise<number> {
  const [row] = await tx
    .insert(numberSeries)
    .values({ key, last: 1 })
    .onConflictDoUpdate({ target: numberSeries.key, set: { last: sql`${numberSeries.last} + 1` } })
    .returning({ last: numberSeries.last });
  if (!row) throw new Error('a number was not given');
  return row.last;
}

/**
 * The next number of invoices and credit notes, such as INV-2026-0001. What stands before the digits is the series: with another prefix
 * or year, numbers begin at 1 again.
 */
export async function takeInvoiceNumber(
  tx: Pick<Database, 'insert'>,
  { prefix, year, digits }: Series,
  today: string,
): Promise<string> {
  const head = year ? `${prefix}${today.slice(0, 4)}-` : prefix;
  const position = await takePosition(tx, `invoice ${head}`);
  return `${head}${String(position).padStart(digits, '0')}`;
}
