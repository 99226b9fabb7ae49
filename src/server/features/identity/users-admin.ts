import { and, eq } from 'drizzle-orm';

import type {
  AdminUser,
  ClientChanges,
  NewClient,
  UserDetail,
  UserStatus,
} from '~/contract/admin/admin-schema';
import { AppError } from '~/contract/common/errors';
import type { ListQuery, Page } from '~/contract/common/paging';
import type { BillingChanges } from '~/contract/companies/companies-schema';
import type { Note } from '~/contract/leads/activity-schema';
import { rejectUnexpected } from '~/server/features/companies/expected-values';
import { type LockedClient, lockWithEmail } from '~/server/features/companies/locks';
import { readdress } from '~/server/features/companies/readdress';
import { renewLinks } from '~/server/features/companies/renew-links';
import type { DocumentLinks } from '~/server/features/documents/links';
import { toNote } from '~/server/features/leads/related-activity';
import { type Actor, type Audit, changed, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { holds, orderOf, paginate } from '~/server/platform/db/paging';
import { sessions, users } from '~/server/platform/db/schema/identity';
import type { Mailer } from '~/server/platform/mail/mailer';
import {
  columns,
  emitClientCreated,
  isClient,
  readClient,
  status,
  toAdminUser,
} from './client.rows';
import { sayTaken } from './email-change';
import type { EmailReversions } from './email-reversions';
import { identityEmails } from './emails';
import { touchedSince } from './undo-since';
import { addPerson, findByEmail, findReserved, nameOfUser, type UserRow } from './users';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

const sorts = { createdAt: users.createdAt, name: users.lastName, email: users.email };
export type UserSort = keyof typeof sorts;

const sayUnknown = (error: unknown): never => {
  const isUnknown = error instanceof AppError && error.code === 'NOT_FOUND';
  throw isUnknown ? new AppError('NOT_FOUND', 'User not found') : error;
};

function inUse(owner: UserRow | undefined): AppError {
  const whose = owner?.isAdmin ? 'an admin' : owner ? nameOfUser(owner) || owner.email : 'somebody';
  const message = `This email already belongs to the account of ${whose}`;
  return new AppError('CONFLICT', message, { issues: [{ path: 'email', message }] });
}

type Trail = Pick<UserDetail, 'notes' | 'mails' | 'files' | 'signedIn'>;

/** Clients in the panel. */
export function createUsersAdmin(
  db: Database,
  options: {
    audit: Audit;
    /** Returns the client's audit log as the agency sees it, newest first. */
    historyOf(client: { id: string; email: string }): Promise<UserDetail['history']>;
    /** Returns the open invoices, proposals and requests of a client. */
    recordOf(client: {
      id: string;
      email: string;
    }): Promise<Omit<UserDetail, 'user' | 'history' | 'changes' | keyof Trail>>;
    /** Returns notes, emails and messages about the client. */
    trailOf(client: { id: string; email: string }): Promise<Trail>;
    /** Adds a new client to a company. @returns the records for `renewLinks` @throws NOT_FOUND for an unknown company */
    joinCompany(
      tx: Transaction,
      actor: Actor,
      clientId: string,
      companyId: number,
    ): Promise<string[]>;
    changeBilling(
      tx: Transaction,
      actor: Actor,
      locked: LockedClient,
      changes: BillingChanges,
    ): Promise<string[]>;
    links: Pick<DocumentLinks, 'mailed'>;
    mailer: Mailer;
    reversions: Pick<EmailReversions, 'find' | 'restoreByAgency' | 'setByAgency'>;
  },
) {
  const { audit, reversions } = options;
  async function find(id: string): Promise<AdminUser> {
    const client = await readClient(db, id);
    if (!client) throw new AppError('NOT_FOUND', 'User not found');
    return client;
  }

  /** Returns a client with their history, newest first. */
  async function get(id: string): Promise<UserDetail> {
    const user = await find(id);
    const [open, trail, history, changes] = await Promise.all([
      options.recordOf(user),
      options.trailOf(user),
      options.historyOf(user),
      audit.listAbout(`user:${id}`, 20),
    ]);
    return {
      user,
      ...open,
      ...trail,
      history,
      changes: changes.map((change) => ({
        id: change.id,
        description: change.description,
        createdAt: change.createdAt.toISOString(),
      })),
    };
  }

  return {
    search(request: ListQuery<UserStatus, UserSort>): Promise<Page<AdminUser>> {
      return paginate(db, request, {
        table: users,
        status,
        matching: and(isClient, holds(users.searchText, request.search)),
        select: async ({ where, limit, offset }) => {
          const rows = await db
            .select(columns)
            .from(users)
            .where(where)
            .orderBy(...orderOf(request.sort, sorts, users.id))
            .limit(limit)
            .offset(offset);
          return rows.map(toAdminUser);
        },
      });
    },

    get,

    /** Adds a note that only admins can see. */
    async addNote(actor: Exclude<Actor, 'system'>, id: string, text: string): Promise<Note> {
      await find(id);
      return toNote(await audit.addNote(actor, `user:${id}`, text));
    },

    /**
     * Adds a client. Sends an email only if `invite` is true.
     *
     * @throws CONFLICT that names the owner of an email that is in use
     */
    async create(actor: Exclude<Actor, 'system'>, fields: NewClient): Promise<AdminUser> {
      const { companyId, invite, ...person } = fields;
      const open = await options.mailer.open();
      const emails = identityEmails(open);
      const id = await db.transaction(async (tx) => {
        const reserved = await findReserved(tx, person.email);
        if (reserved) throw inUse(reserved.user);
        const added = await addPerson(tx, { ...person, emailVerifiedAt: null });
        if (!added) throw inUse(await findByEmail(tx, person.email));
        await recordAudit(tx, actor, {
          action: 'user.created',
          about: `user:${added.id}`,
          did: `added the client ${nameOfUser(added)}`,
          after: { email: added.email, invite },
        });
        if (companyId) {
          const revoked = await options.joinCompany(tx, actor, added.id, companyId);
          await renewLinks(tx, { links: options.links, open }, revoked);
        }
        if (invite) await emails.welcome(tx, added);
        await emitClientCreated(tx, added.id);
        return added.id;
      });
      options.mailer.sendSoon();
      return find(id);
    },

    /**
     * Changes a client's name, email, phone and billing data. A new email has the same effects as a change by the
     * client: links to the old mailbox are revoked, the old mailbox is notified, and sessions end. An email that the
     * account had a few days ago is restored.
     *
     * @throws CONFLICT for an email that is in use, naming its owner; for an unconfirmed restore of an email that would
     * undo actions; and for a record that no longer has the expected values
     */
    async change(actor: Exclude<Actor, 'system'>, changes: ClientChanges): Promise<UserDetail> {
      const { id, email, billing, confirmsUndo = false, expected: _, ...person } = changes;
      const open = await options.mailer.open();
      const emails = identityEmails(open);
      const work = db.transaction(async (tx) => {
        const earlier = email === undefined ? undefined : await reversions.find(tx, id, email);
        const { client: before, company } = await lockWithEmail(
          tx,
          id,
          earlier && ((inner) => touchedSince(inner, earlier)),
        ).catch(sayUnknown);
        await rejectUnexpected(tx, before, changes);
        const difference = changed(before, person);
        if (difference) {
          await tx
            .update(users)
            .set({ ...person, updatedAt: new Date() })
            .where(eq(users.id, id));
          await recordAudit(tx, actor, {
            action: 'user.changed',
            about: `user:${id}`,
            did: `changed the client ${nameOfUser(before) || before.email}`,
            ...difference,
          });
        }
        const client = { ...before, ...person };
        // Changes billing data before the email, because the email for invoices can follow the account's email.
        if (billing) {
          const revoked = await options.changeBilling(tx, actor, { client, company }, billing);
          await renewLinks(tx, { links: options.links, open }, revoked);
        }
        if (email && email !== before.email) {
          const owner =
            (await findByEmail(tx, email)) ?? (await findReserved(tx, email, { but: id }))?.user;
          if (owner) throw inUse(owner);
          if (earlier) {
            const by = { open, admin: actor, isConfirmed: confirmsUndo };
            return reversions.restoreByAgency(tx, earlier, by);
          }
          const locked = await lockWithEmail(tx, id);
          const mailboxes = await reversions.setByAgency(tx, locked, email, open);
          await recordAudit(tx, actor, {
            action: 'user.email_changed',
            about: `user:${id}`,
            did: `changed the email of ${nameOfUser(before) || before.email} from ${before.email} to ${email}`,
            before: { email: before.email },
            after: { email },
          });
          for (const from of mailboxes) {
            if (from !== email) await emails.sayEmailChangedByAgency(tx, { id, from, to: email });
          }
        }
      });
      await work.catch(sayTaken);
      options.mailer.sendSoon();
      return get(id);
    },

    /**
     * Disables or enables a user. A disabled user is signed out at the next request, and cannot sign in until enabled
     * again. In the meantime, colleagues receive those documents of the company that are addressed to the user.
     */
    async setDisabled(actor: Exclude<Actor, 'system'>, id: string, isDisabled: boolean) {
      const open = await options.mailer.open();
      await db.transaction(async (tx) => {
        const { client: row, company } = await lockWithEmail(tx, id).catch(sayUnknown);
        if ((row.disabledAt !== null) === isDisabled) return;
        await tx
          .update(users)
          .set({ disabledAt: isDisabled ? new Date() : null, updatedAt: new Date() })
          .where(eq(users.id, id));
        if (isDisabled) await tx.delete(sessions).where(eq(sessions.userId, id));
        if (company) {
          const { revoked } = await readdress(tx, { companyId: company.id });
          await renewLinks(tx, { links: options.links, open }, revoked);
        }
        const name = nameOfUser(row) || row.email;
        await recordAudit(tx, actor, {
          action: isDisabled ? 'user.disabled' : 'user.enabled',
          about: `user:${id}`,
          did: `${isDisabled ? 'disabled' : 'enabled'} the account of ${name}`,
          before: { isDisabled: !isDisabled },
          after: { isDisabled },
        });
      });
      options.mailer.sendSoon();
      return find(id);
    },

    async signOutEverywhere(actor: Exclude<Actor, 'system'>, id: string) {
      const user = await find(id);
      await db.transaction(async (tx) => {
        await tx.delete(sessions).where(eq(sessions.userId, id));
        await recordAudit(tx, actor, {
          action: 'user.signed_out',
          about: `user:${id}`,
          did: `signed ${nameOfUser(user) || user.email} out everywhere`,
        });
      });
      return find(id);
    },
  };
}

export type UsersAdmin = ReturnType<typeof createUsersAdmin>;
