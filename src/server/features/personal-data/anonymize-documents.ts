import { sql } from 'drizzle-orm';

import { deletedName } from '~/contract/personal-data/personal-data';
import type { Database } from '~/server/platform/db/client';
import { inBatches } from '~/server/platform/jobs/clean-up';

/** Buyer of a document whose client was deleted. */
const deletedBuyer = { name: deletedName, email: '' };

/**
 * Removes deleted clients from documents whose retention period has ended: invoices, and accepted proposals if this
 * applies to all of their invoices. Numbers, items and totals remain. Open documents do not change.
 *
 * @param before the first day that must still be retained
 * @returns how many documents
 */
export async function anonymizeDocuments(db: Database, before: string): Promise<number> {
  const buyer = JSON.stringify(deletedBuyer);
  const bills = await inBatches((limit) =>
    db.transaction(async (tx) => {
      const rows = await tx.execute<{ id: number; number: string }>(sql`
        update invoices set buyer = ${buyer}::jsonb, buyer_overrides = '{}', client_name = ${deletedName}, client_email = '', note = '', vat_check = null
        where id in (
          select i.id from invoices i join users u on u.id = i.user_id
          where u.deleted_at is not null and i.company_id is null and i.status in ('paid', 'void')
            and i.issue_date < ${before}::date and i.client_name <> ${deletedName}
          order by i.id limit ${limit} for update of i)
        returning id, number`);
      await forget(tx, 'invoice', rows);
      return rows.length;
    }),
  );
  const offers = await inBatches((limit) =>
    db.transaction(async (tx) => {
      const rows = await tx.execute<{ id: number; number: string }>(sql`
        update proposals set client_name = ${deletedName}, client_email = '', client_company = '', decline_reason = '',
          content = content || jsonb_build_object('client', ${buyer}::jsonb, 'intro', '')
        where id in (
          select p.id from proposals p join users u on u.id = p.user_id
          where u.deleted_at is not null and p.company_id is null and p.status = 'accepted'
            and p.decided_at < ${before}::date and p.client_name <> ${deletedName}
            and not exists (select from invoices i where i.proposal_id = p.id and i.client_name <> ${deletedName})
          order by p.id limit ${limit} for update of p)
        returning id, number`);
      await forget(tx, 'proposal', rows);
      const ids = sql`${sql.param(rows.map(({ id }) => id))}::int[]`;
      await tx.execute(sql`
        update proposal_versions set content = content || jsonb_build_object('client', ${buyer}::jsonb, 'intro', '')
        where proposal_id = any(${ids})`);
      await tx.execute(sql`
        update proposal_acceptances set name = ${deletedName}, ip = '', user_agent = '', signed_in_as = ''
        where proposal_id = any(${ids})`);
      return rows.length;
    }),
  );
  return bills + offers;
}

/** Deletes copies of a document: its PDFs and XML, its audit log, its timeline and its links. */
async function forget(
  tx: Pick<Database, 'execute'>,
  kind: 'invoice' | 'proposal',
  rows: readonly { id: number; number: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = sql`${sql.param(rows.map(({ id }) => id))}::int[]`;
  const abouts = sql`${sql.param(rows.map(({ id }) => `${kind}:${id}`))}::text[]`;
  const numbers = sql`select unnest(${sql.param(rows.map(({ number }) => number))}::text[])`;
  await tx.execute(sql`delete from document_pdfs where number in (${numbers})`);
  if (kind === 'invoice') {
    const notes = sql`select number from credit_notes where invoice_id = any(${ids})`;
    await tx.execute(sql`delete from document_pdfs where number in (${notes})`);
    await tx.execute(sql`delete from document_xmls where number in (${numbers} union ${notes})`);
    await tx.execute(sql`update document_events set text = '' where invoice_id = any(${ids})`);
    await tx.execute(sql`
      update payments set reference = '', refund_reason = '' where invoice_id = any(${ids})`);
    await tx.execute(sql`
      update refunds set reference = '' from payments
      where payments.id = refunds.payment_id and payments.invoice_id = any(${ids})`);
    await tx.execute(sql`update credit_notes set reason = '' where invoice_id = any(${ids})`);
  } else {
    await tx.execute(sql`update document_events set text = '' where proposal_id = any(${ids})`);
  }
  await tx.execute(sql`delete from audit_log where about = any(${abouts})`);
  await tx.execute(sql`delete from document_links where about = any(${abouts})`);
  await tx.execute(sql`delete from mails where about <> '' and about = any(${abouts})`);
}
