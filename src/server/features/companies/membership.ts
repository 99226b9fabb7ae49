import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { type CompanyRight, companyRights } from '~/contract/companies/companies';
import { fullName } from '~/server/features/documents/clients';
import { type Actor, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { companies, companyInvitations } from '~/server/platform/db/schema/companies';
import { users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import { documentLinks, proposals } from '~/server/platform/db/schema/proposals';
import { serviceRequests } from '~/server/platform/db/schema/requests';

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type CompanyRow = typeof companies.$inferSelect;
type UserRow = typeof users.$inferSelect;

export const companyNotFound = () =>
  new AppError('NOT_FOUND', 'Company not found. It may have been merged into another one.');
const memberNotFound = () => new AppError('NOT_FOUND', 'This person is not in the company');

export const aboutCompany = (id: number) => `company:${id}`;

/** @throws NOT_FOUND for none, as for one that was merged at the same moment */
export async function lockCompany(tx: Transaction, id: number): Promise<CompanyRow> {
  const [row] = await tx.select().from(companies).where(eq(companies.id, id)).for('update');
  if (!row) throw companyNotFound();
  return row;
}

/** Locked against what is being made for the client at the same moment: see the trigger `set_company`. */
async function lockClient(tx: Transaction, id: string): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.isAdmin, false)))
    .for('update');
  if (!row) throw new AppError('NOT_FOUND', 'Client not found');
  return row;
}

const rightsInWords = (rights: readonly CompanyRight[], isManager: boolean): string =>
  [...rights, ...(isManager ? ['manager'] : [])].join(', ') || 'no rights';

/**
 * Makes a client a member, with what is theirs: requests and documents are the company's from now on. A member gets these rights.
 *
 * @throws CONFLICT for a member of another company
 */
export async function join(
  tx: Transaction,
  actor: Actor,
  company: CompanyRow,
  member: { clientId: string; rights: CompanyRight[]; isManager: boolean },
): Promise<void> {
  const { clientId, rights, isManager } = member;
  const client = await lockClient(tx, clientId);
  if (client.companyId !== null && client.companyId !== company.id) {
    const [other] = await tx.select().from(companies).where(eq(companies.id, client.companyId));
    throw new AppError(
      'CONFLICT',
      `${fullName(client)} belongs to ${other?.name ?? 'another company'}. Please remove them there first.`,
    );
  }
  const isNew = client.companyId === null;
  const before = { rights: client.companyRights, isManager: client.isCompanyManager };
  if (!isNew && rightsInWords(before.rights, before.isManager) === rightsInWords(rights, isManager))
    return;
  await tx
    .update(users)
    .set({
      companyId: company.id,
      companyRights: rights,
      isCompanyManager: isManager,
      updatedAt: new Date(),
    })
    .where(eq(users.id, clientId));
  if (isNew) await bring(tx, client, company.id);
  await tx
    .delete(companyInvitations)
    .where(
      and(eq(companyInvitations.companyId, company.id), eq(companyInvitations.email, client.email)),
    );
  await record(tx, actor, {
    action: isNew ? 'company.joined' : 'company.rights_changed',
    about: aboutCompany(company.id),
    did: isNew
      ? `added ${fullName(client)} to ${company.name}`
      : `changed what ${fullName(client)} may see of ${company.name}`,
    before: isNew ? undefined : before,
    after: { clientId, rights, isManager },
  });
}

/** Puts a new client into a company, with all rights. @throws NOT_FOUND for no such company */
export async function joinCompany(
  tx: Transaction,
  actor: Actor,
  clientId: string,
  companyId: number,
): Promise<void> {
  const company = await lockCompany(tx, companyId);
  await join(tx, actor, company, { clientId, rights: [...companyRights], isManager: false });
}

/** Gives the company what is the client's: what was sent to their email before they had an account, too. */
async function bring(tx: Transaction, { id, email }: UserRow, companyId: number): Promise<void> {
  const claimed = { userId: id, companyId };
  await tx
    .update(proposals)
    .set(claimed)
    .where(
      and(
        isNull(proposals.companyId),
        or(
          eq(proposals.userId, id),
          and(isNull(proposals.userId), eq(sql`lower(${proposals.clientEmail})`, email)),
        ),
      ),
    );
  await tx
    .update(invoices)
    .set(claimed)
    .where(
      and(
        isNull(invoices.companyId),
        or(eq(invoices.userId, id), and(isNull(invoices.userId), eq(invoices.clientEmail, email))),
      ),
    );
  await tx
    .update(serviceRequests)
    .set({ companyId })
    .where(and(isNull(serviceRequests.companyId), eq(serviceRequests.userId, id)));
}

/**
 * Takes a client out of the company, which keeps all that it has: what is under way passes to a colleague, and links that were mailed to
 * the client open nothing any more.
 */
export async function leave(
  tx: Transaction,
  actor: Actor,
  company: CompanyRow,
  clientId: string,
): Promise<void> {
  const client = await lockClient(tx, clientId);
  if (client.companyId !== company.id) throw memberNotFound();
  await tx
    .update(users)
    .set({ companyId: null, companyRights: [], isCompanyManager: false, updatedAt: new Date() })
    .where(eq(users.id, clientId));
  await handOver(tx, client, company);
  await record(tx, actor, {
    action: 'company.left',
    about: aboutCompany(company.id),
    did: `took ${fullName(client)} out of ${company.name}`,
    before: { rights: client.companyRights, isManager: client.isCompanyManager },
    after: { clientId },
  });
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

async function handOver(tx: Transaction, { id }: UserRow, company: CompanyRow): Promise<void> {
  const [requestsTo] = await membersWith(tx, company.id, 'requests').limit(1);
  const [documentsTo] = await membersWith(tx, company.id, 'invoices').limit(1);
  if (requestsTo) {
    await tx
      .update(serviceRequests)
      .set({ userId: requestsTo.id, companyId: company.id })
      .where(and(eq(serviceRequests.companyId, company.id), eq(serviceRequests.userId, id)));
  }
  const ofClient = {
    proposals: and(eq(proposals.companyId, company.id), eq(proposals.userId, id)),
    invoices: and(eq(invoices.companyId, company.id), eq(invoices.userId, id)),
  };
  const offered = await tx.select({ id: proposals.id }).from(proposals).where(ofClient.proposals);
  const billed = await tx.select({ id: invoices.id }).from(invoices).where(ofClient.invoices);
  const abouts = [
    ...offered.map((row) => `proposal:${row.id}`),
    ...billed.map((row) => `invoice:${row.id}`),
  ];
  if (abouts.length > 0) {
    await tx.delete(documentLinks).where(inArray(documentLinks.about, abouts));
  }
  if (!documentsTo) return;
  // What the documents say stays; this is to whom their mails go.
  const to = { userId: documentsTo.id, companyId: company.id };
  const email = company.email || documentsTo.email;
  await tx
    .update(proposals)
    .set({ ...to, clientEmail: documentsTo.email })
    .where(ofClient.proposals);
  await tx
    .update(invoices)
    .set({ ...to, clientEmail: email })
    .where(ofClient.invoices);
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
  const locked = [await lockCompany(tx, first), await lockCompany(tx, second)];
  const from = locked.find((company) => company.id === id);
  const target = locked.find((company) => company.id === into);
  if (!from || !target) throw companyNotFound();
  await tx.select({ id: users.id }).from(users).where(eq(users.companyId, id)).for('update');
  await tx.update(users).set({ companyId: into }).where(eq(users.companyId, id));
  for (const table of [proposals, invoices, serviceRequests]) {
    await tx.update(table).set({ companyId: into }).where(eq(table.companyId, id));
  }
  await tx.execute(sql`update thread_events set company_id = ${into} where company_id = ${id}`);
  const [known] = [
    await tx
      .select({ email: companyInvitations.email })
      .from(companyInvitations)
      .where(eq(companyInvitations.companyId, into)),
  ];
  const emails = known.map(({ email }) => email);
  await tx
    .update(companyInvitations)
    .set({ companyId: into })
    .where(
      and(
        eq(companyInvitations.companyId, id),
        ...emails.map((email) => ne(companyInvitations.email, email)),
      ),
    );
  const notes = [target.notes, from.notes].filter(Boolean).join('\n\n');
  await tx.update(companies).set({ notes, updatedAt: new Date() }).where(eq(companies.id, into));
  await tx.delete(companies).where(eq(companies.id, id));
  const { searchText: _, ...whole } = from;
  await record(tx, actor, {
    action: 'company.merged',
    about: aboutCompany(into),
    did: `merged ${from.name} into ${target.name}`,
    before: whole,
    after: { into },
  });
}
