import { type SQL, sql } from 'drizzle-orm';

import { deletedName, formerMember } from '~/contract/personal-data/personal-data';
import { forEachKind } from '~/server/features/companies/company-records';
import { isInTimeOf, isMailTo } from './addresses';
import { aboutClient, type Transaction } from './clients';
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

const anyOf = (terms: readonly string[]): string => {
  const forms = [...new Set(terms.flatMap((term) => [term, inHtml(term)]))];
  // Sorts longer forms first, because replacing a part of a longer form would leave the rest.
  return forms
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
};

/** Returns a regular expression for complete addresses: `ann@x.co` does not match within `jo-ann@x.co.uk`. */
const addressPattern = (emails: readonly string[]): string =>
  `(?<![[:alnum:]._%+@-])(${anyOf(emails)})(?![[:alnum:]_%+@-]|\\.[[:alnum:]])`;
const namePattern = (name: string): string => `(?<![[:alnum:]])(${anyOf([name])})(?![[:alnum:]])`;

const without = (column: SQL, pattern: string, word: string): SQL =>
  sql`regexp_replace(${column}, ${pattern}, ${word}, 'gi')`;

/**
 * Removes the client's name and email from other data: notes, emails, the audit log, Stripe events, links, codes and
 * counters. Deletes data about the client's own records. Data about a company's records remains without the client's
 * name. Replaces names only within texts: the structured details of a change either remain unchanged or are deleted.
 */
export async function eraseTraces(tx: Transaction, who: Who, abouts: Abouts): Promise<void> {
  const { id, emails } = who;
  const own = texts([...abouts.gone, ...abouts.kept]);
  await tx.execute(sql`delete from notes where about = any(${texts(abouts.gone)})`);
  // Deletes emails first, because those about the client's messages are found by the address, which is replaced below.
  await eraseIncomingMails(tx, who, own);
  await eraseMails(tx, who, own);
  await eraseLog(tx, who, abouts);
  await tx.execute(sql`
    delete from webhook_events where record = any(${own}) or data::text ~* ${addressPattern(emails)}`);

  await eraseProposedChanges(tx, who);

  await tx.execute(sql`delete from company_invitations where email = any(${texts(emails)})`);
  await tx.execute(sql`
    update company_invitations set invited_by = ${formerMember} where invited_by_id = ${id}`);
  await tx.execute(sql`delete from one_time_codes where lower(email) = any(${texts(emails)})`);
  await tx.execute(sql`delete from email_changes where user_id = ${id}`);
  // Includes changes by colleagues that set the client's email as the company's email for invoices.
  await tx.execute(sql`
    update email_changes set companies = regexp_replace(companies::text, ${addressPattern(emails)}, '', 'gi')::jsonb
    where companies::text ~* ${addressPattern(emails)}`);
  await tx.execute(sql`
    delete from rate_limits where key ~* ${addressPattern([...mailboxesOf(who), id])}`);
  await eraseEvents(tx, who);
}

/** Deletes proposed changes of API keys that name the client, because any of their texts may be about the client. */
async function eraseProposedChanges(tx: Transaction, { id, emails, names }: Who): Promise<void> {
  const unique = names.filter(({ isUnique }) => isUnique);
  const patterns = [
    namePattern(id),
    ...(emails.length > 0 ? [addressPattern(emails)] : []),
    ...unique.map(({ name }) => namePattern(JSON.stringify(name).slice(1, -1))),
  ];
  await tx.execute(sql`
    delete from proposed_changes where to_jsonb(proposed_changes)::text ~* any(${texts(patterns)})`);
}

async function eraseMails(tx: Transaction, who: Who, own: SQL): Promise<void> {
  const { addresses, names } = who;
  await tx.execute(sql`
    delete from mails where (about <> '' and about = any(${own})) or ${isMailTo(addresses)}`);
  const redact = (where: SQL, pattern: string, word: string) =>
    tx.execute(sql`
      update mails set subject = ${without(sql`subject`, pattern, word)}, html = ${without(sql`html`, pattern, word)},
        text = ${without(sql`text`, pattern, word)}
      where ${where} and (subject ~* ${pattern} or text ~* ${pattern} or html ~* ${pattern})`);
  const shared = await companyAbouts(tx, who);
  for (const one of names.filter(({ isUnique }) => isUnique)) {
    const isOfCompany = sql`about <> '' and about = any(${shared}) and ${isInTimeOf(one)}`;
    await redact(isOfCompany, namePattern(one.name), formerMember);
  }
  for (const address of addresses) {
    await redact(isInTimeOf(address), addressPattern([address.email]), deletedName);
    await tx.execute(sql`
      update mails set reply_to = null
      where sent_at is not null and lower(reply_to) = ${address.email} and ${isInTimeOf(address)}`);
  }
}

/** Deletes the client's incoming emails, but not messages in a company's thread. Revokes the client's reply addresses. */
async function eraseIncomingMails(tx: Transaction, { addresses }: Who, own: SQL): Promise<void> {
  await tx.execute(sql`delete from incoming_mails where about <> '' and about = any(${own})`);
  for (const address of addresses) {
    const { email } = address;
    const isTheirs = sql`incoming_mail_id in (
      select id from incoming_mails where lower(from_address) = ${email} and ${isInTimeOf(address)})`;
    // Deletes unaccepted emails in other people's records, because only admins have seen them. Accepted ones remain
    // without the client's name.
    await tx.execute(
      sql`delete from messages where internal and not (by_agency and origin = 'mail') and ${isTheirs}`,
    );
    await tx.execute(sql`
      update messages set author_name = ${formerMember} where not internal and not by_agency and ${isTheirs}`);
    await tx.execute(sql`
      delete from mails where cancel_key like '% unverified' and ${isInTimeOf(address)} and text ~* ${addressPattern([email])}`);
    await tx.execute(sql`
      delete from incoming_mails where lower(from_address) = ${email} and ${isInTimeOf(address)}`);
    await tx.execute(
      sql`delete from reply_addresses where email = ${email} and ${isInTimeOf(address)}`,
    );
    await tx.execute(sql`
      delete from accepted_senders where ${email} in (client, sender) and ${isInTimeOf(address)}`);
    const pattern = addressPattern([email]);
    await tx.execute(sql`
      update messages set cut_text = ${without(sql`cut_text`, pattern, deletedName)}
      where ${isInTimeOf(address)} and cut_text ~* ${pattern}`);
    // Deletes the raw emails, because they contain the client's name as well.
    await tx.execute(sql`
      with named as (
        update incoming_mails set key = '' where key <> '' and ${isInTimeOf(address)} and (subject ~* ${pattern} or full_text ~* ${pattern})
        returning (select was.key from incoming_mails was where was.id = incoming_mails.id) as key)
      delete from file_chunks where key in (select key from named)`);
    await tx.execute(sql`
      update incoming_mails set subject = ${without(sql`subject`, pattern, deletedName)},
        text = ${without(sql`text`, pattern, deletedName)}, full_text = ${without(sql`full_text`, pattern, deletedName)}
      where ${isInTimeOf(address)} and (subject ~* ${pattern} or full_text ~* ${pattern})`);
  }
}

/** Returns SQL for the records of the companies that the client was a member of. */
async function companyAbouts(tx: Transaction, { companyIds }: Who): Promise<SQL> {
  const companies = sql`${sql.param(companyIds)}::int[]`;
  const records = await forEachKind(({ table, about }) =>
    tx.execute<{ about: string }>(sql`
      select ${`${about}:`} || ${table.id} as about from ${table} where ${table.companyId} = any(${companies})`),
  );
  const ofRecords = Object.values(records).flatMap((rows) => rows.map(({ about }) => about));
  return texts([...companyIds.map((id) => `company:${id}`), ...ofRecords]);
}

/**
 * Replaces the author of audit log entries if it was the client. Does not replace another author with the same name.
 */
async function eraseLog(tx: Transaction, who: Who, { gone, kept }: Abouts): Promise<void> {
  const { id, addresses, names } = who;
  const about = aboutClient(id);
  const isOfCompany = sql`(before->>'clientId' = ${id} or after->>'clientId' = ${id})`;
  const isOwn = sql`about = any(${texts([about, ...kept])})`;

  // Deletes entries about deleted records. Entries about the client remain without their text.
  await tx.execute(sql`
    delete from audit_log where about = any(${texts(gone.filter((one) => one !== about))})`);
  await tx.execute(sql`update audit_log set before = null, after = null where about = ${about}`);

  /** Replaces a word in the description, but not in the author's name before it. */
  const redactWhatWasDone = (where: SQL, pattern: string, word: string) =>
    tx.execute(sql`
      update audit_log set description = case when starts_with(description, actor_name)
        then actor_name || ${without(sql`substr(description, length(actor_name) + 1)`, pattern, word)}
        else ${without(sql`description`, pattern, word)} end
      where ${where} and description ~* ${pattern}`);
  const dropDetails = (where: SQL, pattern: string) =>
    tx.execute(sql`
      update audit_log set before = case when before::text ~* ${pattern} then null else before end,
        after = case when after::text ~* ${pattern} then null else after end
      where ${where} and (before::text ~* ${pattern} or after::text ~* ${pattern})`);
  for (const one of names) {
    const pattern = namePattern(one.name);
    await redactWhatWasDone(isOwn, pattern, deletedName);
    await dropDetails(isOwn, namePattern(JSON.stringify(one.name).slice(1, -1)));
    if (!one.isUnique) continue;
    await redactWhatWasDone(sql`${isOfCompany} and ${isInTimeOf(one)}`, pattern, formerMember);
  }
  for (const address of addresses) {
    const pattern = addressPattern([address.email]);
    await redactWhatWasDone(isInTimeOf(address), pattern, deletedName);
    await dropDetails(isInTimeOf(address), pattern);
  }

  const word = sql`case when about = any(${await companyAbouts(tx, who)}) then ${formerMember} else ${deletedName} end`;
  await tx.execute(sql`
    update audit_log set actor_name = ${word}, description = case when starts_with(description, actor_name)
      then ${word} || substr(description, length(actor_name) + 1) else description end
    where actor_id = ${id}`);
}

/** Clears Stripe events, except for the fields that are needed to apply an event again. */
async function eraseEvents(tx: Transaction, { emails, stripeCustomerId }: Who): Promise<void> {
  const pattern = emails.length > 0 ? addressPattern(emails) : null;
  const mentions = sql`(payload->'data'->'object'->>'customer' = ${stripeCustomerId}
    or payload->'data'->'object'->>'id' = ${stripeCustomerId}
    or payload::text ~* ${pattern}::text)`;
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
