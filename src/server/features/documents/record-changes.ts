import { sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';

/** Time in which a change may be committed after the timestamp that it stores. */
const commitMs = 60_000;

/**
 * Returns a function that calls `follow` before totals of unissued documents are read: with the documents changed since the last
 * call or, if billing data, VAT number checks or the settings of taxes changed, with all. At least once an hour with all, since
 * results of checks expire.
 */
export function followingRecords(
  db: Pick<Database, 'execute'>,
  follow: (changedSince: Date) => Promise<void>,
): () => Promise<void> {
  let seen = '';
  let last = new Date();
  return async () => {
    const [row] = await db.execute<{ mark: string }>(sql`select concat_ws(' ',
      (select sum(extract(epoch from updated_at)) from billing_profiles),
      (select sum(extract(epoch from updated_at)) from companies),
      (select sum(hashtext(id || company_id::text)) from users where company_id is not null),
      (select sum(extract(epoch from checked_at)) from vat_checks),
      (select sum(extract(epoch from updated_at)) from settings where key in ('tax', 'seller')),
      date_trunc('hour', now())) as mark`);
    const mark = row?.mark ?? '';
    const began = new Date();
    await follow(mark === seen ? new Date(last.getTime() - commitMs) : new Date(0));
    seen = mark;
    last = began;
  };
}
