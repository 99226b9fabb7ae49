import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { CompanyRight } from '~/contract/companies/companies';
import { shownName } from '~/server/features/documents/clients';
import { revokeDocumentLinks } from '~/server/features/documents/links';
import { companies } from '~/server/platform/db/schema/companies';
import { billingProfiles, users } from '~/server/platform/db/schema/identity';
import { proposals } from '~/server/platform/db/schema/proposals';
import { type CompanyRecordKind, companyRecords } from './company-records';
import type { Transaction, UserRow } from './locks';

/**
 * Returns the recipient of a company's documents: a member who may see them, preferably the given one; undefined if there
 * is none.
 */
export async function payerOf(
  tx: Pick<Transaction, 'select'>,
  companyId: number,
  preferredId: string | null,
): Promise<UserRow | undefined> {
  const payers = await membersWith(tx, companyId, 'invoices');
  return payers.find(({ id }) => id === preferredId) ?? payers[0];
}

export const nobodyMaySee =
  'Nobody in the company may see its proposals and invoices. Please give a member that right, or enter an email of the company.';

/**
 * Returns why a company's document cannot be sent to an email: no member may open it, or the email belongs to a member who
 * may not see documents. Undefined if it can be sent.
 */
export async function whyNotSent(
  tx: Pick<Transaction, 'select'>,
  { companyId, clientEmail }: { companyId: number | null; clientEmail: string },
): Promise<string | undefined> {
  if (companyId === null) return undefined;
  if (clientEmail === '') return nobodyMaySee;
  const [member] = await tx
    .select()
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.email, clientEmail.toLowerCase())));
  const maySee = member?.companyRights.includes('invoices') && member.disabledAt === null;
  if (!member || maySee) return undefined;
  return `${shownName(member)} may not see proposals and invoices of the company. Please give them that right, or enter an email of the company.`;
}

/**
 * Rejects sending a company's document if its recipient is a member who may not see it, or if no one could open it.
 * @throws CONFLICT
 */
export async function rejectUnsendable(
  tx: Pick<Transaction, 'select'>,
  document: { companyId: number | null; clientEmail: string },
): Promise<void> {
  const why = await whyNotSent(tx, document);
  if (why) throw new AppError('CONFLICT', why);
}

/** Returns members with a right in a company, managers first, then by seniority. Excludes disabled ones by default. */
export function membersWith(
  tx: Pick<Transaction, 'select'>,
  companyId: number,
  right: CompanyRight,
  { alsoDisabled = false } = {},
) {
  return tx
    .select()
    .from(users)
    .where(
      and(
        eq(users.companyId, companyId),
        alsoDisabled ? undefined : isNull(users.disabledAt),
        sql`${right} = any(${users.companyRights})`,
      ),
    )
    .orderBy(sql`${users.isCompanyManager} desc`, users.createdAt, users.id);
}

/** Company that documents belong to, or client of documents without a company. */
export type DocumentOwner = { companyId: number } | { clientId: string };

/** Members and emails that can receive the documents of a company, or of a client without one. */
export interface Receivers {
  /** Company's email for invoices; empty without one, and for a client without a company. */
  mailbox: string;
  /** Members who may see documents now, in order of preference, or the client. */
  payers: readonly { id: string; email: string }[];
  /** Emails of members who may not see documents now. */
  excluded: readonly string[];
}

/** Properties of a document that determine its recipient. Emails are lower-case, and empty if there is none. */
export interface Addressed {
  kind: 'proposal' | 'invoice';
  /** Client or member who is the document's owner; null for a document of a deleted account. */
  ownerId: string | null;
  /** Email that was entered for this document alone; null without one, and empty if the document is sent to nobody. */
  typed: string | null;
  /**
   * The owner's own email for invoices, on documents without a company and on those that the owner brought into their
   * company.
   */
  own: string;
}

/**
 * Returns the recipient of a document; undefined if nobody may receive it now, and empty if it is deliberately sent to
 * nobody. Every change of an email, a right or a member uses this rule. The recipient depends only on the current
 * state, so that undoing a change also restores the recipient.
 *
 * A proposal is for a person, who accepts it: its owner, or else another member, or else the company's email for invoices. An
 * invoice goes to the email that was entered for it, or else to the owner's own email for invoices if the owner brought the
 * invoice into the company, or else to the company's email for invoices, or else to the owner or another member.
 */
export function recipientOf(
  { kind, ownerId, typed, own }: Addressed,
  { mailbox, payers, excluded }: Receivers,
): string | undefined {
  if (typed === '') return '';
  const owner = payers.find(({ id }) => id === ownerId);
  const payer = owner ?? payers[0];
  const byPreference =
    kind === 'proposal' ? [payer?.email, mailbox] : [typed, owner && own, mailbox, payer?.email];
  return byPreference.find((email) => email && !excluded.includes(email)) ?? undefined;
}

/** Reads who can receive the documents of a company or a client. */
export async function receiversOf(
  tx: Pick<Transaction, 'select'>,
  of: DocumentOwner,
): Promise<Receivers> {
  if ('clientId' in of) {
    const payers = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(eq(users.id, of.clientId), isNull(users.deletedAt)));
    return { mailbox: '', payers, excluded: [] };
  }
  const [company] = await tx.select().from(companies).where(eq(companies.id, of.companyId));
  const payers = await membersWith(tx, of.companyId, 'invoices');
  const members = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.companyId, of.companyId));
  const isPayer = (one: { id: string }) => payers.some(({ id }) => id === one.id);
  return {
    mailbox: company?.email.toLowerCase() ?? '',
    payers,
    excluded: members.filter((one) => !isPayer(one)).map(({ email }) => email),
  };
}

/** A stored document with the properties that determine its recipient. */
export type StoredDocument = Omit<Addressed, 'kind'> & {
  id: number;
  /** Current recipient. */
  email: string;
  /** Email of the owner's account; empty for a deleted account. */
  ownerEmail: string;
  hasLink: boolean;
};

/** Reads records of a kind with the properties that determine their recipients. */
export async function readDocuments(
  tx: Pick<Transaction, 'execute'>,
  { table, about, clientEmail = sql`''`, typedEmail = sql`null` }: CompanyRecordKind,
  where: SQL,
): Promise<StoredDocument[]> {
  return [
    ...(await tx.execute<StoredDocument>(sql`
      select ${table.id} as id, ${table.userId} as "ownerId", ${clientEmail} as email, ${typedEmail} as typed,
        case when ${table.companyId} is null or ${table.broughtById} = ${table.userId}
          then coalesce(nullif(lower(profile.email), ''), owner.email) else '' end as own,
        case when owner.deleted_at is null then coalesce(owner.email, '') else '' end as "ownerEmail",
        exists (select from document_links link where link.about = ${`${about}:`} || ${table.id}) as "hasLink"
      from ${table} left join ${users} owner on owner.id = ${table.userId}
        left join ${billingProfiles} profile on profile.user_id = ${table.userId}
      where ${where} order by ${table.id}`)),
  ];
}

/**
 * Returns the recipient of a proposal or an issued invoice for an email that is written now. A document whose recipient has
 * changed is addressed to the current one, and its links are revoked.
 *
 * @returns '' if nobody may receive it; the document keeps its email
 */
export async function currentRecipient(
  tx: Transaction,
  name: 'proposals' | 'invoices',
  row: { id: number; userId: string | null; companyId: number | null; clientEmail: string },
): Promise<string> {
  const { id, userId, companyId, clientEmail } = row;
  if (companyId === null && userId === null) return clientEmail;
  const kind: CompanyRecordKind = companyRecords[name];
  const of = companyId === null ? { clientId: userId ?? '' } : { companyId };
  const receivers = await receiversOf(tx, of);
  // Documents of a deleted client keep the email that they were issued to.
  if (companyId === null && receivers.payers.length === 0) return clientEmail;
  const [document] = await readDocuments(tx, kind, eq(kind.table.id, id));
  const email = document && recipientOf({ ...document, kind: kindOf(name) }, receivers);
  if (!email || email === clientEmail.toLowerCase()) return email ? clientEmail : '';
  await tx.execute(
    sql`update ${kind.table} set client_email = ${email} where ${kind.table.id} = ${id}`,
  );
  await revokeDocumentLinks(tx, { [name]: [id] });
  return email;
}

/** Returns the kind of document for `recipientOf`. Recurring invoices have the recipients of their invoices. */
export const kindOf = (name: string): Addressed['kind'] =>
  name === 'proposals' ? 'proposal' : 'invoice';

/** Email of a proposal in SQL; empty if nobody in its company may see the proposal now. */
export const reachableEmail = sql<string>`case when ${proposals.companyId} is null
    or exists (select from users member where member.company_id = ${proposals.companyId}
      and member.disabled_at is null and 'invoices' = any(member.company_rights))
    or exists (select from companies company where company.id = ${proposals.companyId} and company.email <> ''
      and not exists (select from users excluded where excluded.company_id = company.id
        and excluded.email = lower(company.email)
        and (excluded.disabled_at is not null or not 'invoices' = any(excluded.company_rights))))
  then ${proposals.clientEmail} else '' end`;
