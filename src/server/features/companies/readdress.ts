import { and, eq, inArray, or, sql } from 'drizzle-orm';

import { shownName } from '~/server/features/documents/clients';
import { revokeDocumentLinks } from '~/server/features/documents/links';
import { type Actor, changed, type Restore, recordAudit } from '~/server/platform/audit/audit';
import { companies } from '~/server/platform/db/schema/companies';
import { changesOf } from '~/server/platform/db/values';
import { changedIds } from './brought-records';
import { aboutCompany, forEachKind, type RecordIds } from './company-records';
import type { CompanyRow, Transaction } from './locks';
import { membersWith } from './recipients';

/**
 * Addresses the company's records to a member who may see them, and revokes their links. If there is none, documents go to the
 * company's own email until there is one. The client's data on a document does not change, except in drafts of invoices.
 *
 * @param formerEmails emails that are no longer the company's, or belong to a member who may not see documents anymore:
 * documents of other members that are sent there get a new addressee
 */
export async function readdress(
  tx: Transaction,
  company: CompanyRow,
  formerEmails: readonly string[] = [],
): Promise<{
  handed: { handedTo?: { clientId: string | null; email: string } & RecordIds };
  revoked: string[];
}> {
  const payers = await membersWith(tx, company.id, 'invoices');
  const ids = await forEachKind(async ({ table, right, addressed, clientEmail }) => {
    const members = right === 'invoices' ? payers : await membersWith(tx, company.id, right);
    const memberIds = members.map(({ id }) => id);
    const isOrphan = sql`(${table.userId} is null or ${table.userId} <> all(${sql.param(memberIds)}::text[]))`;
    const moved: number[] = [];
    for (const [at, taker] of (members.length > 0 ? members : [undefined]).entries()) {
      const changes = addressed({
        name: taker ? shownName(taker) : '',
        email: taker?.email ?? '',
        mailbox: company.email,
      });
      if (taker) changes.push(sql`user_id = ${taker.id}`);
      const isFormer =
        taker && clientEmail && formerEmails.length > 0
          ? and(eq(table.userId, taker.id), inArray(clientEmail, [...formerEmails]))
          : undefined;
      // Nobody could receive it until now.
      const isUnsent =
        taker && clientEmail ? and(eq(table.userId, taker.id), eq(clientEmail, '')) : undefined;
      const isMoved = or(at === 0 ? isOrphan : undefined, isFormer, isUnsent);
      if (changes.length === 0 || !isMoved) continue;
      moved.push(
        ...(await changedIds(
          tx,
          sql`update ${table} set ${sql.join(changes, sql`, `)}
            where ${table.companyId} = ${company.id} and ${isMoved}`,
        )),
      );
    }
    return moved;
  });
  if (Object.values(ids).every((moved) => moved.length === 0)) return { handed: {}, revoked: [] };
  // Includes documents whose links had ended before, because their new recipient has none.
  const revoked = await revokeDocumentLinks(tx, ids);
  const [payer] = payers;
  const email = company.email || payer?.email || '';
  return { handed: { handedTo: { clientId: payer?.id ?? null, email, ...ids } }, revoked };
}

/**
 * Changes a company that is locked with its records. Documents follow a change of email.
 *
 * @param did for the audit log, such as 'changed the billing data of Engines Ltd'
 * @param followsAccount true for an email that belongs to a member, and changes with the account
 * @returns the fields that differ, undefined without a change; and the records whose links were revoked, for `renewLinks`
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
    email === before.email ? {} : await readdress(tx, { ...before, email }, [before.email]);
  await recordAudit(tx, actor, {
    action: 'company.updated',
    about: aboutCompany(before.id),
    did,
    before: difference.before,
    after: { ...difference.after, ...(followsAccount && { followsAccount }), ...handed },
  });
  return { difference, revoked };
}
