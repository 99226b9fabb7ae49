import { and, asc, eq, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';

import { dateInWords } from '~/contract/common/date-words';
import { dateIn } from '~/contract/common/dates';
import { AppError } from '~/contract/common/errors';
import { deletionDays } from '~/contract/personal-data/personal-data';
import type { Deletion } from '~/contract/personal-data/personal-data-schema';
import { isLiveSubscription } from '~/server/features/billing/figures';
import { renewLinks } from '~/server/features/companies/renew-links';
import type { DocumentLinks } from '~/server/features/documents/links';
import { rejectAfterEmailChange } from '~/server/features/identity/email-reversions';
import type { UserRow } from '~/server/features/identity/users';
import { recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { companies } from '~/server/platform/db/schema/companies';
import { users } from '~/server/platform/db/schema/identity';
import { mails } from '~/server/platform/db/schema/mail';
import type { Mailer } from '~/server/platform/mail/mailer';
import {
  type Asker,
  aboutClient,
  actorOf,
  adminNameOf,
  clientIdOf,
  lockClient,
  personOf,
  type Transaction,
} from './clients';
import { goodbye, type OpenBusiness, personalDataEmails } from './emails';
import { erase } from './erase';

export const toDeletion = ({ deletionDueAt, deletionBy }: UserRow): Deletion | null =>
  deletionDueAt && { dueAt: deletionDueAt.toISOString(), by: deletionBy };

const whoOf = (by: string) => by || 'The client';

/**
 * Deletes clients' data a week after the request. Until then, the account works and the deletion can be canceled.
 * Afterwards, it can no longer be canceled, so that no deletion stops halfway.
 */
export function createDeletions(
  db: Database,
  options: {
    mailer: Mailer;
    links: Pick<DocumentLinks, 'mailed'>;
    /** Ends all charges to a client. Rejects if this is not possible. */
    endBilling(clientId: string): Promise<void>;
    getTimeZone(): Promise<string>;
    onFailure(client: string, error: unknown): void;
  },
) {
  const { mailer, links, endBilling, getTimeZone } = options;

  async function eraseOne(id: string): Promise<void> {
    // Ends the charges before the transaction, so that nothing is deleted while Stripe is unreachable.
    await endBilling(id);
    const open = await mailer.open();
    const emails = personalDataEmails(open);
    await db.transaction(async (tx) => {
      const agency = { email: open.agencyEmail, name: open.name };
      const { client, revoked } = await erase(tx, id, agency);
      await emails.done(tx, { email: client.email });
      await renewLinks(tx, { links, open }, revoked);
    });
    mailer.sendSoon();
  }

  /** Returns whether another instance has already deleted the client. */
  async function isErased(id: string): Promise<boolean> {
    const [row] = await db.select({ at: users.deletedAt }).from(users).where(eq(users.id, id));
    return row?.at instanceof Date;
  }

  /** Deletes the last emails to deleted clients a day after they were sent. */
  async function deleteLastEmails(): Promise<void> {
    await db
      .delete(mails)
      .where(
        and(
          eq(mails.about, goodbye),
          or(lt(mails.sentAt, sql`now() - interval '1 day'`), isNotNull(mails.deadAt)),
        ),
      );
  }

  return {
    /**
     * Schedules the deletion, and notifies the client and the agency.
     *
     * @throws CONFLICT if it is already scheduled, or for a client whose email has just changed; NOT_FOUND for an unknown
     * client
     */
    async plan(asker: Asker): Promise<Deletion> {
      const emails = personalDataEmails(await mailer.open());
      const timeZone = await getTimeZone();
      const by = adminNameOf(asker);
      const planned = await db.transaction(async (tx) => {
        const before = await lockClient(tx, clientIdOf(asker));
        if ('client' in asker) await rejectAfterEmailChange(tx, before.id, timeZone);
        if (before.deletionDueAt) {
          const day = dateInWords(dateIn(timeZone, before.deletionDueAt));
          const message = `${whoOf(before.deletionBy)} already requested this. The deletion happens on ${day}.`;
          throw new AppError('CONFLICT', message);
        }
        const [row] = await tx
          .update(users)
          .set({
            deletionDueAt: sql`date_trunc('milliseconds', now() + make_interval(days => ${deletionDays}))`,
            deletionBy: by,
            updatedAt: new Date(),
          })
          .where(eq(users.id, before.id))
          .returning();
        const deletion = row && toDeletion(row);
        if (!deletion) throw new Error('a deletion was not planned');
        const person = personOf(row);
        const dueOn = dateIn(timeZone, new Date(deletion.dueAt));
        await recordAudit(tx, actorOf(asker), {
          action: 'user.deletion_planned',
          about: aboutClient(row.id),
          did: by
            ? `asked for the deletion of ${person.name} on ${dateInWords(dueOn)}`
            : `asked for the deletion of their account on ${dateInWords(dueOn)}`,
          after: { dueAt: deletion.dueAt },
        });
        const open = await openBusinessOf(tx, row);
        await emails.planned(tx, person, { dueOn, by });
        await emails.noticePlanned(tx, person, { dueOn, by, open });
        return deletion;
      });
      mailer.sendSoon();
      return planned;
    },

    /** Cancels the deletion. @throws CONFLICT if none is scheduled, or if it is due */
    async keep(asker: Asker): Promise<void> {
      const emails = personalDataEmails(await mailer.open());
      const by = adminNameOf(asker);
      await db.transaction(async (tx) => {
        const row = await lockClient(tx, clientIdOf(asker));
        if (!row.deletionDueAt) {
          throw new AppError('CONFLICT', 'No deletion is scheduled, or it was already canceled.');
        }
        const [kept] = await tx
          .update(users)
          .set({ deletionDueAt: null, deletionBy: '', updatedAt: new Date() })
          .where(and(eq(users.id, row.id), sql`${users.deletionDueAt} > now()`))
          .returning({ id: users.id });
        if (!kept) {
          throw new AppError(
            'CONFLICT',
            'This account is already being deleted and can’t be kept.',
          );
        }
        await recordAudit(tx, actorOf(asker), {
          action: 'user.deletion_stopped',
          about: aboutClient(row.id),
          did: by ? `stopped the deletion of ${personOf(row).name}` : 'kept their account',
          before: { dueAt: row.deletionDueAt.toISOString() },
        });
        await emails.stopped(tx, personOf(row), { by });
        await emails.noticeStopped(tx, personOf(row), { by });
      });
      mailer.sendSoon();
    },

    /** Returns the companies that would lose their only manager or their only member. */
    companiesOf: (userId: string) => companiesLeftBy(db, userId),

    /**
     * Deletes the data of all due clients, each in a separate transaction, so that one who cannot be deleted yet does
     * not stop the others. The next run retries.
     *
     * @returns the result as text
     * @throws Error if some could not be deleted
     */
    async runJob(): Promise<string> {
      const due = await db
        .select({ id: users.id })
        .from(users)
        .where(and(lte(users.deletionDueAt, sql`now()`), isNull(users.deletedAt)))
        .orderBy(asc(users.deletionDueAt));
      const failures: unknown[] = [];
      let done = 0;
      await deleteLastEmails();
      for (const { id } of due) {
        try {
          await eraseOne(id);
          done += 1;
        } catch (error) {
          if (await isErased(id)) continue;
          options.onFailure(id, error);
          failures.push(error);
        }
      }
      if (failures.length > 0) {
        throw new AggregateError(failures, `${failures.length} clients could not be deleted yet`);
      }
      return done > 0 ? `Deleted ${done} clients.` : '';
    },
  };
}

type Reader = Pick<Database, 'select' | 'execute'>;

async function companiesLeftBy(tx: Reader, userId: string): Promise<OpenBusiness['companies']> {
  const [own] = await tx
    .select({ id: companies.id, name: companies.name, isManager: users.isCompanyManager })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.id, userId));
  if (!own) return [];
  const others = await tx
    .select({ isManager: users.isCompanyManager })
    .from(users)
    .where(and(eq(users.companyId, own.id), ne(users.id, userId), isNull(users.disabledAt)));
  const isLastMember = others.length === 0;
  const isLastManager = own.isManager && !others.some(({ isManager }) => isManager);
  return isLastMember || isLastManager ? [{ name: own.name, isLastMember }] : [];
}

async function openBusinessOf(tx: Transaction, { id }: UserRow): Promise<OpenBusiness> {
  const [counts] = await tx.execute<Omit<OpenBusiness, 'companies' | 'ofCompany'>>(sql`
    select
      (select count(*)::int from service_requests where user_id = ${id} and company_id is null
        and status not in ('completed', 'cancelled')) as requests,
      (select count(*)::int from invoices where user_id = ${id} and company_id is null and status = 'draft'
        and not exists (select from proposals where proposals.id = proposal_id and proposals.status = 'accepted')) as drafts,
      (select count(*)::int from invoices where user_id = ${id} and company_id is null and status = 'open') as unpaid,
      exists (select from subscriptions where user_id = ${id} and ${isLiveSubscription}) as "hasPlan"`);
  const none = { requests: 0, drafts: 0, unpaid: 0, hasPlan: false };
  const [ofCompany] = await tx.execute<NonNullable<OpenBusiness['ofCompany']>>(sql`
    select name,
      (select count(*)::int from service_requests where company_id = companies.id
        and status not in ('completed', 'cancelled')) as requests,
      (select count(*)::int from invoices where company_id = companies.id and status = 'open') as unpaid
    from companies where id = (select company_id from users where id = ${id})`);
  return { ...none, ...counts, ofCompany, companies: await companiesLeftBy(tx, id) };
}
