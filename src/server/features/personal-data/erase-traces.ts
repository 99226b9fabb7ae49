import { type SQL, sql } from 'drizzle-orm';

import { deletedName, formerMember } from '~/contract/personal-data/personal-data';
import type { Transaction } from './clients';
import type { Abouts } from './erase-records';
import { mailboxesOf, type Who } from './who-is';

const texts = (values: readonly string[]) => sql`${sql.param(values)}::text[]`;

const escaped = (term: string): string => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const inHtml = (term: string): string =>
  term
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
const inJson = (term: string): string => JSON.stringify(term).slice(1, -1);

/** A regular expression of any of them, as texts, HTML and JSON write them; undefined without one. */
function patternOf(terms: readonly string[]): string | undefined {
  const forms = new Set(terms.flatMap((term) => [term, inHtml(term), inJson(term)]));
  if (forms.size === 0) return undefined;
  // The longest first, so that nothing of a longer one is left.
  const words = [...forms].sort((a, b) => b.length - a.length).map(escaped);
  return `(?<![[:alnum:]])(${words.join('|')})(?![[:alnum:]])`;
}

/**
 * Removes what names the client elsewhere: notes, mails, the log of changes, events of the payment provider, links, codes and counters.
 * What is about their own records goes; what is about those of a company stays without their name.
 */
export async function eraseTraces(
  tx: Transaction,
  who: Who,
  { gone, kept }: Abouts,
): Promise<void> {
  const { id, emails, names, companyIds } = who;
  const own = texts([...gone, ...kept]);
  const companies = sql`${sql.param(companyIds)}::int[]`;
  const ofCompanies = (
    await tx.execute<{ about: string }>(sql`
      select 'company:' || id as about from companies where id = any(${companies})
      union all select 'request:' || id from service_requests where company_id = any(${companies})
      union all select 'proposal:' || id from proposals where company_id = any(${companies})
      union all select 'invoice:' || id from invoices where company_id = any(${companies})`)
  ).map(({ about }) => about);
  const shared = texts(ofCompanies);
  const anywhere = patternOf(emails);
  const here = patternOf([...emails, ...names]);
  const without = (column: SQL, pattern: string, word: string): SQL =>
    sql`regexp_replace(${column}, ${pattern}, ${word}, 'gi')`;

  await tx.execute(sql`delete from notes where about = any(${texts(gone)})`);

  await tx.execute(sql`
    delete from mails where (about <> '' and about = any(${own}))
      or lower("to") = any(${texts(emails)}) or lower(reply_to) = any(${texts(emails)})`);
  const redactMails = (where: SQL, pattern: string, word: string) =>
    tx.execute(sql`
      update mails set subject = ${without(sql`subject`, pattern, word)}, html = ${without(sql`html`, pattern, word)},
        text = ${without(sql`text`, pattern, word)}
      where ${where} and (subject ~* ${pattern} or text ~* ${pattern})`);
  const redactLog = (where: SQL, pattern: string, word: string) =>
    tx.execute(sql`
      update audit_log set description = ${without(sql`description`, pattern, word)},
        actor_name = ${without(sql`actor_name`, pattern, word)},
        before = ${without(sql`before::text`, pattern, word)}::jsonb, after = ${without(sql`after::text`, pattern, word)}::jsonb
      where ${where} and (description ~* ${pattern} or actor_name ~* ${pattern} or before::text ~* ${pattern} or after::text ~* ${pattern})`);

  // What was done to records that are gone says nothing any more; that there was a client stays, without what it says of them.
  await tx.execute(sql`
    delete from audit_log where about = any(${texts(gone.filter((about) => about !== `user:${id}`))})`);
  await tx.execute(sql`
    update audit_log set before = null, after = null where about = ${`user:${id}`}`);
  if (here) {
    await redactMails(sql`about <> '' and about = any(${shared})`, here, formerMember);
    await redactLog(sql`about = any(${shared})`, here, formerMember);
    await redactLog(sql`(about = any(${own}) or actor_id = ${id})`, here, deletedName);
    await tx.execute(sql`
      update companies set notes = ${without(sql`notes`, here, formerMember)}
      where id = any(${companies}) and notes ~* ${here}`);
  }
  if (anywhere) {
    await redactMails(sql`true`, anywhere, deletedName);
    await redactLog(sql`true`, anywhere, deletedName);
  }
  await tx.execute(sql`update audit_log set actor_name = ${deletedName} where actor_id = ${id}`);

  // What is still to be paid can be paid by the link that was mailed.
  await tx.execute(sql`
    delete from document_links where about = any(${own})
      and about not in (select 'invoice:' || id from invoices where user_id = ${id} and status = 'open')`);

  await tx.execute(sql`delete from company_invitations where email = any(${texts(emails)})`);
  if (here) {
    await tx.execute(sql`
      update company_invitations set invited_by = ${formerMember} where invited_by_id = ${id} or invited_by ~* ${here} and company_id = any(${companies})`);
  }
  for (const table of ['browser_codes', 'one_time_codes']) {
    await tx.execute(sql`
      delete from ${sql.identifier(table)} where lower(email) = any(${texts(emails)})`);
  }
  await tx.execute(sql`
    delete from rate_limits where exists (
      select from unnest(${texts([...mailboxesOf(who), id])}) term where position(term in lower(key)) > 0)`);
  await eraseEvents(tx, who);
}

/** Of what the payment provider has told stays what an event is applied again by. */
async function eraseEvents(tx: Transaction, { emails, stripeCustomerId }: Who): Promise<void> {
  const mentions = sql`(payload->'data'->'object'->>'customer' = ${stripeCustomerId}
    or payload->'data'->'object'->>'id' = ${stripeCustomerId}
    or exists (select from unnest(${texts(emails)}) term where position(term in lower(payload::text)) > 0))`;
  await tx.execute(sql`
    update stripe_events set payload = jsonb_strip_nulls(jsonb_build_object(
      'id', payload->'id', 'object', payload->'object', 'type', payload->'type', 'created', payload->'created',
      'data', jsonb_build_object('object', jsonb_build_object(
        'id', payload->'data'->'object'->'id', 'object', payload->'data'->'object'->'object',
        'customer', case when jsonb_typeof(payload->'data'->'object'->'customer') = 'string'
          then payload->'data'->'object'->'customer' else payload->'data'->'object'->'customer'->'id' end,
        'payment_intent', case when jsonb_typeof(payload->'data'->'object'->'payment_intent') = 'string'
          then payload->'data'->'object'->'payment_intent' else payload->'data'->'object'->'payment_intent'->'id' end,
        'metadata', jsonb_build_object('key', payload->'data'->'object'->'metadata'->'key'),
        'parent', jsonb_build_object('subscription_details', jsonb_build_object('subscription',
          payload->'data'->'object'->'parent'->'subscription_details'->'subscription'))))))
    where ${mentions}`);
}
