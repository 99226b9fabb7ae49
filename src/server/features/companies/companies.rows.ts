import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';

import type { CompanyMember, OwnCompany } from '~/contract/companies/companies-schema';
import { shownName } from '~/server/features/documents/clients';
import type { Database } from '~/server/platform/db/client';
import { companyInvitations } from '~/server/platform/db/schema/companies';
import { users } from '~/server/platform/db/schema/identity';

type Reader = Pick<Database, 'select'>;

/** Returns the members of a company: managers first, then by name. */
export async function peopleOf(db: Reader, companyId: number): Promise<CompanyMember[]> {
  const rows = await db
    .select()
    .from(users)
    .where(eq(users.companyId, companyId))
    .orderBy(desc(users.isCompanyManager), asc(users.lastName), asc(users.id));
  return rows.map((row) => ({
    clientId: row.id,
    name: shownName(row),
    email: row.email,
    rights: row.companyRights,
    isManager: row.isCompanyManager,
  }));
}

/** Returns invitations that can still be accepted. */
export async function invitationsOf(
  db: Reader,
  companyId: number,
): Promise<NonNullable<OwnCompany['company']>['invitations']> {
  const rows = await db
    .select()
    .from(companyInvitations)
    .where(
      and(
        eq(companyInvitations.companyId, companyId),
        gt(companyInvitations.expiresAt, sql`now()`),
      ),
    )
    .orderBy(asc(companyInvitations.email));
  return rows.map(({ id, email, rights, isManager, invitedBy, expiresAt }) => ({
    id,
    email,
    rights,
    isManager,
    invitedBy,
    expiresAt: expiresAt.toISOString(),
  }));
}
