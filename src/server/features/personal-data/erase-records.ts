import { type SQL, sql } from 'drizzle-orm';

import { deletedName, formerMember } from '~/contract/personal-data/personal-data';
import { clearConversations } from '~/server/features/conversations/conversations.service';
import { revokeLinks } from '~/server/features/documents/links';
import { clientIsGone } from '~/server/features/recurring-invoices/make';
import { presentOf } from './addresses';
import { aboutClient, type Transaction } from './clients';
import type { Who } from './who-is';

const anyOf = (values: readonly (string | number)[], type: 'text' | 'int') =>
  sql`any(${sql.param(values)}::${sql.raw(type)}[])`;

/** Records of the client, in the format `invoice:12` that the outbox, the audit log and notes use. */
export interface Abouts {
  /** Records that are deleted. */
  gone: string[];
  /** Records that are retained for accounting. */
  kept: string[];
}

/**
 * Deletes the client's own records, except those that accounting needs, and removes the client's name from records of their
 * companies.
 */
export async function eraseRecords(tx: Transaction, who: Who): Promise<Abouts> {
  const { id } = who;
  // Null if the client shares the email with the agency. Former emails are not used, because the client's leads and
  // documents moved to the new email when it changed.
  const email = presentOf(who.addresses) ?? null;
  const idsOf = async (statement: SQL): Promise<number[]> =>
    (await tx.execute<{ id: number }>(statement)).map((row) => row.id);

  // Includes documents that were sent to the client's email before they had an account.
  await tx.execute(sql`
    update proposals set user_id = ${id} where user_id is null and company_id is null and lower(client_email) = ${email}`);
  await tx.execute(sql`
    update invoices set user_id = ${id} where user_id is null and company_id is null and lower(client_email) = ${email}`);

  // Excludes drafts that are part of the payment schedule of an accepted proposal, because they must be retained.
  const drafts = await idsOf(sql`
    delete from invoices where user_id = ${id} and company_id is null and status = 'draft'
      and not exists (select from proposals p where p.id = invoices.proposal_id and p.status = 'accepted')
    returning id`);
  const offered = await tx.execute<{ id: number; number: string }>(sql`
    delete from proposals where user_id = ${id} and company_id is null and status <> 'accepted'
      and not exists (select from invoices i where i.proposal_id = proposals.id)
    returning id, number`);
  await tx.execute(sql`
    delete from document_pdfs where number = ${anyOf(
      offered.map(({ number }) => number),
      'text',
    )}`);

  // Pauses recurring invoices with a reason, because the agency may continue them for another client.
  const recurring = await idsOf(sql`
    update recurring_invoices set buyer = null, client_name = ${deletedName}, client_email = '', note = '',
      paused_at = coalesce(paused_at, now()), pause_reason = ${clientIsGone}, updated_at = now()
    where company_id is null and (user_id = ${id} or (user_id is null and client_email = ${email}))
    returning id`);

  // Documents of a former company can still have the client's email, if nobody else can receive them.
  for (const table of ['proposals', 'invoices', 'recurring_invoices']) {
    await tx.execute(sql`
      update ${sql.identifier(table)} set client_email = '' where user_id = ${id} and company_id is not null and lower(client_email) = ${email}`);
  }

  // Retains a request to which a document refers, but without any text.
  const requests = await idsOf(sql`
    delete from service_requests where user_id = ${id} and company_id is null
      and not exists (select from invoices i where i.request_id = service_requests.id)
      and not exists (select from proposals p where p.request_id = service_requests.id)
    returning id`);
  const emptied = await idsOf(sql`
    update service_requests set title = 'Deleted request', description = '', note = '', wished_date = null, urgent = false,
      waiting_since = null, submission_key = null, submission_digest = null,
      status = case when status = 'completed' then status else 'cancelled' end, updated_at = now()
    where user_id = ${id} and company_id is null
    returning id`);
  const isEmptied = sql`conversation_id in (select id from conversations where request_id = ${anyOf(emptied, 'int')})`;
  await tx.execute(sql`delete from messages where ${isEmptied}`);
  await tx.execute(sql`delete from message_drafts where ${isEmptied}`);
  // Retains a proposal that was accepted, or to which a retained document refers, but without personal data.
  await tx.execute(sql`
    delete from messages where conversation_id in (
      select c.id from conversations c join proposals p on p.id = c.proposal_id
      where p.user_id = ${id} and p.company_id is null)`);
  await clearConversations(
    tx,
    sql`request_id = ${anyOf(emptied, 'int')} or proposal_id in (
      select id from proposals where user_id = ${id} and company_id is null)`,
  );
  await tx.execute(sql`
    delete from service_request_events where request_id = ${anyOf(emptied, 'int')} and kind = 'note'`);
  await tx.execute(
    sql`delete from pending_notifications where request_id = ${anyOf(emptied, 'int')}`,
  );

  const quoted = await idsOf(sql`
    delete from quotes where user_id = ${id} or (user_id is null and lower(email) = ${email}) returning id`);
  const written = await idsOf(sql`
    delete from contact_messages where lower(email) = ${email} returning id`);

  // Deletes the client's testimonials, including those about a company's records, because the client gave the consent.
  const said = await idsOf(sql`
    delete from testimonials where user_id = ${id} or (email <> '' and lower(email) = ${email}) returning id`);

  // The client's messages in a company's records remain, without the client's name.
  await tx.execute(sql`
    update messages set author_name = ${formerMember}
    where not by_agency and (author_id = ${id} or conversation_id in (
      select c.id from conversations c join proposals p on p.id = c.proposal_id where p.user_id = ${id}))`);

  for (const table of [
    'sessions',
    'external_accounts',
    'billing_profiles',
    'notification_choices',
    'message_drafts',
    'message_reads',
    'open_threads',
    'checkouts',
    'data_exports',
  ]) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${id}`);
  }
  await tx.execute(sql`delete from files where uploader_id = ${id} and message_id is null`);
  await tx.execute(sql`
    update subscriptions set card = '', taxed_buyer = null where user_id = ${id}`);
  await tx.execute(sql`update payments set taxed_buyer = null where user_id = ${id}`);

  const accepted = await idsOf(
    sql`select id from proposals where user_id = ${id} and company_id is null`,
  );
  const unpaid = await idsOf(
    sql`select id from invoices where user_id = ${id} and company_id is null and status = 'open'`,
  );
  const settled = await idsOf(
    sql`select id from invoices where user_id = ${id} and company_id is null and status <> 'open'`,
  );
  const paid = await tx.execute<{ about: string }>(sql`
    select 'payment:' || id as about from payments where user_id = ${id}
    union all select 'subscription:' || id from subscriptions where user_id = ${id}`);
  const named = (kind: string, ids: number[]) => ids.map((one) => `${kind}:${one}`);
  const ofIds = (...lists: number[][]) => lists.flat().map((one) => ({ id: one }));
  await revokeLinks(tx, {
    quote: ofIds(quoted),
    message: ofIds(written),
    proposal: ofIds(
      accepted,
      offered.map((row) => row.id),
    ),
    // Links to unpaid invoices stay valid, so that these can still be paid.
    invoice: ofIds(drafts, settled),
    testimonial: ofIds(said),
    // Previews of pages are not affected, because admins may send them to anyone.
    page: [],
  });
  return {
    gone: [
      aboutClient(id),
      ...named('invoice', drafts),
      ...named('recurring_invoice', recurring),
      ...named(
        'proposal',
        offered.map((row) => row.id),
      ),
      ...named('request', [...requests, ...emptied]),
      ...named('quote', quoted),
      ...named('message', written),
      ...named('testimonial', said),
    ],
    kept: [
      ...named('proposal', accepted),
      ...named('invoice', [...unpaid, ...settled]),
      ...paid.map(({ about }) => about),
    ],
  };
}
