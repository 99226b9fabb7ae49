import { and, asc, eq, gt, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { type CompanyRight, invitationDays } from '~/contract/companies/companies';
import type {
  BillingProfile,
  BillingProfileFields,
  MemberInvitation,
  OwnCompany,
} from '~/contract/companies/companies-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { fullName } from '~/server/features/documents/clients';
import { changed, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { companies, companyInvitations } from '~/server/platform/db/schema/companies';
import { billingProfiles, users } from '~/server/platform/db/schema/identity';
import type { Mailer } from '~/server/platform/mail/mailer';
import { nextBuyerOf } from './billing-profile';
import { invitationsOf, peopleOf } from './companies.rows';
import { companyEmails } from './emails';
import {
  aboutCompany,
  type CompanyRow,
  join,
  leave,
  lockCompany,
  type Transaction,
} from './membership';
import { membershipOf } from './ownership';

const invitationGone = () =>
  new AppError(
    'NOT_FOUND',
    'This invitation was withdrawn or has expired. Please ask for a new one.',
  );

const mayNot = () =>
  new AppError('FORBIDDEN', 'Only a manager of your company can do this. Please ask one of them.');

/** What clients see and change of their company, and of where their documents are made out to. */
export function createCompanies(db: Database, options: { mailer: Mailer }) {
  const { mailer } = options;

  /** The manager's company, locked. @throws FORBIDDEN for everybody else */
  async function managed(tx: Transaction, user: CurrentUser): Promise<CompanyRow> {
    const membership = await membershipOf(tx, user.id);
    if (!membership?.isManager) throw mayNot();
    const company = await lockCompany(tx, membership.companyId);
    // They may have been taken out before the lock.
    const now = await membershipOf(tx, user.id);
    if (!now?.isManager || now.companyId !== company.id) throw mayNot();
    return company;
  }

  async function mine(user: CurrentUser): Promise<OwnCompany> {
    const membership = await membershipOf(db, user.id);
    const [company] = membership
      ? await db.select().from(companies).where(eq(companies.id, membership.companyId))
      : [];
    const isManager = membership?.isManager ?? false;
    const invited = company
      ? []
      : await db
          .select({ invitation: companyInvitations, company: companies.name })
          .from(companyInvitations)
          .innerJoin(companies, eq(companies.id, companyInvitations.companyId))
          .where(isLiveFor(user))
          .orderBy(asc(companyInvitations.id));
    return {
      company:
        company && membership
          ? {
              id: company.id,
              name: company.name,
              rights: [...membership.rights],
              isManager,
              people: isManager ? await peopleOf(db, company.id) : [],
              invitations: isManager ? await invitationsOf(db, company.id) : [],
            }
          : null,
      invitations: invited.map((row) => ({
        id: row.invitation.id,
        company: row.company,
        invitedBy: row.invitation.invitedBy,
        rights: row.invitation.rights,
      })),
    };
  }

  async function profile(user: CurrentUser): Promise<BillingProfile> {
    const membership = await membershipOf(db, user.id);
    if (membership) {
      const [row] = await db.select().from(companies).where(eq(companies.id, membership.companyId));
      if (row) {
        const { vatNumber, address, postcode, city, country, email, buyerReference } = row;
        return {
          name: fullName(user),
          company: row.name,
          ...{ vatNumber, address, postcode, city, country, email, buyerReference },
          of: 'company',
          canEdit: membership.isManager || membership.rights.includes('invoices'),
        };
      }
    }
    const [own] = await db
      .select()
      .from(billingProfiles)
      .where(eq(billingProfiles.userId, user.id));
    if (own) {
      const { userId: _, updatedAt: __, ...fields } = own;
      return { ...fields, of: 'person', canEdit: true };
    }
    // What documents have said so far is where a profile begins.
    const buyer = await nextBuyerOf(db, user.id);
    return {
      name: buyer.name,
      company: buyer.company ?? '',
      vatNumber: buyer.taxNumber ?? '',
      address: buyer.address ?? '',
      postcode: buyer.postcode ?? '',
      city: buyer.city ?? '',
      country: buyer.country ?? '',
      email: buyer.email.toLowerCase() === user.email ? '' : buyer.email,
      buyerReference: buyer.buyerReference ?? '',
      of: 'person',
      canEdit: true,
    };
  }

  return {
    mine,
    profile,

    /**
     * Edits the company's profile, where the client may, or their own. Documents that were issued stay as they are.
     *
     * @throws FORBIDDEN for a member without the right
     */
    async changeProfile(user: CurrentUser, fields: BillingProfileFields): Promise<BillingProfile> {
      const { name, company, ...rest } = fields;
      await db.transaction(async (tx) => {
        const membership = await membershipOf(tx, user.id);
        if (!membership) {
          const row = { ...fields, updatedAt: new Date() };
          await tx
            .insert(billingProfiles)
            .values({ userId: user.id, ...row })
            .onConflictDoUpdate({ target: billingProfiles.userId, set: row });
          return;
        }
        if (!membership.isManager && !membership.rights.includes('invoices')) throw mayNot();
        const before = await lockCompany(tx, membership.companyId);
        const after = { ...rest, name: company || before.name };
        const difference = changed(before, after);
        if (!difference) return;
        await tx
          .update(companies)
          .set({ ...after, updatedAt: new Date() })
          .where(eq(companies.id, before.id));
        await record(tx, user, {
          action: 'company.updated',
          about: aboutCompany(before.id),
          did: `changed the billing data of ${before.name}`,
          ...difference,
        });
      });
      return profile(user);
    },

    /**
     * Invites somebody by email: they accept once they have signed in with it, since what is theirs becomes the company's. Who is
     * invited again gets another mail and these rights. The answer is the same whether or not the email has an account.
     */
    async invite(user: CurrentUser, invitation: MemberInvitation): Promise<OwnCompany> {
      const { email, rights, isManager = false } = invitation;
      const emails = companyEmails(await mailer.open());
      await db.transaction(async (tx) => {
        const company = await managed(tx, user);
        const people = await peopleOf(tx, company.id);
        if (people.some((person) => person.email === email)) {
          const message = 'This person is in your company already';
          throw new AppError('CONFLICT', message, { issues: [{ path: 'email', message }] });
        }
        const row = {
          rights,
          isManager,
          invitedBy: fullName(user),
          createdAt: new Date(),
          expiresAt: new Date(Date.now() + invitationDays * 86_400_000),
        };
        await tx
          .insert(companyInvitations)
          .values({ companyId: company.id, email, ...row })
          .onConflictDoUpdate({
            target: [companyInvitations.companyId, companyInvitations.email],
            set: row,
          });
        await record(tx, user, {
          action: 'company.invited',
          about: aboutCompany(company.id),
          did: `invited ${email} to ${company.name}`,
          after: { email, rights, isManager },
        });
        await emails.invite(tx, { company, email, invitedBy: fullName(user), rights });
      });
      mailer.sendSoon();
      return mine(user);
    },

    async revokeInvitation(user: CurrentUser, id: number): Promise<OwnCompany> {
      await db.transaction(async (tx) => {
        const company = await managed(tx, user);
        const [row] = await tx
          .delete(companyInvitations)
          .where(and(eq(companyInvitations.id, id), eq(companyInvitations.companyId, company.id)))
          .returning();
        if (!row) throw invitationGone();
        await record(tx, user, {
          action: 'company.invitation_revoked',
          about: aboutCompany(company.id),
          did: `withdrew the invitation of ${row.email} to ${company.name}`,
        });
      });
      return mine(user);
    },

    /** Joins the company: the client's requests and documents become the company's. */
    async accept(user: CurrentUser, id: number): Promise<OwnCompany> {
      await db.transaction(async (tx) => {
        const [found] = await tx
          .select()
          .from(companyInvitations)
          .where(and(eq(companyInvitations.id, id), isLiveFor(user)));
        if (!found) throw invitationGone();
        const company = await lockCompany(tx, found.companyId);
        // As it is now: it may have been withdrawn or changed before the lock.
        const [invitation] = await tx
          .select()
          .from(companyInvitations)
          .where(and(eq(companyInvitations.id, id), isLiveFor(user)));
        if (!invitation) throw invitationGone();
        const { rights, isManager } = invitation;
        await join(tx, user, company, { clientId: user.id, rights, isManager });
      });
      return mine(user);
    },

    async decline(user: CurrentUser, id: number): Promise<OwnCompany> {
      await db
        .delete(companyInvitations)
        .where(and(eq(companyInvitations.id, id), eq(companyInvitations.email, user.email)));
      return mine(user);
    },

    async setRights(
      user: CurrentUser,
      member: { clientId: string; rights: CompanyRight[]; isManager?: boolean | undefined },
    ): Promise<OwnCompany> {
      await db.transaction(async (tx) => {
        const company = await managed(tx, user);
        await refuseStranger(tx, company, member.clientId);
        if (member.clientId === user.id && member.isManager === false) throw lastWord();
        await join(tx, user, company, {
          clientId: member.clientId,
          rights: member.rights,
          isManager: member.isManager ?? false,
        });
      });
      return mine(user);
    },

    /** Takes a member out; every client may leave themselves. */
    async removeMember(user: CurrentUser, clientId: string): Promise<OwnCompany> {
      await db.transaction(async (tx) => {
        if (clientId !== user.id) {
          const company = await managed(tx, user);
          await leave(tx, user, company, clientId);
          return;
        }
        const membership = await membershipOf(tx, user.id);
        if (!membership) throw new AppError('NOT_FOUND', 'You are in no company');
        await leave(tx, user, await lockCompany(tx, membership.companyId), clientId);
      });
      return mine(user);
    },
  };
}

const lastWord = () =>
  new AppError('CONFLICT', 'You cannot take your own role away. Another manager or we can.');

/** @throws NOT_FOUND for who is no member, whether or not there is such a client */
async function refuseStranger(tx: Transaction, company: CompanyRow, clientId: string) {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, clientId), eq(users.companyId, company.id)));
  if (!row) throw new AppError('NOT_FOUND', 'This person is not in your company');
}

const isLiveFor = ({ email }: CurrentUser) =>
  and(eq(companyInvitations.email, email), gt(companyInvitations.expiresAt, sql`now()`));

export type Companies = ReturnType<typeof createCompanies>;
