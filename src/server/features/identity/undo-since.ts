import { and, eq, gt, gte, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';

import { emailReversionDays } from '~/contract/identity/identity';
import { aboutCompany } from '~/server/features/companies/company-records';
import type {
  LockedClient,
  Touched,
  Transaction,
  UserRow,
} from '~/server/features/companies/locks';
import {
  addSnapshot,
  changeRights,
  emailsOf,
  leave,
  restoreMember,
  revokeMemberLinks,
} from '~/server/features/companies/membership';
import {
  changeCompany,
  type FormerOwners,
  forgetTyped,
  readdress,
  returnToOwners,
} from '~/server/features/companies/readdress';
import { type Actor, type Restore, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { auditLog } from '~/server/platform/db/schema/audit';
import { companies, companyInvitations } from '~/server/platform/db/schema/companies';
import { emailChanges, users } from '~/server/platform/db/schema/identity';
import { setBillingEmail } from './move-email';
import {
  type Company,
  type Entry,
  replayCompanies,
  startOf,
  type Window,
} from './replay-companies';

type ChangeRow = typeof emailChanges.$inferSelect;
type Reader = Pick<Database, 'select'>;

/** Actions that keep their effect after the person who performed them has lost their role. */
const outlasting = new Set(['company.left', 'company.rights_changed', 'company.updated']);

/** Maximum number of actions listed in an email. */
const actsMax = 30;

/** True for entries that restoring an email wrote, which are not decisions. */
const isByRestore = sql`jsonb_exists(coalesce(${auditLog.after}, '{}'), 'restoredFor')`;

/**
 * Returns all changes of email that were undone, including the given one. Called again after locking, because the
 * client may have joined another company in the meantime.
 */
async function windowsWith(tx: Reader, change: ChangeRow) {
  const rows = await tx
    .select()
    .from(emailChanges)
    .where(or(eq(emailChanges.id, change.id), isNotNull(emailChanges.restoredLogId)))
    .orderBy(emailChanges.id);
  return rows.map(({ id, userId, createdAt, logId, restoredLogId, companies: known }) => ({
    ...{ id, userId, since: createdAt, from: logId, companies: known },
    to: restoredLogId ?? Number.POSITIVE_INFINITY,
  }));
}

async function entriesAfter(tx: Reader, start: number): Promise<Entry[]> {
  const rows = await tx
    .select({ entry: auditLog, isAdmin: users.isAdmin })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        gt(auditLog.id, start),
        sql`(${auditLog.action} like 'company.%' or ${auditLog.action} = 'user.email_changed')`,
        sql`not ${isByRestore}`,
      ),
    )
    .orderBy(auditLog.id);
  return rows.map(({ entry: { id, action, actorId, createdAt, ...entry }, isAdmin }) => {
    const [kind, recordId] = entry.about.split(':');
    return {
      ...{ id, action, createdAt },
      companyId: kind === 'company' ? Number(recordId) : 0,
      actorId: isAdmin ? null : actorId,
      before: entry.before ?? {},
      after: { ...entry.after, ...(kind === 'user' && { clientId: recordId }) },
    };
  });
}

interface Plan {
  /** States that the companies should have, by id. */
  targets: [id: number, Company][];
  /** Ids of the changes of email from which the states were computed. */
  changeIds: number[];
  /** Accounts of these changes. */
  userIds: string[];
  /** Audit log entries that have no effect because of this change. */
  undone: number[];
  /**
   * Audit log entries of the account, and of clients whom it invited, that still count although they were written while
   * the account's email was changed: see `replayCompanies`.
   */
  kept: { id: number; companyId: number }[];
}

/** Computes the states that the companies of an account should have without the change and its consequences. */
async function planFor(tx: Reader, change: ChangeRow): Promise<Plan> {
  const all = await windowsWith(tx, change);
  const start = startOf(all, change.logId);
  const windows = all.filter(({ from }) => from >= start);
  const entries = await entriesAfter(tx, start);
  const replay = replayCompanies(windows, entries);
  const isOther = ({ userId, from }: Window) => userId !== change.userId || from < change.logId;
  const without = replayCompanies(windows.filter(isOther), entries);
  const isTaken = (id: number) => replay.taken.has(id) && !without.taken.has(id);
  const own = windows.flatMap((one) => (one.id === change.id ? one.companies : []));
  const ids = new Set(own.map(({ companyId }) => replay.currentId(companyId)));
  return {
    targets: [...replay.companies].filter(([id]) => ids.has(id)),
    changeIds: windows.map(({ id }) => id),
    userIds: windows.map(({ userId }) => userId),
    undone: [...replay.ignored].filter((id) => !without.ignored.has(id)),
    kept: entries
      .filter(({ id, actorId }) => actorId === change.userId || isTaken(id))
      .filter(
        ({ id, action }) => id > change.logId && outlasting.has(action) && !replay.ignored.has(id),
      )
      .map(({ id, companyId }) => ({ id, companyId: replay.currentId(companyId) })),
  };
}

interface Undone {
  acts: string[];
  undone: string[];
  kept: string[];
  /** Other managers of each company, with what was undone or kept there. */
  companies: { managerIds: string[]; undone: string[]; kept: string[] }[];
  revoked: string[];
}

/** Returns the companies and clients that `undoSince` changes, so that callers can lock them first. */
export async function touchedSince(tx: Reader, change: ChangeRow): Promise<Touched> {
  const { targets } = await planFor(tx, change);
  const companyIds = targets.map(([id]) => id);
  const members = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.companyId, companyIds));
  const clientIds = [
    ...members.map(({ id }) => id),
    ...targets.flatMap(([, { members: wanted }]) => [...wanted.keys()]),
  ];
  return { companyIds, clientIds };
}

/**
 * Undoes actions after a change of email that would otherwise keep their effect after the email is restored:
 * invitations, other emails for invoices, and changes of members by the account and the people whom it invited.
 * Decisions of others are kept: see `replayCompanies`.
 *
 * @param change the oldest change that is undone, marked as such
 * @param by author of the undoing in the audit log
 * @returns descriptions of the account's actions since the change, of what was undone, and of what remains, in total
 * and by company; and the records whose links were revoked
 */
export async function undoSince(
  tx: Transaction,
  { client }: LockedClient,
  change: ChangeRow,
  by: Actor,
): Promise<Undone> {
  const actor: Restore = { restoredFor: client.id, by };
  const plan = await planFor(tx, change);
  await tx
    .update(emailChanges)
    .set({ expiresAt: sql`now() + make_interval(days => ${emailReversionDays})` })
    .where(inArray(emailChanges.id, plan.changeIds));
  const isOwn = and(
    eq(auditLog.actorId, client.id),
    gt(auditLog.id, change.logId),
    sql`${auditLog.action} <> 'user.email_changed'`,
  );
  const acts = await describe(tx, or(isOwn, inArray(auditLog.id, plan.undone)));
  await revokeInvitations(tx, actor, change);
  const revoked: string[] = [];
  for (const [id, target] of plan.targets) {
    await forgetMailboxes(tx, { client, change }, { id, target, plan });
    revoked.push(...(await setMembers(tx, actor, id, target)));
    revoked.push(...(await restoreMailbox(tx, { actor, client }, { id, target, plan })));
    await returnRecordsOf(tx, id, plan);
    revoked.push(...(await readdress(tx, { companyId: id })).revoked);
    revoked.push(...(await revokeKnownLinks(tx, client.id, id)));
    await addSnapshot(tx, [...target.members.keys()], id);
  }
  await restoreBillingEmail(tx, { actor, client }, change);
  revoked.push(...(await revokeKnownLinks(tx, client.id)));
  const isUndoing = and(
    gt(auditLog.id, change.restoredLogId ?? 0),
    sql`${auditLog.after} ->> 'restoredFor' = ${client.id}`,
  );
  const keptIn = (companyId?: number) =>
    plan.kept.flatMap((one) => ((companyId ?? one.companyId) === one.companyId ? one.id : []));
  return {
    acts,
    undone: await describe(tx, isUndoing),
    kept: await describe(tx, inArray(auditLog.id, keptIn())),
    companies: await Promise.all(
      plan.targets.map(async ([id, { members }]) => ({
        managerIds: [...members].flatMap(([memberId, { isManager }]) =>
          isManager && memberId !== client.id ? memberId : [],
        ),
        undone: await describe(tx, and(isUndoing, eq(auditLog.about, aboutCompany(id)))),
        kept: await describe(tx, inArray(auditLog.id, keptIn(id))),
      })),
    ),
    revoked,
  };
}

/** Revokes links to documents that the account could read, of its company or its own. @returns the records that had a link */
export const revokeKnownLinks = (
  tx: Transaction,
  clientId: string,
  companyId: number | null = null,
): Promise<string[]> => revokeMemberLinks(tx, { companyId, clientId, lost: ['invoices'] });

/** Describes audit log entries. Each text is listed once, and texts about companies come first. */
async function describe(tx: Reader, where: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .select({ description: auditLog.description })
    .from(auditLog)
    .where(where)
    .groupBy(auditLog.description)
    .orderBy(sql`bool_or(${auditLog.action} like 'company.%') desc, min(${auditLog.id})`);
  const all = rows.map(({ description }) => description);
  const more = all.length - actsMax;
  return more > 0 ? [...all.slice(0, actsMax), `and ${more} more`] : all;
}

/**
 * Deletes open invitations that the account has sent since the change. Invitations of other people end with their role.
 */
async function revokeInvitations(
  tx: Transaction,
  actor: Restore,
  { userId, createdAt }: ChangeRow,
): Promise<void> {
  const revoked = await tx
    .delete(companyInvitations)
    .where(
      and(eq(companyInvitations.invitedById, userId), gte(companyInvitations.createdAt, createdAt)),
    )
    .returning();
  for (const { companyId, email } of revoked) {
    await recordAudit(tx, actor, {
      action: 'company.invitation_revoked',
      about: aboutCompany(companyId),
      did: `withdrew the invitation of ${email}`,
    });
  }
}

/** Sets the members of a company. @returns the records whose links were revoked */
async function setMembers(
  tx: Transaction,
  actor: Restore,
  companyId: number,
  { members }: Company,
): Promise<string[]> {
  const present = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.companyId, companyId))
    .orderBy(users.id);
  const isPresent = new Set(present.map(({ id }) => id));
  const revoked: string[] = [];
  for (const { id } of present) {
    if (members.has(id)) continue;
    revoked.push(...(await leave(tx, actor, companyId, id, { withBrought: true })));
  }
  for (const [id, member] of members) {
    const { rights, isManager } = member;
    if (isPresent.has(id)) {
      const role = { clientId: id, rights, isManager };
      revoked.push(...(await changeRights(tx, actor, companyId, role)));
    } else revoked.push(...(await restoreMember(tx, actor, companyId, { id, ...member })));
  }
  return revoked;
}

/** Returns the client's own email for invoices that the agency has set since; undefined if it has set none. */
async function billingEmailByAgency(tx: Reader, { id }: UserRow, start: number) {
  const [newest] = await tx
    .select({ email: sql<string>`${auditLog.after} ->> 'email'` })
    .from(auditLog)
    .where(
      and(
        isBillingEmailOf(id, start),
        sql`${auditLog.actorId} is distinct from ${id} and not ${isByRestore}`,
      ),
    )
    .orderBy(sql`${auditLog.id} desc`)
    .limit(1);
  return newest?.email;
}

const isBillingEmailOf = (clientId: string, start: number) =>
  and(
    eq(auditLog.about, `user:${clientId}`),
    gt(auditLog.id, start),
    eq(auditLog.action, 'user.billing_changed'),
    sql`jsonb_exists(${auditLog.after}, 'email')`,
  );

/** True for entries in which the client has set their own email for invoices since a change. */
const isOwnBillingEmail = ({ id }: UserRow, { logId }: ChangeRow) =>
  and(isBillingEmailOf(id, logId), eq(auditLog.actorId, id));

/** Restores the client's own email for invoices. Without one, documents use the email of the account. */
async function restoreBillingEmail(
  tx: Transaction,
  { actor, client }: { actor: Restore; client: UserRow },
  change: ChangeRow,
): Promise<void> {
  const { logId, createdAt, moved } = change;
  const to = (await billingEmailByAgency(tx, client, logId)) ?? moved.billingEmail;
  await setBillingEmail(tx, actor, client, to);
  const set = await emailsSetBy(tx, isOwnBillingEmail(client, change));
  await forgetTyped(tx, { clientId: client.id }, set, createdAt);
}

/** Returns the emails for invoices that audit log entries have set. */
async function emailsSetBy(tx: Reader, where: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .select({ email: sql<string>`lower(${auditLog.after} ->> 'email')` })
    .from(auditLog)
    .where(and(where, sql`${auditLog.after} ->> 'email' <> ''`));
  return [...new Set(rows.map(({ email }) => email))];
}

/**
 * Removes emails for invoices that were undone but that the agency has meanwhile entered for documents, so that the
 * documents use the company's email again. These are emails of the company and of the client, who may have joined it
 * later. Emails of other members remain.
 */
async function forgetMailboxes(
  tx: Transaction,
  { client, change }: { client: UserRow; change: ChangeRow },
  { id, target, plan }: { id: number; target: Company; plan: Plan },
): Promise<void> {
  // Excludes entries about invitations, because their email is that of the invited client.
  const isMailbox = and(inArray(auditLog.id, plan.undone), eq(auditLog.action, 'company.updated'));
  const members = await tx
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.id, [...target.members.keys()]));
  const own = members.map(({ email }) => email);
  const isUndone = or(isMailbox, isOwnBillingEmail(client, change));
  const set = (await emailsSetBy(tx, isUndone)).filter((email) => !own.includes(email));
  await forgetTyped(tx, { companyId: id }, set, change.createdAt);
}

/** Reassigns records to the members who lost them by the undone changes of members and rights. */
async function returnRecordsOf(tx: Transaction, companyId: number, { undone }: Plan) {
  const rows = await tx
    .select({ formerOwners: sql<FormerOwners>`${auditLog.after} -> 'formerOwners'` })
    .from(auditLog)
    .where(
      and(
        inArray(auditLog.id, undone),
        sql`jsonb_exists(coalesce(${auditLog.after}, '{}'), 'formerOwners')`,
      ),
    )
    .orderBy(sql`${auditLog.id} desc`);
  for (const { formerOwners } of rows) await returnToOwners(tx, companyId, formerOwners);
}

async function restoreMailbox(
  tx: Transaction,
  { actor, client }: { actor: Restore; client: UserRow },
  { id, target, plan }: { id: number; target: Company; plan: Plan },
): Promise<string[]> {
  const [company] = await tx.select().from(companies).where(eq(companies.id, id));
  if (!company) return [];
  const isEnded =
    (await isOfFormer(tx, target)) ||
    (target.email !== company.email && (await isOfDismissed(tx, { id, target, plan })));
  const mailbox = isEnded ? '' : target.email;
  const did = `restored the email of ${company.name} with that of ${client.email}`;
  return (await changeCompany(tx, actor, company, { fields: { email: mailbox }, did })).revoked;
}

/** Returns whether the email for invoices belongs to a member who has left. Such an email ends with the membership. */
async function isOfFormer(tx: Reader, { email, former }: Company): Promise<boolean> {
  if (email === '' || former.size === 0) return false;
  const clients = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...former]));
  for (const client of clients) if ((await emailsOf(tx, client)).includes(email)) return true;
  return false;
}

/** Returns whether one of the restored accounts chose the email for invoices and no longer manages the company. */
async function isOfDismissed(
  tx: Reader,
  { id, target: { email, members }, plan }: { id: number; target: Company; plan: Plan },
): Promise<boolean> {
  const [newest] = await tx
    .select({ actorId: auditLog.actorId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.about, aboutCompany(id)),
        eq(auditLog.action, 'company.updated'),
        sql`${auditLog.after} ->> 'email' = ${email} and not ${isByRestore}`,
      ),
    )
    .orderBy(sql`${auditLog.id} desc`)
    .limit(1);
  const actorId = newest?.actorId ?? '';
  return plan.userIds.includes(actorId) && !members.get(actorId)?.isManager;
}
