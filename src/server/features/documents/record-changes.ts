import { isDeepStrictEqual } from 'node:util';

import { type SQL, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';

/** Milliseconds within which a change is committed after the timestamp that it stores. */
const commitMs = 60_000;

/**
 * Returns a function to call before a list of unissued documents is read. The function calls `follow` with the time
 * since which documents may have changed. Usually, this is the time of the last call. The function passes the beginning
 * of time instead if data changed that all documents depend on: names and billing data of clients, VAT number checks,
 * or tax settings. It also does so once an hour, because checks of VAT numbers expire.
 *
 * @param documents query for `user_id`, `company_id` and `client_email` of the documents, so that a call reads only
 * their clients
 */
export function followingRecords(
  db: Pick<Database, 'execute'>,
  documents: SQL,
  follow: (changedSince: Date) => Promise<void>,
): () => Promise<void> {
  let seen = '';
  let last = new Date();
  return async () => {
    const [row] = await db.execute<{ mark: string }>(sql`
      with documents as (${documents}),
      clients as (
        select id, company_id, first_name, last_name, deleted_at from users
          where id in (select user_id from documents)
        union
        select id, company_id, first_name, last_name, deleted_at from users
          where email in (select lower(client_email) from documents where user_id is null)
      )
      select concat_ws(' ',
        (select sum(extract(epoch from updated_at)) from billing_profiles where user_id in (select id from clients)),
        (select sum(extract(epoch from updated_at)) from companies
          where id in (select company_id from clients union select company_id from documents)),
        (select sum(hashtext(concat_ws(' ', id, company_id, first_name, last_name, deleted_at))) from clients),
        (select max(checked_at) from vat_checks),
        (select sum(extract(epoch from updated_at)) from settings where key in ('tax', 'seller')),
        date_trunc('hour', now())) as mark`);
    const mark = row?.mark ?? '';
    const began = new Date();
    await follow(mark === seen ? new Date(last.getTime() - commitMs) : new Date(0));
    seen = mark;
    last = began;
  };
}

/** Returns the columns of a document that differ from the stored ones; undefined without a difference. */
export function differingColumns<Row extends object, Name extends keyof Row>(
  stored: Row,
  now: Row,
  names: readonly Name[],
): Pick<Row, Name> | undefined {
  const differing = names.filter((name) => !isDeepStrictEqual(stored[name], now[name]));
  if (differing.length === 0) return undefined;
  return Object.fromEntries(differing.map((name) => [name, now[name]])) as Pick<Row, Name>;
}
