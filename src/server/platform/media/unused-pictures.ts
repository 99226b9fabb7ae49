import { sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';

/** Milliseconds for which unused pictures are not deleted, because a picture is uploaded before its form is saved. */
const graceMs = 24 * 60 * 60 * 1000;

/**
 * Large tables that contain no pictures and are therefore not searched. All other tables are searched, including new
 * ones. A table that is missing in this list costs time, but never loses a picture.
 */
const withoutPictures = [
  'media',
  'sessions',
  'rate_limits',
  'one_time_codes',
  'email_changes',
  'stripe_events',
  'sandbox_objects',
  'mails',
  'files',
  'file_chunks',
  'removed_objects',
  'open_threads',
  'message_reads',
  'document_pdfs',
  'document_xmls',
  'former_slugs',
  'job_runs',
];

/** Deletes stored pictures whose URL is in no row of any table. @returns the number of pictures */
export async function deleteUnusedPictures(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - graceMs).toISOString();
  return db.transaction(async (tx) => {
    const tables = await tx.execute<{ name: string }>(sql`
      select quote_ident(table_name) as name
      from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and not table_name = any(${sql.param(withoutPictures)}::text[])`);
    const mentions = tables.map(
      ({ name }) => sql`
        select substring(found[1] for 32) as hash
        from ${sql.raw(name)} as row,
          regexp_matches(to_jsonb(row)::text, '/media/([0-9a-f]{32})-', 'g') as found
        where to_jsonb(row)::text like '%/media/%'`,
    );
    // Raises the timeout, because a daily job may take longer than a request.
    await tx.execute(sql`set local statement_timeout = '5min'`);
    const deleted = await tx.execute(sql`
      delete from media
      where created_at < ${before}
        and hash not in (${sql.join(mentions, sql` union `)})
      returning hash`);
    return deleted.length;
  });
}
