import { and, eq, gte, sql } from 'drizzle-orm';

import type { LockedClient, Transaction, UserRow } from '~/server/features/companies/locks';
import { changeCompany, leave, payerOf } from '~/server/features/companies/membership';
import { auditLog } from '~/server/platform/db/schema/audit';
import { companies, companyInvitations } from '~/server/platform/db/schema/companies';
import {
  billingProfiles,
  type emailChanges,
  type MovedWithEmail,
} from '~/server/platform/db/schema/identity';
import { moveDocuments, setBillingEmail } from './move-email';

type ChangeRow = typeof emailChanges.$inferSelect;

/** Maximum number of actions listed in an email. */
const actsMax = 30;

/**
 * Undoes actions after a change of email that would outlast restoring it: a company that was joined, invitations with the people
 * who accepted them, and other invoice addresses.
 *
 * @param change the oldest change that is undone
 * @returns descriptions of all that the account did since
 */
export async function undoSince(
  tx: Transaction,
  { client }: LockedClient,
  change: ChangeRow,
): Promise<string[]> {
  const { createdAt: since, moved: before, email } = change;
  const acts = await actsSince(tx, client, since);
  await tx
    .delete(companyInvitations)
    .where(
      and(eq(companyInvitations.invitedById, client.id), gte(companyInvitations.createdAt, since)),
    );
  const letIn = await tx.execute<{ clientId: string; companyId: number }>(sql`
    select distinct member.id as "clientId", member.company_id as "companyId"
    from audit_log entry join users member on member.id = entry.after->>'clientId'
    where entry.action = 'company.joined' and entry.created_at >= ${since.toISOString()}
      and entry.about = 'company:' || member.company_id
      and (entry.after->>'invitedById' = ${client.id}
        or (member.id = ${client.id} and entry.actor_id = ${client.id}))
    order by 2, 1`);
  for (const { companyId, clientId } of letIn) {
    await leave(tx, 'system', companyId, clientId, { withBrought: true });
  }
  await restoreBillingEmail(tx, client, { since, before, email });
  await restoreCompanyEmail(tx, client, { since, before, email });
  return acts;
}

async function actsSince(tx: Transaction, { id }: UserRow, since: Date): Promise<string[]> {
  const rows = await tx
    .select({ description: auditLog.description })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, id),
        gte(auditLog.createdAt, since),
        sql`${auditLog.action} <> 'user.email_changed'`,
      ),
    )
    .orderBy(auditLog.id)
    .limit(actsMax);
  return rows.map(({ description }) => description);
}

interface Restored {
  since: Date;
  before: MovedWithEmail;
  /** Email to restore. */
  email: string;
}

/** Returns whether someone else, such as the agency, has set the email of a record since: then it stays. */
async function isSetByOther(
  tx: Transaction,
  about: string,
  { id }: UserRow,
  since: Date,
): Promise<boolean> {
  const [newest] = await tx
    .select({ actorId: auditLog.actorId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.about, about),
        gte(auditLog.createdAt, since),
        sql`${auditLog.action} <> 'user.email_changed'`,
        sql`jsonb_exists(${auditLog.after}, 'email')`,
      ),
    )
    .orderBy(sql`${auditLog.id} desc`)
    .limit(1);
  return newest !== undefined && newest.actorId !== id;
}

async function restoreBillingEmail(
  tx: Transaction,
  client: UserRow,
  { since, before, email }: Restored,
): Promise<void> {
  const [own] = await tx
    .select()
    .from(billingProfiles)
    .where(eq(billingProfiles.userId, client.id));
  if (!own || own.email === before.billingEmail) return;
  if (await isSetByOther(tx, `user:${client.id}`, client, since)) return;
  await setBillingEmail(tx, 'system', client, before.billingEmail);
  if (own.email === '') return;
  await moveDocuments(tx, {
    owns: ({ userId, companyId }) => and(eq(userId, client.id), sql`${companyId} is null`),
    from: [own.email.toLowerCase()],
    to: before.billingEmail || email,
  });
}

async function restoreCompanyEmail(
  tx: Transaction,
  client: UserRow,
  { since, before, email }: Restored,
): Promise<void> {
  if (!before.company) return;
  const { id, email: mailbox } = before.company;
  const [company] = await tx.select().from(companies).where(eq(companies.id, id));
  if (!company || company.email === mailbox) return;
  if (await isSetByOther(tx, `company:${id}`, client, since)) return;
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
