import { and, asc, eq, gt, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { nameMax } from '~/contract/common/limits';
import { type CompanyRight, invitationDays } from '~/contract/companies/companies';
import type {
  BillingProfile,
  BillingProfileFields,
  MemberInvitation,
  OwnCompany,
} from '~/contract/companies/companies-schema';
import type { Buyer } from '~/contract/documents/documents-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { shownName } from '~/server/features/documents/clients';
import { changed, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { companies, companyInvitations } from '~/server/platform/db/schema/companies';
import { billingProfiles } from '~/server/platform/db/schema/identity';
import type { Mailer } from '~/server/platform/mail/mailer';
import { buyerOnRecord } from './billing-profile';
import { invitationsOf, peopleOf } from './companies.rows';
import { type CompanyEmails, companyEmails } from './emails';
import {
  aboutCompany,
  changeRights,
  join,
  leave,
  lockAll,
  lockCompany,
  readdress,
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

  /** The company that the client manages. @throws FORBIDDEN for everybody else */
  async function managedBy(tx: Pick<Transaction, 'execute'>, user: CurrentUser): Promise<number> {
    const membership = await membershipOf(tx, user.id);
    if (!membership?.isManager) throw mayNot();
    return membership.companyId;
  }

  /** Changes the manager's company; nothing is changed where they were taken out at the same moment. */
  const asManager = (
    user: CurrentUser,
    work: (tx: Transaction, companyId: number) => Promise<void>,
  ) =>
    db.transaction(async (tx) => {
      const companyId = await managedBy(tx, user);
      await work(tx, companyId);
      if ((await managedBy(tx, user)) !== companyId) throw mayNot();
    });

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
          name: nameOrEmail(user),
          company: row.name,
          ...{ vatNumber, address, postcode, city, country, email, buyerReference },
          of: 'company',
          canEdit: membership.isManager,
        };
      }
    }
    const [own] = await db
      .select()
      .from(billingProfiles)
      .where(eq(billingProfiles.userId, user.id));
    if (own) {
      const { userId: _, updatedAt: __, ...fields } = own;
      return { ...fields, name: own.name || nameOrEmail(user), of: 'person', canEdit: true };
    }
    // What documents have said so far is where a profile begins; nothing is made out to an admin.
    const buyer: Buyer = user.isAdmin
      ? { name: nameOrEmail(user), email: user.email }
      : await buyerOnRecord(db, user.id);
    return {
      name: buyer.name,
      company: buyer.company ?? '',
      vatNumber: buyer.vatNumber || buyer.taxNumber || '',
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
     * Edits the company's profile, as its manager, or their own. Documents that were issued stay as they are; the agency is told, since the
     * next ones go there.
     *
     * @throws FORBIDDEN for a member who is no manager
     */
    async changeProfile(user: CurrentUser, fields: BillingProfileFields): Promise<BillingProfile> {
      const { name, company, ...rest } = fields;
      if (user.isAdmin) throw new AppError('FORBIDDEN', 'Nothing is made out to an admin.');
      const emails = companyEmails(await mailer.open());
      await db.transaction(async (tx) => {
        const membership = await membershipOf(tx, user.id);
        if (!membership) {
          await changeOwn(tx, user, fields, emails);
          return;
        }
        if (!membership.isManager) throw mayNot();
        const before = await lockAll(tx, membership.companyId);
        const after = { ...rest, name: company || before.name };
        const difference = changed(before, after);
        if (!difference) return;
        await tx
          .update(companies)
          .set({ ...after, updatedAt: new Date() })
          .where(eq(companies.id, before.id));
        await readdress(tx, { ...before, email: after.email });
        const about = aboutCompany(before.id);
        const whose = before.name;
        await record(tx, user, {
          action: 'company.updated',
          about,
          did: `changed the billing data of ${whose}`,
          ...difference,
        });
        await emails.profileChanged(tx, { about, by: nameOrEmail(user), whose, ...difference });
      });
      mailer.sendSoon();
      return profile(user);
    },

    /**
     * Invites somebody by email: they accept once they have signed in with it, since what is theirs becomes the company's. Who is
     * invited again gets another mail and these rights. The answer is the same whether or not the email has an account.
     */
    async invite(user: CurrentUser, invitation: MemberInvitation): Promise<OwnCompany> {
      const { email, rights, isManager = false } = invitation;
      const emails = companyEmails(await mailer.open());
      await asManager(user, async (tx, companyId) => {
        const company = await lockCompany(tx, companyId);
        const people = await peopleOf(tx, companyId);
        if (people.some((person) => person.email === email)) {
          const message = 'This person is already in your company';
          throw new AppError('CONFLICT', message, { issues: [{ path: 'email', message }] });
        }
        const row = {
          rights,
          isManager,
          invitedBy: nameOrEmail(user),
          invitedById: user.id,
          createdAt: new Date(),
          expiresAt: new Date(Date.now() + invitationDays * 86_400_000),
        };
        await tx
          .insert(companyInvitations)
          .values({ companyId, email, ...row })
          .onConflictDoUpdate({
            target: [companyInvitations.companyId, companyInvitations.email],
            set: row,
          });
        await record(tx, user, {
          action: 'company.invited',
          about: aboutCompany(companyId),
          did: `invited ${email} to ${company.name}`,
          after: { email, rights, isManager },
        });
        await emails.invite(tx, {
          company,
          email,
          invitedBy: nameOrEmail(user),
          inviterEmail: user.email,
          rights,
        });
      });
      mailer.sendSoon();
      return mine(user);
    },

    async revokeInvitation(user: CurrentUser, id: number): Promise<OwnCompany> {
      await asManager(user, async (tx, companyId) => {
        const [row] = await tx
          .delete(companyInvitations)
          .where(and(eq(companyInvitations.id, id), eq(companyInvitations.companyId, companyId)))
          .returning();
        if (!row) throw invitationGone();
        await record(tx, user, {
          action: 'company.invitation_revoked',
          about: aboutCompany(companyId),
          did: `withdrew the invitation of ${row.email}`,
        });
      });
      return mine(user);
    },

    /** Joins the company: the client's requests and documents become the company's. A repeat changes nothing. */
    async accept(user: CurrentUser, id: number): Promise<OwnCompany> {
      await db.transaction(async (tx) => {
        // Taken first, so that two clicks do not use it twice; it is there again where the rest fails.
        const [invitation] = await tx
          .delete(companyInvitations)
          .where(and(eq(companyInvitations.id, id), isLiveFor(user)))
          .returning();
        const membership = await membershipOf(tx, user.id);
        if (!invitation) {
          if (membership) return;
          throw invitationGone();
        }
        const { companyId, rights, isManager } = invitation;
        if (membership?.companyId === companyId) return;
        await join(tx, user, companyId, { clientId: user.id, rights, isManager });
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
      await asManager(user, (tx, companyId) => changeRights(tx, user, companyId, member));
      return mine(user);
    },

    /** Takes a member out; every client may leave themselves. */
    async removeMember(user: CurrentUser, clientId: string): Promise<OwnCompany> {
      if (clientId !== user.id) {
        await asManager(user, (tx, companyId) => leave(tx, user, companyId, clientId));
        return mine(user);
      }
      await db.transaction(async (tx) => {
        const membership = await membershipOf(tx, user.id);
        if (!membership) throw new AppError('NOT_FOUND', 'You are in no company');
        await leave(tx, user, membership.companyId, clientId);
      });
      return mine(user);
    },
  };
}

/** No longer than a form takes. */
const nameOrEmail = (user: CurrentUser) => shownName(user).slice(0, nameMax);

/** Good for as long as whoever invited is a manager of the company. */
const isLiveFor = ({ email }: CurrentUser) =>
  and(
    eq(companyInvitations.email, email),
    gt(companyInvitations.expiresAt, sql`now()`),
    // With names written out: in a statement on one table, columns come without it, and would be those of the inner one.
    sql`exists (select from users inviter where inviter.id = company_invitations.invited_by_id
      and inviter.company_id = company_invitations.company_id and inviter.is_company_manager)`,
  );

/** A client without a company changes where their documents are made out to. */
async function changeOwn(
  tx: Transaction,
  user: CurrentUser,
  fields: BillingProfileFields,
  emails: CompanyEmails,
): Promise<void> {
  const [before] = await tx
    .select()
    .from(billingProfiles)
    .where(eq(billingProfiles.userId, user.id))
    .for('update');
  const difference = changed(before ?? {}, fields);
  if (!difference) return;
  const row = { ...fields, updatedAt: new Date() };
  await tx
    .insert(billingProfiles)
    .values({ userId: user.id, ...row })
    .onConflictDoUpdate({ target: billingProfiles.userId, set: row });
  const about = `user:${user.id}`;
  await record(tx, user, {
    action: 'user.billing_changed',
    about,
    did: 'changed their billing data',
    ...difference,
  });
  await emails.profileChanged(tx, {
    about,
    by: nameOrEmail(user),
    whose: nameOrEmail(user),
    ...difference,
  });
}

export type Companies = ReturnType<typeof createCompanies>;
