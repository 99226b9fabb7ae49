import { and, eq, gt, inArray, max, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { RequestStatus } from '~/contract/requests/requests';
import { contactOf } from '~/server/features/companies/request-contact';
import {
  followStatus,
  openConversation,
} from '~/server/features/conversations/conversations.service';
import { idsWithMerged, quoteOfLink } from '~/server/features/leads/quotes/merged';
import type { NotificationService } from '~/server/features/notifications/notifications.service';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { mails } from '~/server/platform/db/schema/mail';
import { quotes } from '~/server/platform/db/schema/quotes';
import { requestEvents, serviceRequests } from '~/server/platform/db/schema/requests';
import { cancelMails } from '~/server/platform/mail/cancel-mails';
import type { Mailer } from '~/server/platform/mail/mailer';
import { emitRequest } from './admin-request.rows';
import { type RequestEmails, requestEmails, statusMailKey } from './emails';
import { addEvent, type Executor, type RequestRow } from './requests.rows';

type Contact = NonNullable<Awaited<ReturnType<typeof contactOf>>>;

/** A transaction of the caller, with a mailer that was opened before the transaction started. */
export interface Within {
  tx: Executor;
  emails: RequestEmails;
}

/**
 * The agency's operations on requests. Each operation adds an event to the timeline. With `within`, an operation is
 * part of the caller's transaction, and the caller must call `mailer.sendSoon()` after the commit.
 */
export function createWorkflow(
  db: Database,
  mailer: Mailer,
  notifications: Pick<NotificationService, 'mayMail' | 'unsubscribeUrl'>,
) {
  /** Sends the email if the client has not unsubscribed, and does not have the request open. */
  async function ifWanted(
    tx: Executor,
    row: RequestRow,
    mail: (client: Contact, unsubscribeUrl: string) => Promise<unknown>,
  ): Promise<void> {
    const client = await contactOf(tx, row);
    if (client && (await notifications.mayMail(tx, client.id, row.id, 'status'))) {
      await mail(client, notifications.unsubscribeUrl(client.id, 'status'));
    }
  }

  async function inTransaction<T>(
    within: Within | undefined,
    work: (within: Within) => Promise<T>,
  ): Promise<T> {
    if (within) return work(within);
    const emails = requestEmails(await mailer.open());
    const result = await db.transaction((tx) => work({ tx, emails }));
    mailer.sendSoon();
    return result;
  }

  return {
    /**
     * Sets the status; any status can follow any other. The client gets an email once the time for Undo has passed.
     * Another change before then cancels this email. `isUndo` also removes the undone change from the timeline, because
     * the client was not notified of it.
     */
    setStatus: (
      id: number,
      status: RequestStatus,
      { within, isUndo = false }: { within?: Within; isUndo?: boolean } = {},
    ): Promise<void> =>
      inTransaction(within, async ({ tx, emails }) => {
        const row = await lockRequest(tx, id);
        if (row.status === status) return;
        const wasUntold = await cancelMails(tx, statusMailKey(id));
        await change(tx, id, { status });
        await followStatus(tx, { kind: 'request', id }, [row.status, status]);
        if (isUndo && (wasUntold || !(await isTold(tx, id))) && (await removeStep(tx, row))) return;
        await addEvent(tx, { requestId: id, kind: 'status', text: status, byAgency: true });
        await ifWanted(tx, row, (client, url) =>
          emails.requestStatusChanged(tx, client, { ...row, status }, url),
        );
      }),

    /** Writes a note to the client, who gets an email. An empty note deletes the last one without an email. */
    setNote: (id: number, note: string, within?: Within): Promise<void> =>
      inTransaction(within, async ({ tx, emails }) => {
        const row = await lockRequest(tx, id);
        if (row.note === note) return;
        await change(tx, id, { note });
        if (!note) return;
        await addEvent(tx, { requestId: id, kind: 'note', text: note, byAgency: true });
        await ifWanted(tx, row, (client, url) =>
          emails.requestNoteWritten(tx, client, { ...row, note }, url),
        );
      }),

    /** Sets the target date. @param targetDate such as '2027-01-31'; null for none */
    setTargetDate: (id: number, targetDate: string | null, within?: Within): Promise<void> =>
      inTransaction(within, async ({ tx }) => {
        const row = await lockRequest(tx, id);
        if (row.targetDate === targetDate) return;
        await change(tx, id, { targetDate });
        const text = targetDate ?? '';
        await addEvent(tx, { requestId: id, kind: 'target_date', text, byAgency: true });
      }),

    /**
     * Creates a request from a quote, for the client with the quote's email. A repeated call
     * returns the request that was created before.
     *
     * @returns the request's id, and whether it is new
     */
    createFromQuote: (quoteId: number, within?: Within): Promise<{ id: number; isNew: boolean }> =>
      inTransaction(within, async ({ tx, emails }) => {
        // If the quote was merged into a quote of another sender, the work belongs to the original quote.
        const shown = await quoteOfLink(tx, quoteId);
        const [quote] = await tx
          .select()
          .from(quotes)
          .where(eq(quotes.id, shown?.id ?? quoteId))
          .for('update');
        if (!quote) throw new AppError('NOT_FOUND', 'Quote not found');
        const known = await requestOfQuote(tx, quote);
        if (known) return { ...known, isNew: false };
        const [client] = await tx
          .select()
          .from(users)
          .where(eq(users.email, quote.email.toLowerCase()));
        if (!client || client.isAdmin) {
          throw new AppError('CONFLICT', 'No client has this email yet');
        }
        const [row] = await tx
          .insert(serviceRequests)
          .values({
            userId: client.id,
            title: quote.serviceName || 'Quote request',
            description: quote.projectDetails,
            serviceId: quote.serviceId,
            quoteId: quote.id,
          })
          // At the same moment, the client may accept a proposal for the quote, which creates a request as well.
          .onConflictDoNothing({
            target: serviceRequests.quoteId,
            where: sql`quote_id is not null`,
          })
          .returning();
        if (!row) {
          const made = await requestOfQuote(tx, quote);
          if (!made) throw new Error('the request of a quote is missing');
          return { ...made, isNew: false };
        }
        await openConversation(tx, { kind: 'request', id: row.id });
        await addEvent(tx, { requestId: row.id, kind: 'created', byAgency: true });
        await emails.requestOpened(tx, client, row);
        return { id: row.id, isNew: true };
      }),
  };
}

/** Returns a request's row, locked until the end of the transaction. */
async function lockRequest(tx: Executor, id: number): Promise<RequestRow> {
  const [row] = await tx
    .select()
    .from(serviceRequests)
    .where(eq(serviceRequests.id, id))
    .for('update');
  if (!row) throw new AppError('NOT_FOUND', 'Request not found');
  return row;
}

/** Returns whether an email about the last status was sent, or is being sent. */
async function isTold(tx: Executor, id: number): Promise<boolean> {
  const [mail] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.cancelKey, statusMailKey(id)), gt(mails.createdAt, justNow())))
    .limit(1);
  return mail !== undefined;
}

/** Removes the timeline entry of the request's latest status. @returns whether there was one */
async function removeStep(tx: Executor, { id, status }: RequestRow): Promise<boolean> {
  const newest = tx
    .select({ id: max(requestEvents.id) })
    .from(requestEvents)
    .where(and(eq(requestEvents.requestId, id), eq(requestEvents.kind, 'status')));
  const removed = await tx
    .delete(requestEvents)
    .where(
      and(
        eq(requestEvents.id, sql`(${newest})`),
        eq(requestEvents.text, status),
        eq(requestEvents.byAgency, true),
        gt(requestEvents.createdAt, justNow()),
      ),
    )
    .returning({ id: requestEvents.id });
  return removed.length > 0;
}

/**
 * Time since which a change can be undone. Longer than usual, because a notice with Undo stays visible while the
 * pointer is over it.
 */
const justNow = () => sql<Date>`now() - interval '10 minutes'`;

async function change(
  tx: Executor,
  id: number,
  changes: Partial<Pick<RequestRow, 'status' | 'note' | 'targetDate'>>,
): Promise<void> {
  await tx
    .update(serviceRequests)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(serviceRequests.id, id));
  await emitRequest(tx, 'request.updated', id);
}

/**
 * Returns the request that was created from a quote, or from a quote that was merged into it;
 * undefined if there is none.
 */
async function requestOfQuote(
  tx: Executor,
  quote: Pick<typeof quotes.$inferSelect, 'id' | 'email'>,
): Promise<{ id: number } | undefined> {
  const [row] = await tx
    .select({ id: serviceRequests.id })
    .from(serviceRequests)
    .where(inArray(serviceRequests.quoteId, await idsWithMerged(tx, quote.id, quote)))
    .orderBy(serviceRequests.id)
    .limit(1);
  return row;
}
