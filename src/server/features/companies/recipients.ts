import { and, eq, isNull, or, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { CompanyRight } from '~/contract/companies/companies';
import { shownName } from '~/server/features/documents/clients';
import { revokeDocumentLinks } from '~/server/features/documents/links';
import { auditLog } from '~/server/platform/db/schema/audit';
import { companies } from '~/server/platform/db/schema/companies';
import { billingProfiles, users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import type { Transaction, UserRow } from './locks';

type InvoiceRow = typeof invoices.$inferSelect;

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

/**
 * Returns why a company's document cannot be sent to an email: no member may open it, or the email belongs to a member who
 * may not see documents. Undefined if it can be sent.
 */
export async function whyNotSent(
  tx: Pick<Transaction, 'select'>,
  { companyId, clientEmail }: { companyId: number | null; clientEmail: string },
): Promise<string | undefined> {
  if (companyId === null) return undefined;
  if (clientEmail === '') {
    return 'Nobody in the company may see its proposals and invoices. Please give a member that right, or enter an email of the company.';
  }
  const [member] = await tx
    .select()
    .from(users)
    .where(and(eq(users.companyId, companyId), eq(users.email, clientEmail.toLowerCase())));
  const maySee = member?.companyRights.includes('invoices') && member.disabledAt === null;
  if (!member || maySee) return undefined;
  return `${shownName(member)} may not see proposals and invoices of the company. Please give them that right, or enter an email of the company.`;
}

/** Rejects sending a company's document that nobody could open, or to a member who may not see it. @throws CONFLICT */
export async function rejectUnsendable(
  tx: Pick<Transaction, 'select'>,
  document: { companyId: number | null; clientEmail: string },
): Promise<void> {
  const why = await whyNotSent(tx, document);
  if (why) throw new AppError('CONFLICT', why);
}

/** Returns members with a right in a company, managers first, then by seniority. */
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

/**
 * Returns the email that an invoice goes to: its own, unless that has stopped being the client's, such as that of a member
 * who may not see invoices anymore, or an earlier one of the company or the account. The invoice is then addressed to the
 * current email, and its links are revoked.
 *
 * @returns '' without an email
 */
export async function currentRecipient(tx: Transaction, row: InvoiceRow): Promise<string> {
  const email = await emailOnRecord(tx, row);
  if (email === row.clientEmail) return email;
  const isOutdated = (await whyNotSent(tx, row)) !== undefined || (await wasReplaced(tx, row));
  if (!isOutdated) return row.clientEmail;
  // An invoice without a recipient keeps its email, because a disabled member may be enabled again.
  if (email === '') return '';
  await tx.update(invoices).set({ clientEmail: email }).where(eq(invoices.id, row.id));
  await revokeDocumentLinks(tx, { invoices: [row.id] });
  return email;
}

/** Returns where the client or company wants invoices now. */
async function emailOnRecord(tx: Transaction, { companyId, userId }: InvoiceRow): Promise<string> {
  if (companyId === null) {
    const [client] = await tx
      .select({ email: users.email, billing: billingProfiles.email })
      .from(users)
      .leftJoin(billingProfiles, eq(billingProfiles.userId, users.id))
      .where(eq(users.id, userId ?? ''));
    return client?.billing || client?.email || '';
  }
  const [company] = await tx.select().from(companies).where(eq(companies.id, companyId));
  const mailbox = company?.email ?? '';
  if (mailbox && !(await whyNotSent(tx, { companyId, clientEmail: mailbox }))) return mailbox;
  return (await payerOf(tx, companyId, userId))?.email ?? '';
}

/** Returns whether the email of an invoice is an earlier one of the record. An email that was typed for the invoice is not. */
async function wasReplaced(tx: Transaction, row: InvoiceRow): Promise<boolean> {
  const { clientEmail, companyId, userId, buyerOverrides } = row;
  if (clientEmail === '' || buyerOverrides.email?.toLowerCase() === clientEmail) return false;
  const ofClient = and(
    eq(auditLog.about, `user:${userId}`),
    sql`${auditLog.action} in ('user.email_changed', 'user.billing_changed')`,
  );
  const ofCompany = and(
    sql`${auditLog.about} in (with recursive parts(id) as (
        select ${companyId}::integer
        union select (merged.before ->> 'id')::integer from audit_log merged
          join parts on merged.about = 'company:' || parts.id where merged.action = 'company.merged'
      ) select 'company:' || id from parts)`,
    sql`${auditLog.action} in ('company.updated', 'company.left', 'company.merged')`,
  );
  const [replaced] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        companyId === null ? ofClient : or(ofClient, ofCompany),
        sql`lower(${auditLog.before} ->> 'email') = ${clientEmail}`,
      ),
    )
    .limit(1);
  return replaced !== undefined;
}
