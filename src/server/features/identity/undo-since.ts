import { and, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm';

import type { CompanyRight } from '~/contract/companies/companies';
import type {
  LockedClient,
  Touched,
  Transaction,
  UserRow,
} from '~/server/features/companies/locks';
import {
  changeCompany,
  changeRights,
  leave,
  payerOf,
  restoreMember,
} from '~/server/features/companies/membership';
import type { Database } from '~/server/platform/db/client';
import { auditLog } from '~/server/platform/db/schema/audit';
import { companies, companyInvitations } from '~/server/platform/db/schema/companies';
import { billingProfiles, type emailChanges, users } from '~/server/platform/db/schema/identity';
import { moveDocuments, setBillingEmail } from './move-email';

type ChangeRow = typeof emailChanges.$inferSelect;
type Reader = Pick<Database, 'select'>;

/** Maximum number of actions listed in an email. */
const actsMax = 30;

/** Role of a member in a company. */
interface Role {
  rights: CompanyRight[];
  isManager: boolean;
}

/** Changes of companies by an account, and by everybody whom it let into a company or made a manager, since a time. */
interface Chain {
  /** Ids of the account and of those people. */
  people: Set<string>;
  /** Previous roles of members whose role a person of the chain was the last to change. */
  roles: Map<string, Role>;
  /** Members whom a person of the chain removed from a company, with their previous roles. */
  removed: Map<string, Role & { companyId: number }>;
  /** Previous mailboxes by company, if a person of the chain was the last to set one. */
  mailboxes: Map<number, string>;
}

/** Fields of entries about companies in the audit log. */
interface Details {
  id?: number;
  clientId?: string;
  invitedById?: string;
  email?: string;
  rights?: CompanyRight[];
  isManager?: boolean;
}

const roleOf = ({ rights = [], isManager = false }: Details): Role => ({ rights, isManager });

/**
 * Follows invitations from one person to the next through the audit log, which lists people who have left since as well. Later
 * decisions by the agency, or by a member outside of the chain, stay.
 */
async function chainSince(tx: Reader, userId: string, since: Date): Promise<Chain> {
  const entries = await tx
    .select()
    .from(auditLog)
    .where(and(gte(auditLog.createdAt, since), sql`${auditLog.action} like 'company.%'`))
    .orderBy(auditLog.id);
  const invited = new Set<string>();
  const chain: Chain = {
    people: new Set([userId]),
    roles: new Map(),
    removed: new Map(),
    mailboxes: new Map(),
  };
  const { people, roles, removed, mailboxes } = chain;
  for (const { action, about, actorId, ...entry } of entries) {
    const before: Details = entry.before ?? {};
    const after: Details = entry.after ?? {};
    const { clientId = '' } = after;
    const companyId = Number(about.split(':')[1]);
    const isByChain = actorId !== null && people.has(actorId);
    // The system acts only when another account is restored, which confirms nothing that the chain did.
    const isRestored = actorId === null;
    if (action === 'company.joined') {
      removed.delete(clientId);
      roles.delete(clientId);
      if (after.invitedById !== undefined && people.has(after.invitedById)) {
        people.add(clientId);
        invited.add(clientId);
      } else if (clientId !== userId) {
        people.delete(clientId);
        invited.delete(clientId);
      }
    } else if (action === 'company.rights_changed') {
      if (isRestored) continue;
      if (!isByChain) {
        roles.delete(clientId);
        if (clientId !== userId && !invited.has(clientId)) people.delete(clientId);
      } else {
        if (!roles.has(clientId)) roles.set(clientId, roleOf(before));
        if (after.isManager && !before.isManager) people.add(clientId);
      }
    } else if (action === 'company.left') {
      const role = roles.get(clientId) ?? roleOf(before);
      roles.delete(clientId);
      if (isByChain && (clientId === userId || (clientId !== actorId && !invited.has(clientId)))) {
        removed.set(clientId, { ...role, companyId });
      } else {
        removed.delete(clientId);
      }
    } else if (action === 'company.merged') {
      mailboxes.delete(before.id ?? 0);
      for (const member of removed.values()) {
        if (member.companyId === before.id) member.companyId = companyId;
      }
    }
    if (action !== 'company.invited' && after.email !== undefined && !isRestored) {
      if (!isByChain) mailboxes.delete(companyId);
      else if (!mailboxes.has(companyId)) mailboxes.set(companyId, before.email ?? '');
    }
  }
  return chain;
}

/** Returns members by an invitation of the chain, and the account if it has joined a company itself since. */
async function membersOf(tx: Reader, userId: string, { people }: Chain, since: Date) {
  return tx
    .select({ id: users.id, companyId: sql<number>`${users.companyId}` })
    .from(users)
    .where(
      and(
        isNotNull(users.companyId),
        gte(users.companyAcceptedAt, since),
        or(eq(users.id, userId), inArray(users.companyInvitedById, [...people])),
      ),
    )
    .orderBy(users.companyId, users.id);
}

/** Returns the companies and clients that `undoSince` changes, so that they are locked first. */
export async function touchedSince(tx: Reader, userId: string, since: Date): Promise<Touched> {
  const chain = await chainSince(tx, userId, since);
  const members = await membersOf(tx, userId, chain, since);
  const clientIds = [
    ...members.map(({ id }) => id),
    ...chain.roles.keys(),
    ...chain.removed.keys(),
  ];
  const rows = await tx
    .select({ companyId: users.companyId })
    .from(users)
    .where(and(inArray(users.id, clientIds), isNotNull(users.companyId)));
  const companyIds = [
    ...rows.flatMap(({ companyId }) => companyId ?? []),
    ...[...chain.removed.values()].map(({ companyId }) => companyId),
    ...chain.mailboxes.keys(),
  ];
  return { companyIds, clientIds };
}

/**
 * Undoes actions after a change of email that would outlast restoring it: a company that was joined, invitations with the people
 * who accepted them and whom those let in, changed rights, removed members, and other invoice addresses.
 *
 * @param change the oldest change that is undone
 * @returns descriptions of the actions since, and the records whose links were revoked
 */
export async function undoSince(
  tx: Transaction,
  { client }: LockedClient,
  change: ChangeRow,
): Promise<{ acts: string[]; revoked: string[] }> {
  const { createdAt: since, moved, email } = change;
  const chain = await chainSince(tx, client.id, since);
  const { people, roles, removed, mailboxes } = chain;
  const acts = await actsSince(tx, client, { people, since });
  const revoked: string[] = [];
  await tx
    .delete(companyInvitations)
    .where(
      and(
        inArray(companyInvitations.invitedById, [...people]),
        gte(companyInvitations.createdAt, since),
      ),
    );
  for (const { id, companyId } of await membersOf(tx, client.id, chain, since)) {
    revoked.push(...(await leave(tx, 'system', companyId, id, { withBrought: true })));
  }
  // An account that others have removed from a company since decides nothing there.
  const ownCompanies = new Set([client.companyId, removed.get(client.id)?.companyId]);
  for (const [clientId, { companyId, ...role }] of removed) {
    if (!ownCompanies.has(companyId)) continue;
    await restoreMember(tx, 'system', companyId, { clientId, ...role });
  }
  for (const [clientId, role] of roles) {
    const [member] = await tx.select().from(users).where(eq(users.id, clientId));
    if (!member?.companyId || !ownCompanies.has(member.companyId)) continue;
    const changed = await changeRights(tx, 'system', member.companyId, { clientId, ...role });
    revoked.push(...changed);
  }
  for (const [id, mailbox] of mailboxes) {
    if (ownCompanies.has(id)) await restoreMailbox(tx, client, { id, mailbox, email });
  }
  await restoreBillingEmail(tx, client, { since, billingEmail: moved.billingEmail, email });
  return { acts, revoked };
}

async function actsSince(
  tx: Reader,
  { id }: UserRow,
  { people, since }: { people: ReadonlySet<string>; since: Date },
): Promise<string[]> {
  const rows = await tx
    .select({ description: auditLog.description })
    .from(auditLog)
    .where(
      and(
        gte(auditLog.createdAt, since),
        or(
          and(eq(auditLog.actorId, id), sql`${auditLog.action} <> 'user.email_changed'`),
          and(inArray(auditLog.actorId, [...people]), sql`${auditLog.action} like 'company.%'`),
        ),
      ),
    )
    .orderBy(auditLog.id)
    .limit(actsMax);
  return rows.map(({ description }) => description);
}

/** Returns whether the agency has set the client's own email for invoices since: then it stays. */
async function isSetByAgency(tx: Reader, { id }: UserRow, since: Date): Promise<boolean> {
  const [newest] = await tx
    .select({ actorId: auditLog.actorId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.about, `user:${id}`),
        gte(auditLog.createdAt, since),
        sql`${auditLog.action} <> 'user.email_changed'`,
        sql`jsonb_exists(${auditLog.after}, 'email')`,
      ),
    )
    .orderBy(sql`${auditLog.id} desc`)
    .limit(1);
  return newest !== undefined && newest.actorId !== id;
}

/** @param email the email of the account that is restored */
async function restoreBillingEmail(
  tx: Transaction,
  client: UserRow,
  { since, billingEmail, email }: { since: Date; billingEmail: string; email: string },
): Promise<void> {
  const [own] = await tx
    .select()
    .from(billingProfiles)
    .where(eq(billingProfiles.userId, client.id));
  if (!own || own.email === billingEmail) return;
  if (await isSetByAgency(tx, client, since)) return;
  await setBillingEmail(tx, 'system', client, billingEmail);
  if (own.email === '') return;
  await moveDocuments(tx, {
    owns: ({ userId, companyId }) => and(eq(userId, client.id), sql`${companyId} is null`),
    from: [own.email.toLowerCase()],
    to: billingEmail || email,
  });
}

/** @param email the email of the account that is restored */
async function restoreMailbox(
  tx: Transaction,
  client: UserRow,
  { id, mailbox, email }: { id: number; mailbox: string; email: string },
): Promise<void> {
  const [company] = await tx.select().from(companies).where(eq(companies.id, id));
  if (!company || company.email === mailbox) return;
  const did = `restored the email of ${company.name} with that of ${client.email}`;
  await changeCompany(tx, 'system', company, { fields: { email: mailbox }, did });
  if (company.email === '') return;
  const payer = await payerOf(tx, id, client.id);
  const personal = payer && payer.id !== client.id ? payer.email : email;
  await moveDocuments(tx, {
    owns: ({ companyId }) => eq(companyId, id),
    from: [company.email],
    to: mailbox || personal,
  });
}
