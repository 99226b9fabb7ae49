import { and, asc, eq, gt, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import { nameMax } from '~/contract/common/limits';
import { type CompanyRight, invitationDays } from '~/contract/companies/companies';
import type {
  BillingProfile,
  BillingProfileChanges,
  MemberInvitation,
  OwnCompany,
} from '~/contract/companies/companies-schema';
import type { Buyer } from '~/contract/documents/documents-schema';
import type { SignedInCaller } from '~/contract/identity/api-keys';
import type { SendCodeAnswer } from '~/contract/identity/identity';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { shownName } from '~/server/features/documents/clients';
import type { DocumentLinks } from '~/server/features/documents/links';
import { rejectAfterEmailChange } from '~/server/features/identity/email-reversions';
import type { Identity } from '~/server/features/identity/identity.service';
import { rejectEndedSession } from '~/server/features/identity/live-session';
import type { From } from '~/server/features/identity/signed-in';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { companies, companyInvitations } from '~/server/platform/db/schema/companies';
import { billingProfiles } from '~/server/platform/db/schema/identity';
import type { Mailer } from '~/server/platform/mail/mailer';
import type { RateLimits } from '~/server/platform/rate-limit/rate-limits';
import {
  buyerOnRecord,
  changeOwnProfile,
  checkRecordVat,
  endOwnEmail,
  ownProfileOf,
} from './billing-profile';
import { invitationsOf, peopleOf } from './companies.rows';
import { aboutCompany } from './company-records';
import { companyEmails } from './emails';
import { rejectOutdated } from './expected-values';
import {
  type CompanyRow,
  lockAll,
  lockBoth,
  lockCompany,
  lockMember,
  lockWithEmail,
  type Transaction,
} from './locks';
import { changeRights, join, leave, leavesWithBrought, rejectUngranted } from './membership';
import { type Membership, membershipOf } from './ownership';
import { changeCompany } from './readdress';
import { renewLinks } from './renew-links';

const invitationGone = () =>
  new AppError(
    'NOT_FOUND',
    'This invitation was withdrawn or has expired. Please ask for a new one.',
  );

const mayNot = () =>
  new AppError('FORBIDDEN', 'Only a manager of your company can do this. Please ask one of them.');

const mayNotRedirect = () => {
  const message =
    'Changing where invoices are sent takes the right to see proposals and invoices. Another manager or we can.';
  return new AppError('FORBIDDEN', message, { issues: [{ path: 'email', message }] });
};

const codePurpose = 'company_invitation';

/** Lets clients see and change their company and their billing profile. */
export function createCompanies(
  db: Database,
  options: {
    mailer: Mailer;
    identity: Pick<Identity, 'sendOwnCode' | 'redeemOwnCode'>;
    links: Pick<DocumentLinks, 'mailed'>;
    getTimeZone(): Promise<string>;
    rateLimits: Pick<RateLimits, 'consumeIn'>;
  },
) {
  const { mailer, identity, links, rateLimits } = options;

  /** Returns the membership of a manager. @throws FORBIDDEN for everyone else */
  async function managedBy(
    tx: Pick<Transaction, 'execute'>,
    user: CurrentUser,
  ): Promise<Membership> {
    const membership = await membershipOf(tx, user.id);
    if (!membership?.isManager) throw mayNot();
    return membership;
  }

  /**
   * Changes the manager's company. Checks the role while holding the lock that every change of members acquires, so
   * that a manager who is removed at the same moment changes nothing.
   *
   * @param lock `lockAll` if records change as well
   */
  const asManager = (
    user: SignedInCaller,
    lock: (tx: Transaction, companyId: number) => Promise<CompanyRow>,
    work: (tx: Transaction, company: CompanyRow, own: Membership) => Promise<void>,
  ) =>
    db.transaction(async (tx) => {
      const { companyId } = await managedBy(tx, user);
      const company = await lock(tx, companyId);
      await rejectEndedSession(tx, user);
      const own = await managedBy(tx, user);
      if (own.companyId !== companyId) throw mayNot();
      await work(tx, company, own);
    });

  async function rejectAfterChange(user: CurrentUser): Promise<void> {
    if (user.isAdmin) throw new AppError('FORBIDDEN', 'Admins join no company.');
    await rejectAfterEmailChange(db, user.id, await options.getTimeZone());
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
              leavesWithBrought: await leavesWithBrought(db, user.id),
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

  async function profile(
    user: CurrentUser,
    reader: Pick<Transaction, 'select' | 'insert' | 'execute'> = db,
  ): Promise<BillingProfile> {
    const membership = await membershipOf(reader, user.id);
    if (membership) {
      const [row] = await reader
        .select()
        .from(companies)
        .where(eq(companies.id, membership.companyId));
      if (row) {
        const { vatNumber, address, postcode, city, country, email, buyerReference } = row;
        return {
          name: nameOrEmail(user),
          company: row.name,
          ...{ vatNumber, address, postcode, city, country, email, buyerReference },
          companyId: row.id,
          canEdit: membership.isManager,
        };
      }
    }
    const [own] = await reader
      .select()
      .from(billingProfiles)
      .where(eq(billingProfiles.userId, user.id));
    if (own) {
      const { userId: _, updatedAt: __, ...fields } = own;
      return { ...fields, name: own.name || nameOrEmail(user), companyId: null, canEdit: true };
    }
    // A new profile is prefilled from past documents. Admins have no documents as clients.
    const buyer: Buyer = user.isAdmin
      ? { name: nameOrEmail(user), email: user.email }
      : await buyerOnRecord(reader, user.id);
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
      companyId: null,
      canEdit: true,
    };
  }

  return {
    mine,
    profile: (user: CurrentUser) => profile(user),

    /**
     * Edits the profile of the company if the caller is its manager, otherwise the client's own. Issued documents do
     * not change. The agency is notified, because it will send the next documents to the new email.
     *
     * @throws FORBIDDEN for a member who is not a manager, and for another email without the right to see documents;
     * CONFLICT if the profile no longer has the expected values; TOO_MANY_REQUESTS after many changes of the email that
     * revoked links
     */
    async changeProfile(
      user: SignedInCaller,
      changes: BillingProfileChanges,
    ): Promise<BillingProfile> {
      if (user.isAdmin) throw new AppError('FORBIDDEN', 'Nothing is made out to an admin.');
      const open = await mailer.open();
      const emails = companyEmails(open);
      if (await membershipOf(db, user.id)) {
        await asManager(user, lockAll, async (tx, before, own) => {
          rejectOutdated(await profile(user, tx), changes);
          const { name: _, company, expected: __, ...rest } = changes;
          checkRecordVat(before, rest);
          const isElsewhere = rest.email !== undefined && rest.email !== before.email;
          if (isElsewhere && !own.rights.includes('invoices')) throw mayNotRedirect();
          const fields = { ...rest, name: company || before.name };
          const whose = before.name;
          const did = `changed the billing data of ${whose}`;
          await endOwnEmail(tx, user, user, { company: before, email: fields.email });
          const { difference, revoked } = await changeCompany(tx, user, before, { fields, did });
          if (!difference) return;
          const about = aboutCompany(before.id);
          if (revoked.length > 0) await rateLimits.consumeIn(tx, 'billingEmails', about);
          await renewLinks(tx, { links, open }, revoked);
          await emails.profileChanged(tx, { about, by: nameOrEmail(user), whose, ...difference });
        });
      } else {
        await db.transaction(async (tx) => {
          const { client, company } = await lockWithEmail(tx, user.id);
          await rejectEndedSession(tx, user);
          if (company) throw justJoined();
          rejectOutdated(await profile(user, tx), changes);
          const { expected: _, ...fields } = changes;
          checkRecordVat((await ownProfileOf(tx, user.id)) ?? {}, fields);
          const change = { fields, did: 'changed their billing data' };
          const { difference, revoked } = await changeOwnProfile(tx, user, client, change);
          if (!difference) return;
          const about = `user:${user.id}`;
          if (revoked.length > 0) await rateLimits.consumeIn(tx, 'billingEmails', about);
          await renewLinks(tx, { links, open }, revoked);
          const by = nameOrEmail(user);
          await emails.profileChanged(tx, { about, by, whose: by, ...difference });
        });
      }
      mailer.sendSoon();
      return profile(user);
    },

    /**
     * Invites a person by email. The person must sign in with this email to accept, because their records then belong
     * to the company. A repeated invitation sends another email with the new rights. The response does not reveal
     * whether the email has an account.
     *
     * @throws CONFLICT for a right that the manager lacks
     */
    async invite(user: SignedInCaller, invitation: MemberInvitation): Promise<OwnCompany> {
      const { email, rights, isManager = false } = invitation;
      const emails = companyEmails(await mailer.open());
      await asManager(user, lockCompany, async (tx, company, own) => {
        rejectUngranted(rights, own.rights);
        const people = await peopleOf(tx, company.id);
        if (people.some((person) => person.email === email)) {
          const message = 'This person is already in your company';
          throw new AppError('CONFLICT', message, { issues: [{ path: 'email', message }] });
        }
        const row = {
          rights,
          isManager,
          invitedBy: nameOrEmail(user),
          invitedById: user.id,
          // Time at which the locks were acquired. It is later than the start of a concurrent change of email that this
          // transaction waited for.
          createdAt: sql`clock_timestamp()`,
          expiresAt: sql`now() + make_interval(days => ${invitationDays})`,
        };
        await tx
          .insert(companyInvitations)
          .values({ companyId: company.id, email, ...row })
          .onConflictDoUpdate({
            target: [companyInvitations.companyId, companyInvitations.email],
            set: { ...row, createdAt: decidedAt },
          });
        await recordAudit(tx, user, {
          action: 'company.invited',
          about: aboutCompany(company.id),
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

    async revokeInvitation(user: SignedInCaller, id: number): Promise<OwnCompany> {
      await asManager(user, lockCompany, async (tx, company) => {
        const [row] = await tx
          .delete(companyInvitations)
          .where(and(eq(companyInvitations.id, id), eq(companyInvitations.companyId, company.id)))
          .returning();
        if (!row) throw invitationGone();
        await recordAudit(tx, user, {
          action: 'company.invitation_revoked',
          about: aboutCompany(company.id),
          did: `withdrew the invitation of ${row.email}`,
        });
      });
      return mine(user);
    },

    /**
     * Sends the code that accepts an invitation. A session alone is not enough, because accepting transfers the
     * client's records to the company.
     *
     * @returns the response, and the cookie of the code
     * @throws CONFLICT for a client whose email has just changed
     */
    async sendCode(
      user: CurrentUser,
      from: From,
    ): Promise<{ answer: SendCodeAnswer; codeBrowser: string }> {
      await rejectAfterChange(user);
      return identity.sendOwnCode(user, codePurpose, from);
    },

    /**
     * Joins the company: the client's requests and documents become the company's, and the client gets an email. A repeated
     * call changes nothing.
     *
     * @throws UNAUTHORIZED for a wrong code, CONFLICT for a client whose email has just changed
     */
    async accept(
      user: SignedInCaller,
      { id, otp }: { id: number; otp: string },
      from: From,
    ): Promise<OwnCompany> {
      const [invited] = await db.select().from(companyInvitations).where(isInvited(user, id));
      if (!invited) {
        if (await membershipOf(db, user.id)) return mine(user);
        throw invitationGone();
      }
      await rejectAfterChange(user);
      await identity.redeemOwnCode(user, { purpose: codePurpose, otp }, from);
      const open = await mailer.open();
      const emails = companyEmails(open);
      const timeZone = await options.getTimeZone();
      await db.transaction(async (tx) => {
        const { company, client } = await lockBoth(tx, invited.companyId, user.id);
        await rejectEndedSession(tx, user);
        if (client.companyId === company.id) return;
        await rejectAfterEmailChange(tx, user.id, timeZone);
        const [invitation] = await tx
          .delete(companyInvitations)
          .where(isInvited(client, id))
          .returning();
        const inviter = invitation && (await membershipOf(tx, invitation.invitedById));
        if (!invitation || !inviter) throw invitationGone();
        const { isManager, invitedBy } = invitation;
        const rights = invitation.rights.filter((right) => inviter.rights.includes(right));
        const { brought, revoked } = await join(
          tx,
          user,
          company.id,
          { clientId: user.id, rights, isManager },
          invitation,
        );
        await renewLinks(tx, { links, open }, revoked);
        await emails.joined(tx, { client, company, invitedBy, brought });
      });
      mailer.sendSoon();
      return mine(user);
    },

    async decline(user: SignedInCaller, id: number): Promise<OwnCompany> {
      await db.transaction(async (tx) => {
        await rejectEndedSession(tx, user);
        await tx
          .delete(companyInvitations)
          .where(and(eq(companyInvitations.id, id), eq(companyInvitations.email, user.email)));
      });
      return mine(user);
    },

    async setRights(
      user: SignedInCaller,
      member: { clientId: string; rights: CompanyRight[]; isManager?: boolean | undefined },
    ): Promise<OwnCompany> {
      const open = await mailer.open();
      await asManager(user, lockAll, async (tx, company, own) => {
        const revoked = await changeRights(tx, user, company.id, member, own.rights);
        if (revoked.length > 0) await rateLimits.consumeIn(tx, 'companyLinks', String(company.id));
        await renewLinks(tx, { links, open }, revoked);
      });
      mailer.sendSoon();
      return mine(user);
    },

    /** Removes a member. Every client may leave their own company. */
    async removeMember(user: SignedInCaller, clientId: string): Promise<OwnCompany> {
      const open = await mailer.open();
      const takeOut = async (tx: Transaction, companyId: number) =>
        renewLinks(tx, { links, open }, await leave(tx, user, companyId, clientId));
      if (clientId !== user.id) {
        await asManager(user, lockAll, (tx, company) => takeOut(tx, company.id));
      } else {
        await db.transaction(async (tx) => {
          const membership = await membershipOf(tx, user.id);
          if (!membership) throw new AppError('NOT_FOUND', 'You are in no company');
          await lockMember(tx, membership.companyId, user.id);
          await rejectEndedSession(tx, user);
          await takeOut(tx, membership.companyId);
        });
      }
      mailer.sendSoon();
      return mine(user);
    },
  };
}

const justJoined = () =>
  new AppError('CONFLICT', 'You are in a company now. Please reload the page.');

/** Returns a client's name or email, truncated to the maximum length of a form field. */
const nameOrEmail = (user: CurrentUser) => shownName(user).slice(0, nameMax);

/** Keeps the time of an open invitation if the same sender repeats it unchanged, because this is not a new decision. */
const decidedAt = sql`case
  when company_invitations.expires_at > now()
    and (company_invitations.invited_by_id, company_invitations.rights, company_invitations.is_manager)
      = (excluded.invited_by_id, excluded.rights, excluded.is_manager)
  then company_invitations.created_at else excluded.created_at end`;

/** Matches unexpired invitations to an email whose sender is still a manager of the company. */
const isLiveFor = ({ email }: { email: string }) =>
  and(
    eq(companyInvitations.email, email),
    gt(companyInvitations.expiresAt, sql`now()`),
    // Qualifies column names explicitly. Drizzle omits table names in a statement on a single table, so the columns
    // would refer to the subquery's table.
    sql`exists (select from users inviter where inviter.id = company_invitations.invited_by_id
      and inviter.company_id = company_invitations.company_id and inviter.is_company_manager)`,
  );

const isInvited = (client: { email: string }, id: number) =>
  and(eq(companyInvitations.id, id), isLiveFor(client));

export type Companies = ReturnType<typeof createCompanies>;
