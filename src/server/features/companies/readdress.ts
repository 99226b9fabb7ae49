import { eq, type SQL, sql } from 'drizzle-orm';

import { shownName } from '~/server/features/documents/clients';
import { revokeDocumentLinks } from '~/server/features/documents/links';
import { type Actor, changed, type Restore, recordAudit } from '~/server/platform/audit/audit';
import { companies } from '~/server/platform/db/schema/companies';
import { users } from '~/server/platform/db/schema/identity';
import { changesOf } from '~/server/platform/db/values';
import {
  aboutCompany,
  type CompanyRecordKind,
  type CompanyRecordName,
  forEachKind,
  type RecordIds,
} from './company-records';
import type { CompanyRow, Transaction } from './locks';
import {
  type DocumentOwner,
  kindOf,
  membersWith,
  type Receivers,
  readDocuments,
  receiversOf,
  recipientOf,
  type StoredDocument,
} from './recipients';

/** Ids of records that were handed over, keyed by the client who owned them before. */
export type FormerOwners = Record<string, Partial<RecordIds>>;

/** A record with its owner and recipient after a change. */
interface Readdressed {
  row: StoredDocument;
  ownerId: string | null;
  /** Email of the recipient. Undefined if nobody may receive the record; empty if it is deliberately sent to nobody. */
  recipient: string | undefined;
  /** Email to store. If the record has no recipient, nothing is sent to this email. */
  email: string;
  isChanged: boolean;
  /** True if the record's links must be revoked. */
  isRevoked: boolean;
}

/**
 * Addresses the locked records of a company, or of a client without one, to their current recipients: see `recipientOf`.
 * Records whose owner is no longer a member with the right get another owner; disabled members stay owners, because they may be
 * enabled again. Documents that nobody may receive keep the email of their owner. Revokes the links of documents that get
 * another recipient, or none. The client's data on a document does not change, except in drafts.
 *
 * @returns the records that changed, for the audit log; and the documents that need a new link, for `renewLinks`
 */
export async function readdress(
  tx: Transaction,
  of: DocumentOwner,
): Promise<{
  handed: {
    handedTo?: { clientId: string | null; email: string } & RecordIds;
    formerOwners?: FormerOwners;
  };
  revoked: string[];
}> {
  const receivers = await receiversOf(tx, of);
  const revoked: string[] = [];
  const formerOwners: FormerOwners = {};
  const ids = await forEachKind(async (kind, name) => {
    const keepers =
      'companyId' in of
        ? await membersWith(tx, of.companyId, kind.right, { alsoDisabled: true })
        : await tx.select().from(users).where(eq(users.id, of.clientId));
    const records = (await readDocuments(tx, kind, isOf(kind, of))).map((row) =>
      readdressed(row, { name, keepers, receivers }),
    );
    const changed = records.filter(({ isChanged }) => isChanged);
    for (const group of byAddressee(changed)) {
      const [{ ownerId, email }] = group;
      const owner = keepers.find(({ id }) => id === ownerId);
      const changes = [
        ...('companyId' in of ? [sql`user_id = ${ownerId}`] : []),
        ...kind.addressed({ name: owner ? shownName(owner) : '', email }),
      ];
      if (changes.length > 0) await updateRecords(tx, kind, group, sql.join(changes, sql`, `));
    }
    const unreceived = records.filter(
      ({ isRevoked, recipient }) => isRevoked && recipient === undefined,
    );
    if (kind.unreceived) await updateRecords(tx, kind, unreceived, kind.unreceived);
    if (name === 'proposals' || name === 'invoices') {
      const ended = records.filter(({ isRevoked }) => isRevoked);
      await revokeDocumentLinks(tx, { [name]: ended.map(({ row }) => row.id) });
      // Documents that had no recipient before have no link yet, so they need one too.
      const renewed = records.filter(
        ({ row, recipient, isRevoked }) =>
          recipient && (isRevoked || ('companyId' in of && !row.hasLink)),
      );
      revoked.push(...renewed.map(({ row }) => `${kind.about}:${row.id}`));
    }
    for (const { row, ownerId } of changed) {
      if (row.ownerId === null || row.ownerId === ownerId) continue;
      const owned = formerOwners[row.ownerId] ?? {};
      formerOwners[row.ownerId] = { ...owned, [name]: [...(owned[name] ?? []), row.id] };
    }
    return changed.map(({ row }) => row.id);
  });
  if (Object.values(ids).every((moved) => moved.length === 0)) return { handed: {}, revoked };
  const [payer] = receivers.payers;
  const email = receivers.mailbox || payer?.email || '';
  const handedTo = { clientId: payer?.id ?? null, email, ...ids };
  return { handed: { handedTo, formerOwners }, revoked };
}

const isOf = ({ table }: CompanyRecordKind, of: DocumentOwner): SQL =>
  'companyId' in of
    ? eq(table.companyId, of.companyId)
    : sql`${table.companyId} is null and ${table.userId} = ${of.clientId}`;

function readdressed(
  row: StoredDocument,
  to: {
    name: CompanyRecordName;
    keepers: readonly { id: string; disabledAt: Date | null }[];
    receivers: Receivers;
  },
): Readdressed {
  const { name, keepers, receivers } = to;
  const isKept = keepers.some(({ id }) => id === row.ownerId);
  const taker = keepers.find(({ disabledAt }) => disabledAt === null);
  const ownerId = isKept ? row.ownerId : (taker?.id ?? row.ownerId);
  if (name === 'requests') {
    const isChanged = ownerId !== row.ownerId;
    return { row, ownerId, recipient: '', email: '', isChanged, isRevoked: false };
  }
  const own = isKept ? row.own : '';
  const recipient = recipientOf({ ...row, kind: kindOf(name), ownerId, own }, receivers);
  const email = recipient ?? (row.ownerEmail || row.email);
  const isMoved = email !== row.email;
  return {
    ...{ row, ownerId, recipient, email },
    isChanged: isMoved || ownerId !== row.ownerId,
    isRevoked: isMoved || (recipient === undefined && !isKept),
  };
}

/** Groups records by owner and email, so that each group needs one statement. */
function byAddressee(records: readonly Readdressed[]): [Readdressed, ...Readdressed[]][] {
  const groups = new Map<string, [Readdressed, ...Readdressed[]]>();
  for (const record of records) {
    const key = `${record.ownerId} ${record.email}`;
    const known = groups.get(key);
    if (known) known.push(record);
    else groups.set(key, [record]);
  }
  return [...groups.values()];
}

async function updateRecords(
  tx: Transaction,
  { table }: CompanyRecordKind,
  records: readonly Readdressed[],
  changes: SQL,
): Promise<void> {
  if (records.length === 0) return;
  const ids = records.map(({ row }) => row.id);
  await tx.execute(
    sql`update ${table} set ${changes} where ${table.id} = any(${sql.param(ids)}::int[])`,
  );
}

/**
 * Removes emails that were entered for documents, such as the email of a member who leaves, so that the documents use
 * the email of the company or the client again. The caller must then call `readdress`.
 *
 * @param since selects documents that changed after this time; all documents by default
 */
export async function forgetTyped(
  tx: Transaction,
  of: DocumentOwner,
  emails: readonly string[],
  since = new Date(0),
): Promise<void> {
  if (emails.length === 0) return;
  await forEachKind(async (kind) => {
    const { table, typedEmail, retyped } = kind;
    if (!typedEmail || !retyped) return;
    await tx.execute(sql`update ${table} set ${retyped(null)}
      where ${isOf(kind, of)} and ${typedEmail} = any(${sql.param(emails)}::text[])
        and updated_at >= ${since.toISOString()}::timestamptz`);
  });
}

/**
 * Reassigns records of a company to the members who owned them before. The caller must then call `readdress`, which
 * finds another owner for records whose member lacks the right.
 */
export async function returnToOwners(
  tx: Transaction,
  companyId: number,
  formerOwners: FormerOwners,
): Promise<void> {
  for (const [ownerId, owned] of Object.entries(formerOwners)) {
    await forEachKind(({ table, right }, name) =>
      tx.execute(sql`update ${table} set user_id = ${ownerId}
        where ${table.companyId} = ${companyId} and ${table.id} = any(${sql.param(owned[name] ?? [])}::int[])
          and exists (select from users member where member.id = ${ownerId}
            and member.company_id = ${companyId} and ${right} = any(member.company_rights))`),
    );
  }
}

/**
 * Changes a company that is locked with its records. If its email changes, documents are addressed to the new one.
 *
 * @param did for the audit log, such as 'changed the billing data of Engines Ltd'
 * @param followsAccount true for an email that belongs to a member, and changes with the account
 * @returns the fields that differ, undefined without a change; and the records whose links were revoked, for
 * `renewLinks`
 */
export async function changeCompany(
  tx: Transaction,
  actor: Actor | Restore,
  before: CompanyRow,
  {
    fields,
    did,
    followsAccount,
  }: {
    fields: Partial<typeof companies.$inferInsert>;
    did: string;
    followsAccount?: boolean;
  },
): Promise<{ difference?: { before: object; after: object }; revoked: string[] }> {
  const difference = changed(before, fields);
  if (!difference) return { revoked: [] };
  await tx
    .update(companies)
    .set({ ...changesOf(companies, fields), updatedAt: new Date() })
    .where(eq(companies.id, before.id));
  const { email = before.email } = fields;
  const { handed = {}, revoked = [] } =
    email === before.email ? {} : await readdress(tx, { companyId: before.id });
  await recordAudit(tx, actor, {
    action: 'company.updated',
    about: aboutCompany(before.id),
    did,
    before: difference.before,
    after: { ...difference.after, ...(followsAccount && { followsAccount }), ...handed },
  });
  return { difference, revoked };
}
