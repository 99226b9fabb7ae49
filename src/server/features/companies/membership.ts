import { and, eq, gt, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import {
  broughtRecordsReturnDays,
  type CompanyRight,
  companyRights,
} from '~/contract/companies/companies';
import { type BillingRecord, gapsOf } from '~/contract/documents/missing-billing';
import { shownName } from '~/server/features/documents/clients';
import { revokeLinks } from '~/server/features/documents/links';
import { type Actor, newestEntry, type Restore, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { auditLog } from '~/server/platform/db/schema/audit';
import { companies, companyInvitations } from '~/server/platform/db/schema/companies';
import { dataExports } from '~/server/platform/db/schema/data-exports';
import { fileChunks } from '~/server/platform/db/schema/files';
import {
  type CompanySnapshot,
  emailChanges,
  type MemberSnapshot,
  users,
} from '~/server/platform/db/schema/identity';
import { ownProfileOf } from './billing-profile';
import { bringRecords, changedIds, keepBroughtRecords, returnRecords } from './brought-records';
import { aboutCompany, forEachKind, type RecordIds } from './company-records';
import {
  type CompanyRow,
  companyNotFound,
  lockAll,
  lockBoth,
  lockMember,
  type Transaction,
  type UserRow,
} from './locks';
import { changeCompany, forgetTyped, readdress } from './readdress';

const ownRole = () =>
  new AppError('CONFLICT', 'You cannot remove your own role. Another manager or we can.');
const ownRights = () =>
  new AppError('CONFLICT', 'You cannot extend your own rights. Another manager or we can.');

const ungranted = () => {
  const message =
    'You cannot grant a right that you do not have yourself. Another manager or we can.';
  return new AppError('CONFLICT', message, { issues: [{ path: 'rights', message }] });
};

/** Rejects rights that a member cannot grant. @throws CONFLICT for a right that the grantor lacks */
export function rejectUngranted(
  given: readonly CompanyRight[],
  own: readonly CompanyRight[] | undefined,
): void {
  if (own && given.some((right) => !own.includes(right))) throw ungranted();
}

const rightsInWords = (rights: readonly CompanyRight[], isManager: boolean): string =>
  [...rights, ...(isManager ? ['manager'] : [])].join(', ') || 'no rights';

interface Member {
  clientId: string;
  rights: CompanyRight[];
  isManager?: boolean | undefined;
}

/**
 * Makes a client a member: their requests and documents belong to the company from now on.
 *
 * @param invitation the invitation that the client accepted
 * @returns the records that the client brought, and the records whose links were revoked, for `renewLinks`
 * @throws CONFLICT for a member of this company or another one, NOT_FOUND for an unknown company
 */
export async function join(
  tx: Transaction,
  actor: Actor,
  companyId: number,
  member: Member,
  invitation?: { invitedById: string; createdAt: Date },
): Promise<{ brought: RecordIds; revoked: string[] }> {
  const { company, client } = await lockBoth(tx, companyId, member.clientId);
  if (client.companyId === company.id) {
    const message = `${shownName(client)} is already in ${company.name}. You can edit their permissions there.`;
    throw new AppError('CONFLICT', message);
  }
  if (client.companyId !== null) {
    const [other] = await tx.select().from(companies).where(eq(companies.id, client.companyId));
    throw new AppError(
      'CONFLICT',
      `${shownName(client)} belongs to ${other?.name ?? 'another company'}. Please remove them there first.`,
    );
  }
  await setMembership(tx, company, client, member);
  await tx
    .update(users)
    .set({
      companyAcceptedAt: invitation ? sql`now()` : null,
      companyInvitedById: invitation?.invitedById ?? null,
    })
    .where(eq(users.id, client.id));
  // Records that the client left with a company in an earlier membership stay there permanently.
  if (invitation) await keepBroughtRecords(tx, company.id, [client.id]);
  const { brought } = await bringRecords(tx, client, company.id);
  const filled = invitation ? {} : await fillFromMember(tx, company, client);
  const { handed, revoked } = await readdress(tx, { companyId });
  await recordAudit(tx, actor, {
    action: 'company.joined',
    about: aboutCompany(company.id),
    did: `added ${shownName(client)} to ${company.name}`,
    after: {
      ...member,
      isManager: member.isManager ?? false,
      ...(invitation && {
        invitedById: invitation.invitedById,
        invitedAt: invitation.createdAt.toISOString(),
      }),
      brought,
      ...(Object.keys(filled).length > 0 && { filled }),
      ...handed,
    },
  });
  await addSnapshot(tx, [client.id], company.id);
  return { brought, revoked };
}

/** Fills in missing billing data of a company from another record. @returns the billing data that was added */
async function fillCompany(
  tx: Transaction,
  company: CompanyRow,
  from: BillingRecord,
): Promise<Partial<BillingRecord>> {
  const filled = gapsOf(company, from);
  if (Object.keys(filled).length === 0) return filled;
  const values = { ...filled, updatedAt: new Date() };
  await tx.update(companies).set(values).where(eq(companies.id, company.id));
  return filled;
}

const nameKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Fills in missing billing data of a company from a member who was billed under the company's name. Adopts the email
 * for invoices only from the first member, because the documents of all members are sent there.
 */
async function fillFromMember(
  tx: Transaction,
  company: CompanyRow,
  client: UserRow,
): Promise<Partial<BillingRecord>> {
  const own = await ownProfileOf(tx, client.id);
  if (!own || nameKey(own.company) !== nameKey(company.name)) return {};
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.companyId, company.id), ne(users.id, client.id)))
    .limit(1);
  return fillCompany(tx, company, other ? { ...own, email: '' } : own);
}

/** Returns the state of a locked company. */
export async function snapshotOf(tx: Transaction, companyId: number): Promise<CompanySnapshot> {
  const [company] = await tx.select().from(companies).where(eq(companies.id, companyId));
  const members = await tx
    .select()
    .from(users)
    .where(eq(users.companyId, companyId))
    .orderBy(users.id);
  return {
    companyId,
    logId: await newestEntry(tx),
    email: company?.email ?? '',
    members: members.map((member) => ({
      id: member.id,
      rights: member.companyRights,
      isManager: member.isCompanyManager,
      acceptedAt: member.companyAcceptedAt?.toISOString() ?? null,
      invitedById: member.companyInvitedById,
    })),
  };
}

/** Stores the state of a company for a new member whose email changed a few days ago, because that change can be undone. */
export async function addSnapshot(
  tx: Transaction,
  clientIds: string[],
  companyId: number,
): Promise<void> {
  const isRestorable = and(
    inArray(emailChanges.userId, clientIds),
    isNotNull(emailChanges.tokenHash),
    gt(emailChanges.expiresAt, sql`now()`),
  );
  if ((await tx.$count(emailChanges, isRestorable)) === 0) return;
  const added = JSON.stringify([await snapshotOf(tx, companyId)]);
  await tx
    .update(emailChanges)
    .set({ companies: sql`${emailChanges.companies} || ${added}::jsonb` })
    .where(isRestorable);
}

/**
 * Changes the rights of a member.
 *
 * @param own rights of the manager who changes them; undefined for the agency
 * @returns the records whose links were revoked, for `renewLinks`
 * @throws NOT_FOUND for a client who is not a member, or who is removed at the same moment
 * @throws CONFLICT for managers who extend their own rights, grant a right that they lack, or remove their own role
 */
export async function changeRights(
  tx: Transaction,
  actor: Actor | Restore,
  companyId: number,
  member: Member,
  own?: readonly CompanyRight[],
): Promise<string[]> {
  const { company, client } = await lockMember(tx, companyId, member.clientId);
  const { clientId, rights } = member;
  const before = { rights: client.companyRights, isManager: client.isCompanyManager };
  const isManager = member.isManager ?? before.isManager;
  const lost = before.rights.filter((right) => !rights.includes(right));
  if (actor !== 'system' && 'id' in actor && actor.id === clientId) {
    if (before.isManager && !isManager) throw ownRole();
    if (rights.some((right) => !before.rights.includes(right))) throw ownRights();
  }
  const added = rights.filter((right) => !before.rights.includes(right));
  rejectUngranted(added, own);
  if (rightsInWords(before.rights, before.isManager) === rightsInWords(rights, isManager))
    return [];
  await setMembership(tx, company, client, { clientId, rights, isManager });
  // Only managers may accept proposals that are addressed to others.
  const isDemoted = before.isManager && !isManager;
  const unlinked: CompanyRight[] = isDemoted ? [...lost, 'invoices'] : lost;
  const revoked = await revokeMemberLinks(tx, { companyId, clientId, lost: unlinked });
  if (lost.length > 0) await withdrawExports(tx, clientId);
  const formerEmails = lost.includes('invoices') ? await emailsOf(tx, client) : [];
  const isTheirs = formerEmails.includes(company.email);
  if (isTheirs) {
    const did = `removed the email of ${company.name}: ${shownName(client)} may not see its documents anymore`;
    revoked.push(
      ...(await changeCompany(tx, actor, company, { fields: { email: '' }, did })).revoked,
    );
  }
  // Leaves documents that were sent to the current email to `readdress`, which checks the member's right.
  await forgetTyped(
    tx,
    { companyId },
    formerEmails.filter((email) => email !== client.email),
  );
  const { handed, revoked: moved } = await readdress(tx, { companyId });
  await recordAudit(tx, actor, {
    action: 'company.rights_changed',
    about: aboutCompany(company.id),
    did: `changed what ${shownName(client)} may see of ${company.name}`,
    before,
    after: { clientId, rights, isManager, ...handed },
  });
  return [...revoked, ...moved];
}

/**
 * Makes a client who was removed by mistake a member again, without bringing any records. Nothing
 * changes for a client who has a company, or was deleted.
 *
 * @returns the records whose links were revoked, for `renewLinks`
 */
export async function restoreMember(
  tx: Transaction,
  actor: Restore,
  companyId: number,
  { id: clientId, acceptedAt, invitedById, ...role }: MemberSnapshot,
): Promise<string[]> {
  const [known] = await tx.select().from(users).where(eq(users.id, clientId));
  if (!known || known.companyId !== null || known.deletedAt) return [];
  const { company, client } = await lockBoth(tx, companyId, clientId);
  if (client.companyId !== null) return [];
  await setMembership(tx, company, client, { clientId, ...role });
  await tx
    .update(users)
    .set({
      companyAcceptedAt: acceptedAt === null ? null : new Date(acceptedAt),
      companyInvitedById: invitedById,
    })
    .where(eq(users.id, clientId));
  const { handed, revoked } = await readdress(tx, { companyId });
  await recordAudit(tx, actor, {
    action: 'company.joined',
    about: aboutCompany(company.id),
    did: `put ${shownName(client)} back into ${company.name} (${rightsInWords(role.rights, role.isManager)})`,
    after: { clientId, ...role, ...handed },
  });
  return revoked;
}

/**
 * Writes the rights of a member and deletes the invitations that these rights replace. The caller has locked company and
 * client.
 */
async function setMembership(
  tx: Transaction,
  company: CompanyRow,
  client: UserRow,
  { clientId, rights, isManager = false }: Member,
): Promise<void> {
  await tx
    .update(users)
    .set({
      companyId: company.id,
      companyRights: rights,
      isCompanyManager: isManager,
      updatedAt: new Date(),
    })
    .where(eq(users.id, clientId));
  await tx
    .delete(companyInvitations)
    .where(
      or(
        and(
          eq(companyInvitations.companyId, company.id),
          eq(companyInvitations.email, client.email),
        ),
        isManager ? undefined : eq(companyInvitations.invitedById, clientId),
      ),
    );
}

/**
 * Adds a new client to a company, with all rights.
 *
 * @returns the records whose links were revoked, for `renewLinks`
 * @throws NOT_FOUND for an unknown company
 */
export async function joinCompany(
  tx: Transaction,
  actor: Actor,
  clientId: string,
  companyId: number,
): Promise<string[]> {
  return (await join(tx, actor, companyId, { clientId, rights: [...companyRights] })).revoked;
}

/**
 * Returns whether a member who leaves takes the records that they brought along: true in the first
 * days after accepting the invitation of the current membership, even if the company has been
 * merged since.
 */
export async function leavesWithBrought(
  db: Pick<Database, 'select'>,
  clientId: string,
): Promise<boolean> {
  const [row] = await db
    .select({
      isRecent: sql<boolean>`coalesce(${users.companyAcceptedAt} > now() - make_interval(days => ${broughtRecordsReturnDays}), false)`,
    })
    .from(users)
    .where(and(eq(users.id, clientId), isNotNull(users.companyId)));
  return row?.isRecent ?? false;
}

/**
 * Removes a client from the company, which keeps its records: those addressed to the client are addressed to a
 * colleague, and emailed links are revoked. A client who accepted an invitation a few days ago leaves with the records
 * that they brought.
 *
 * @param withBrought true if the client leaves with the records that they brought, for example if they were added by
 * mistake
 * @returns the records whose links were revoked, for `renewLinks`
 */
export async function leave(
  tx: Transaction,
  actor: Actor | Restore,
  companyId: number,
  clientId: string,
  options: { withBrought?: boolean | undefined } = {},
): Promise<string[]> {
  const { company, client } = await lockMember(tx, companyId, clientId);
  const withBrought = options.withBrought || (await leavesWithBrought(tx, clientId));
  await tx
    .update(users)
    .set({
      companyId: null,
      companyRights: [],
      isCompanyManager: false,
      companyAcceptedAt: null,
      companyInvitedById: null,
      updatedAt: new Date(),
    })
    .where(eq(users.id, clientId));
  await tx.delete(companyInvitations).where(eq(companyInvitations.invitedById, clientId));
  await withdrawExports(tx, clientId);
  const formerEmails = await emailsOf(tx, client);
  const isTheirs = formerEmails.includes(company.email);
  if (isTheirs) await tx.update(companies).set({ email: '' }).where(eq(companies.id, company.id));
  let returned = {};
  const revoked: string[] = [];
  if (withBrought) {
    if (await mayKnowLinks(tx, company.id, clientId)) {
      revoked.push(
        ...(await revokeMemberLinks(tx, {
          ...{ companyId, clientId, lost: ['invoices'] },
          onlyBroughtRecords: true,
        })),
      );
    }
    returned = await returnRecords(tx, client, company.id);
    revoked.push(...(await readdress(tx, { clientId })).revoked);
  }
  revoked.push(
    ...(await revokeMemberLinks(tx, { companyId, clientId, lost: client.companyRights })),
  );
  await forgetTyped(tx, { companyId }, formerEmails);
  const { handed, revoked: moved } = await readdress(tx, { companyId });
  revoked.push(...moved);
  await recordAudit(tx, actor, {
    action: 'company.left',
    about: aboutCompany(company.id),
    did: `took ${shownName(client)} out of ${company.name}${withBrought ? ', with what they brought' : ''}`,
    before: {
      rights: client.companyRights,
      isManager: client.isCompanyManager,
      ...(isTheirs && { email: company.email }),
    },
    after: { clientId, ...(isTheirs && { email: '' }), ...returned, ...handed },
  });
  return revoked;
}

/** Returns the current and former emails of a client's account. */
export async function emailsOf(
  tx: Pick<Transaction, 'select'>,
  client: Pick<UserRow, 'id' | 'email'>,
): Promise<string[]> {
  const earlier = await tx
    .select({ email: sql<string>`${auditLog.before}->>'email'` })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.about, `user:${client.id}`),
        eq(auditLog.action, 'user.email_changed'),
        sql`${auditLog.before}->>'email' is not null`,
      ),
    );
  return [...new Set([client.email, ...earlier.map(({ email }) => email)])];
}

/**
 * Returns whether colleagues may know the links of records that a client brought. During the first minute, they may
 * not, so that Undo can keep the links that were emailed to the client.
 */
async function mayKnowLinks(tx: Transaction, companyId: number, clientId: string) {
  const [colleague] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.companyId, companyId))
    .limit(1);
  if (!colleague) return false;
  const [justJoined] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.about, aboutCompany(companyId)),
        eq(auditLog.action, 'company.joined'),
        sql`${auditLog.after}->>'clientId' = ${clientId}`,
        sql`${auditLog.createdAt} > now() - interval '1 minute'`,
      ),
    )
    .limit(1);
  return !justJoined;
}

/**
 * Withdraws exports that were created with rights which the client has lost: deletes finished ones, and restarts those in
 * progress.
 */
async function withdrawExports(tx: Transaction, clientId: string): Promise<void> {
  const isTheirs = eq(dataExports.userId, clientId);
  await tx.delete(dataExports).where(and(isTheirs, isNotNull(dataExports.readyAt)));
  const waiting = tx.select({ key: dataExports.key }).from(dataExports).where(isTheirs);
  await tx.delete(fileChunks).where(inArray(fileChunks.key, waiting));
  await tx.update(dataExports).set({ key: '', claimedUntil: null }).where(isTheirs);
}

/**
 * Revokes the private links that a member knows and may no longer use: of all documents of the company, of the quotes that
 * became its requests, and the member's own links for writing about its requests.
 *
 * @param companyId null for the client's own records, in any company
 * @param onlyBroughtRecords true for only the links of records that the member brought
 * @returns the records that had a link
 */
export async function revokeMemberLinks(
  tx: Transaction,
  {
    companyId,
    clientId,
    lost,
    onlyBroughtRecords = false,
  }: {
    companyId: number | null;
    clientId: string;
    lost: CompanyRight[];
    onlyBroughtRecords?: boolean;
  },
): Promise<string[]> {
  const isOf = companyId === null ? sql`user_id = ${clientId}` : sql`company_id = ${companyId}`;
  const isAffected = onlyBroughtRecords ? sql`${isOf} and brought_by_id = ${clientId}` : isOf;
  const idsOf = (right: CompanyRight, query: SQL) =>
    lost.includes(right) ? tx.execute<{ id: number }>(query) : [];
  return revokeLinks(tx, {
    proposal: await idsOf('invoices', sql`select id from proposals where ${isAffected}`),
    invoice: await idsOf('invoices', sql`select id from invoices where ${isAffected}`),
    quote: await idsOf(
      'invoices',
      sql`select quote_id as id from service_requests where ${isAffected} and quote_id is not null`,
    ),
    testimonial: await idsOf(
      'requests',
      sql`select t.id from testimonials t join service_requests r on r.id = t.request_id
        where r.company_id = ${companyId} and t.user_id = ${clientId}`,
    ),
    // Links to contact messages stay valid, because their authors wrote them before they became clients.
    message: [],
    // Previews of pages are not affected, because admins may send them to anyone.
    page: [],
  });
}

/**
 * Moves all records from one company into another, which keeps its own name, billing data and notes, and
 * adopts billing data that it lacks.
 *
 * @returns the records whose links were revoked, for `renewLinks`
 * @throws NOT_FOUND if one of the two was merged at the same moment
 */
export async function merge(
  tx: Transaction,
  actor: Actor,
  { id, into }: { id: number; into: number },
): Promise<string[]> {
  if (id === into) throw new AppError('BAD_REQUEST', 'A company cannot be merged into itself');
  // Locks in a fixed order, so that two concurrent merges do not deadlock.
  const [first, second] = id < into ? [id, into] : [into, id];
  const locked = [await lockAll(tx, first), await lockAll(tx, second)];
  const from = locked.find((company) => company.id === id);
  const target = locked.find((company) => company.id === into);
  if (!from || !target) throw companyNotFound();
  const members = await tx
    .select({ id: users.id, companyId: users.companyId })
    .from(users)
    .where(inArray(users.companyId, [id, into]))
    .orderBy(users.id)
    .for('update');
  const membersOf = (one: number) =>
    members.filter(({ companyId }) => companyId === one).map((member) => member.id);
  // Members of one company may have left records with the other company in an earlier membership. These records stay in
  // the company permanently.
  await keepBroughtRecords(tx, id, membersOf(into));
  await keepBroughtRecords(tx, into, membersOf(id));
  const people = await tx
    .update(users)
    .set({ companyId: into })
    .where(eq(users.companyId, id))
    .returning({ id: users.id });
  const moved = await forEachKind(({ table }) =>
    changedIds(tx, sql`update ${table} set company_id = ${into} where ${table.companyId} = ${id}`),
  );
  // Deletes invitations to the removed company. The managers can send new ones.
  await tx.delete(companyInvitations).where(eq(companyInvitations.companyId, id));
  const notes = [target.notes, from.notes].filter(Boolean).join('\n\n');
  await tx.update(companies).set({ notes, updatedAt: new Date() }).where(eq(companies.id, into));
  await tx.delete(companies).where(eq(companies.id, id));
  const filled = await fillCompany(tx, target, from);
  const { handed, revoked } = await readdress(tx, { companyId: into });
  const { searchText: _, ...whole } = from;
  await recordAudit(tx, actor, {
    action: 'company.merged',
    about: aboutCompany(into),
    did: `merged ${from.name} into ${target.name}`,
    before: whole,
    after: {
      ...{ into, people: people.map((person) => person.id) },
      snapshot: await snapshotOf(tx, into),
      ...moved,
      ...(Object.keys(filled).length > 0 && { filled }),
      ...handed,
    },
  });
  return revoked;
}
