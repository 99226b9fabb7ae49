import { and, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { AppError } from '~/contract/common/errors';
import { type CompanyRight, companyRights } from '~/contract/companies/companies';
import { shownName } from '~/server/features/documents/clients';
import { type Actor, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { auditLog } from '~/server/platform/db/schema/audit';
import { companies, companyInvitations } from '~/server/platform/db/schema/companies';
import { dataExports } from '~/server/platform/db/schema/data-exports';
import { fileChunks } from '~/server/platform/db/schema/files';
import { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { bring, giveBack } from './brought';

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type CompanyRow = typeof companies.$inferSelect;
type UserRow = typeof users.$inferSelect;

export const companyNotFound = () =>
  new AppError('NOT_FOUND', 'Company not found. It may have been merged into another one.');
const memberNotFound = () => new AppError('NOT_FOUND', 'This person is not in the company');
const ownRole = () =>
  new AppError('CONFLICT', 'You cannot remove your own role. Another manager or we can.');
const ownRights = () =>
  new AppError('CONFLICT', 'You cannot extend your own rights. Another manager or we can.');

export const aboutCompany = (id: number) => `company:${id}`;

/**
 * Locks what a change of members touches, always in the order in which an acceptance, a message or a payment does: documents and requests
 * first, by id, then the company, then the client.
 *
 * @throws NOT_FOUND for no such company, as for one that was merged at the same moment
 */
async function lockAll(tx: Transaction, companyId: number, clientId?: string): Promise<CompanyRow> {
  for (const table of [proposals, invoices, serviceRequests]) {
    await tx
      .select({ id: table.id })
      .from(table)
      .where(
        or(
          eq(table.companyId, companyId),
          clientId === undefined ? undefined : eq(table.userId, clientId),
        ),
      )
      .orderBy(table.id)
      .for('update');
  }
  return lockCompany(tx, companyId);
}

/** @throws NOT_FOUND for none, as for one that was merged at the same moment */
export async function lockCompany(tx: Transaction, id: number): Promise<CompanyRow> {
  const [row] = await tx.select().from(companies).where(eq(companies.id, id)).for('no key update');
  if (!row) throw companyNotFound();
  return row;
}

/** Locked against what is being made for the client at the same moment: see the trigger `set_company`. */
async function lockClient(tx: Transaction, id: string): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.isAdmin, false), isNull(users.deletedAt)))
    .for('update');
  if (!row) throw new AppError('NOT_FOUND', 'Client not found');
  return row;
}

/** Locks a company and a client with the records of both. */
async function lockBoth(tx: Transaction, companyId: number, clientId: string) {
  const company = await lockAll(tx, companyId, clientId);
  const client = await lockClient(tx, clientId);
  return { company, client };
}

/**
 * Locks a company and one of its members with the records of both.
 *
 * @throws NOT_FOUND for a client who is not a member, also for one who leaves at the same moment
 */
async function lockMember(tx: Transaction, companyId: number, clientId: string) {
  // Checked before as well, so that nobody locks the records of a stranger.
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, clientId), eq(users.companyId, companyId)));
  if (!member) throw memberNotFound();
  const locked = await lockBoth(tx, companyId, clientId);
  if (locked.client.companyId !== companyId) throw memberNotFound();
  return locked;
}

const rightsInWords = (rights: readonly CompanyRight[], isManager: boolean): string =>
  [...rights, ...(isManager ? ['manager'] : [])].join(', ') || 'no rights';

interface Member {
  clientId: string;
  rights: CompanyRight[];
  isManager?: boolean | undefined;
}

/**
 * Makes a client a member: their requests and documents are the company's from now on.
 *
 * @throws CONFLICT for a member of this company or another one, NOT_FOUND for an unknown company
 */
export async function join(
  tx: Transaction,
  actor: Actor,
  companyId: number,
  member: Member,
): Promise<void> {
  const { company, client } = await lockBoth(tx, companyId, member.clientId);
  if (client.companyId === company.id) {
    const message = `${shownName(client)} is in ${company.name} already. Their rights can be changed there.`;
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
  const brought = await bring(tx, client, company.id);
  const handed = await readdress(tx, company);
  await record(tx, actor, {
    action: 'company.joined',
    about: aboutCompany(company.id),
    did: `added ${shownName(client)} to ${company.name}`,
    after: { ...member, isManager: member.isManager ?? false, ...brought, ...handed },
  });
}

/**
 * Changes the rights of a member.
 *
 * @throws NOT_FOUND for a client who is not a member, also for one who is removed at the same moment
 * @throws CONFLICT for managers who extend their own rights, or remove their own role
 */
export async function changeRights(
  tx: Transaction,
  actor: Actor,
  companyId: number,
  member: Member,
): Promise<void> {
  const { company, client } = await lockMember(tx, companyId, member.clientId);
  const { clientId, rights } = member;
  const before = { rights: client.companyRights, isManager: client.isCompanyManager };
  const isManager = member.isManager ?? before.isManager;
  const lost = before.rights.filter((right) => !rights.includes(right));
  if (actor !== 'system' && actor.id === clientId) {
    if (before.isManager && !isManager) throw ownRole();
    if (rights.some((right) => !before.rights.includes(right))) throw ownRights();
  }
  if (rightsInWords(before.rights, before.isManager) === rightsInWords(rights, isManager)) return;
  await setMembership(tx, company, client, { clientId, rights, isManager });
  if (lost.includes('invoices')) await revokeLinks(tx, company.id);
  if (lost.length > 0) await withdrawExports(tx, clientId);
  const handed = await readdress(tx, company);
  await record(tx, actor, {
    action: 'company.rights_changed',
    about: aboutCompany(company.id),
    did: `changed what ${shownName(client)} may see of ${company.name}`,
    before,
    after: { clientId, rights, isManager, ...handed },
  });
}

/** Writes the rights of a member and deletes invitations that they replace. Company and client are locked. */
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

/** Puts a new client into a company, with all rights. @throws NOT_FOUND for no such company */
export const joinCompany = (tx: Transaction, actor: Actor, clientId: string, companyId: number) =>
  join(tx, actor, companyId, { clientId, rights: [...companyRights] });

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

/**
 * Takes a client out of the company, which keeps all that it has: what is addressed to the client passes to a colleague, and links that
 * were mailed open nothing any more.
 *
 * @param withBrought gives the client back what they brought, as where they were added by mistake
 */
export async function leave(
  tx: Transaction,
  actor: Actor,
  companyId: number,
  clientId: string,
  { withBrought = false } = {},
): Promise<void> {
  const { company, client } = await lockMember(tx, companyId, clientId);
  await tx
    .update(users)
    .set({ companyId: null, companyRights: [], isCompanyManager: false, updatedAt: new Date() })
    .where(eq(users.id, clientId));
  await tx.delete(companyInvitations).where(eq(companyInvitations.invitedById, clientId));
  await withdrawExports(tx, clientId);
  const isTheirs = company.email !== '' && company.email === client.email;
  if (isTheirs) await tx.update(companies).set({ email: '' }).where(eq(companies.id, company.id));
  let returned = {};
  if (withBrought) {
    if (await mayKnowLinks(tx, company.id, clientId)) await revokeLinks(tx, company.id);
    returned = await giveBack(tx, client, company.id);
  }
  await revokeLinks(tx, company.id);
  const handed = await readdress(tx, isTheirs ? { ...company, email: '' } : company);
  await record(tx, actor, {
    action: 'company.left',
    about: aboutCompany(company.id),
    did: `took ${shownName(client)} out of ${company.name}${withBrought ? ', with what they brought' : ''}`,
    before: { rights: client.companyRights, isManager: client.isCompanyManager },
    after: { clientId, ...returned, ...handed },
  });
}

/**
 * Whether colleagues may know the links of what a client brought. Within a minute they do not: the Undo of a joining leaves links that were
 * mailed to the client as they are.
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

/** Who has a right in a company, managers first, else those who were there first. */
export function membersWith(
  tx: Pick<Transaction, 'select'>,
  companyId: number,
  right: CompanyRight,
) {
  return tx
    .select()
    .from(users)
    .where(
      and(
        eq(users.companyId, companyId),
        isNull(users.disabledAt),
        sql`${right} = any(${users.companyRights})`,
      ),
    )
    .orderBy(sql`${users.isCompanyManager} desc`, users.createdAt, users.id);
}

/** A file that was put together with rights which the client has lost: one that is there goes, one that is being written begins anew. */
async function withdrawExports(tx: Transaction, clientId: string): Promise<void> {
  const isTheirs = eq(dataExports.userId, clientId);
  await tx.delete(dataExports).where(and(isTheirs, isNotNull(dataExports.readyAt)));
  const waiting = tx.select({ key: dataExports.key }).from(dataExports).where(isTheirs);
  await tx.delete(fileChunks).where(inArray(fileChunks.key, waiting));
  await tx.update(dataExports).set({ key: '', claimedUntil: null }).where(isTheirs);
}

/** Whoever leaves or loses the right knows the links of all of the company's documents, and of the quotes that became its requests. */
async function revokeLinks(tx: Transaction, companyId: number): Promise<void> {
  await tx.execute(sql`
    delete from document_links where about in (
      select 'proposal:' || id from proposals where company_id = ${companyId}
      union all select 'invoice:' || id from invoices where company_id = ${companyId}
      union all select 'quote:' || quote_id from service_requests
        where company_id = ${companyId} and quote_id is not null)`);
}

/**
 * Sees to it that what the company has is addressed to somebody who may see it: where nobody may, documents go to its own mailbox until
 * somebody can. What a document says of its client stays as it was written, but in drafts of invoices.
 */
async function readdress(tx: Transaction, company: CompanyRow): Promise<{ handedTo?: object }> {
  const [requesters, payers] = [
    await membersWith(tx, company.id, 'requests'),
    await membersWith(tx, company.id, 'invoices'),
  ];
  const isNotOf = (column: AnyPgColumn, members: UserRow[]) =>
    members.length === 0
      ? sql`true`
      : or(
          isNull(column),
          notInArray(
            column,
            members.map(({ id }) => id),
          ),
        );
  const [requester] = requesters;
  if (requester) {
    await tx
      .update(serviceRequests)
      .set({ userId: requester.id, companyId: company.id })
      .where(
        and(eq(serviceRequests.companyId, company.id), isNotOf(serviceRequests.userId, requesters)),
      );
  }
  const [payer] = payers;
  const owner = payer ? { userId: payer.id, companyId: company.id } : {};
  const email = company.email || payer?.email || '';
  const offered = await tx
    .update(proposals)
    .set({ ...owner, clientEmail: payer?.email ?? company.email })
    .where(and(eq(proposals.companyId, company.id), isNotOf(proposals.userId, payers)))
    .returning({ id: proposals.id });
  const billed = await tx
    .update(invoices)
    .set({
      ...owner,
      clientEmail: email,
      buyer: sql`case when ${invoices.status} = 'draft' and ${email} <> ''
        then jsonb_set(${invoices.buyer}, '{email}', to_jsonb(${email}::text))
        else ${invoices.buyer} end`,
    })
    .where(and(eq(invoices.companyId, company.id), isNotOf(invoices.userId, payers)))
    .returning({ id: invoices.id });
  if (offered.length + billed.length === 0) return {};
  return {
    handedTo: {
      clientId: payer?.id ?? null,
      email,
      proposals: idsOf(offered),
      invoices: idsOf(billed),
    },
  };
}

/**
 * Puts everything of one company into another one, which keeps its own name, profile and notes.
 *
 * @throws NOT_FOUND where one of the two was merged at the same moment
 */
export async function merge(
  tx: Transaction,
  actor: Actor,
  { id, into }: { id: number; into: number },
): Promise<void> {
  if (id === into) throw new AppError('BAD_REQUEST', 'A company cannot be merged into itself');
  // In one order, so that two merges at once do not wait for each other.
  const [first, second] = id < into ? [id, into] : [into, id];
  const locked = [await lockAll(tx, first), await lockAll(tx, second)];
  const from = locked.find((company) => company.id === id);
  const target = locked.find((company) => company.id === into);
  if (!from || !target) throw companyNotFound();
  await tx.select({ id: users.id }).from(users).where(eq(users.companyId, id)).for('update');
  const people = await tx
    .update(users)
    .set({ companyId: into })
    .where(eq(users.companyId, id))
    .returning({ id: users.id });
  const moved: Record<string, number[]> = {};
  for (const [name, table] of Object.entries({ proposals, invoices, requests: serviceRequests })) {
    const rows = await tx
      .update(table)
      .set({ companyId: into })
      .where(eq(table.companyId, id))
      .returning({ id: table.id });
    moved[name] = idsOf(rows);
  }
  await tx.execute(sql`update thread_events set company_id = ${into} where company_id = ${id}`);
  // An invitation was to the company that is gone; its managers can invite again.
  await tx.delete(companyInvitations).where(eq(companyInvitations.companyId, id));
  const notes = [target.notes, from.notes].filter(Boolean).join('\n\n');
  await tx.update(companies).set({ notes, updatedAt: new Date() }).where(eq(companies.id, into));
  await tx.delete(companies).where(eq(companies.id, id));
  const handed = await readdress(tx, target);
  const { searchText: _, ...whole } = from;
  await record(tx, actor, {
    action: 'company.merged',
    about: aboutCompany(into),
    did: `merged ${from.name} into ${target.name}`,
    before: whole,
    after: { into, people: people.map((person) => person.id), ...moved, ...handed },
  });
}
