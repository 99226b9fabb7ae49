import { and, eq, or, sql } from 'drizzle-orm';

import { revokeLinks } from '~/server/features/documents/links';
import { auditLog } from '~/server/platform/db/schema/audit';
import { companies } from '~/server/platform/db/schema/companies';
import { billingProfiles, users } from '~/server/platform/db/schema/identity';
import { invoices } from '~/server/platform/db/schema/invoices';
import type { Transaction } from './locks';
import { payerOf, whyNotSent } from './membership';

type InvoiceRow = typeof invoices.$inferSelect;

/**
 * Returns the email that an invoice goes to: its own, unless that has stopped being the client's, such as that of a member
 * who may not see invoices anymore, or an earlier one of the company or the account. The invoice is then addressed to the
 * current email, and its links are revoked.
 *
 * @returns '' without an email
 */
export async function currentRecipient(tx: Transaction, row: InvoiceRow): Promise<string> {
  const isOutdated = (await whyNotSent(tx, row)) !== undefined || (await isFormer(tx, row));
  if (!isOutdated) return row.clientEmail;
  const email = await emailOnRecord(tx, row);
  // Without anyone, it keeps its email: a disabled member may be enabled again.
  if (email === '' || email === row.clientEmail) return email;
  await tx.update(invoices).set({ clientEmail: email }).where(eq(invoices.id, row.id));
  await revokeLinks(tx, {
    invoice: [row],
    ...{ proposal: [], quote: [], message: [], testimonial: [], page: [] },
  });
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

/** Returns whether its email was replaced on the record since. One that was typed for this invoice still counts. */
async function isFormer(tx: Transaction, row: InvoiceRow): Promise<boolean> {
  const { clientEmail, companyId, userId, buyerOverrides } = row;
  if (clientEmail === '' || buyerOverrides.email?.toLowerCase() === clientEmail) return false;
  if (clientEmail === (await emailOnRecord(tx, row))) return false;
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
