import { and, asc, eq, gt, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm';

import { contactOf } from '~/server/features/companies/request-contact';
import { ownerOf } from '~/server/features/conversations/owner';
import { isOf } from '~/server/features/conversations/parts';
import type { Database } from '~/server/platform/db/client';
import { files } from '~/server/platform/db/schema/files';
import { messageReads, messages } from '~/server/platform/db/schema/messages';
import { pendingNotifications } from '~/server/platform/db/schema/notifications';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import type { Presence } from '~/server/platform/events/presence';
import type { Mailer } from '~/server/platform/mail/mailer';
import { type BurstMail, threadEmails } from './emails';
import type { NotificationService } from './notifications.service';

/** Seconds within which messages are combined into one email. */
const burstSeconds = 120;
/** Maximum number of messages in an email. The email states how many others there are. */
const shownMax = 10;

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
type Pending = typeof pendingNotifications.$inferSelect;

/**
 * Email about a thread; undefined if there is nothing to report. Readers who have the thread open get no email.
 * Messages that are still unread when the thread is closed are reported then.
 */
type Outcome = BurstMail | 'present' | undefined;

/** Writes emails about threads, one for each burst of messages. */
export function createBursts(
  db: Database,
  options: {
    mailer: Mailer;
    notifications: NotificationService;
    presence: Presence;
    /** Replaces the length of a burst in tests. */
    seconds?: number | undefined;
  },
) {
  const { mailer, notifications, presence } = options;
  const afterBurst = sql<Date>`now() + make_interval(secs => ${options.seconds ?? burstSeconds})`;

  /**
   * Returns messages that the other side has written since the burst started and that are unread, without internal
   * ones.
   */
  async function newMessages(tx: Transaction, pending: Pending, readerId: string | undefined) {
    const { requestId, toClient, afterMessageId } = pending;
    const [read] = readerId
      ? await tx
          .select({ messageId: messageReads.messageId })
          .from(messageReads)
          .where(
            and(
              isOf(messageReads.conversationId, { kind: 'request', id: requestId }),
              eq(messageReads.userId, readerId),
            ),
          )
      : [];
    return tx
      .select({ id: messages.id, author: messages.authorName, text: messages.text })
      .from(messages)
      .where(
        and(
          isOf(messages.conversationId, { kind: 'request', id: requestId }),
          eq(messages.internal, false),
          eq(messages.byAgency, toClient),
          gt(messages.id, Math.max(afterMessageId, read?.messageId ?? 0)),
        ),
      )
      .orderBy(asc(messages.id))
      .limit(100);
  }

  async function deliverablesIn(tx: Transaction, messageIds: number[]): Promise<string[]> {
    if (messageIds.length === 0) return [];
    const rows = await tx
      .select({ name: files.name })
      .from(files)
      .where(and(inArray(files.messageId, messageIds), isNotNull(files.deliverable)));
    return rows.map(({ name }) => name);
  }

  async function decisionsSince(tx: Transaction, { requestId, createdAt }: Pending) {
    return tx
      .select({ name: files.name, status: files.deliverable, comment: files.comment })
      .from(files)
      .innerJoin(messages, eq(messages.id, files.messageId))
      .where(
        and(
          isOf(messages.conversationId, { kind: 'request', id: requestId }),
          gte(files.decidedAt, createdAt),
        ),
      )
      .orderBy(asc(files.decidedAt))
      .limit(shownMax);
  }

  async function forClient(tx: Transaction, pending: Pending): Promise<Outcome> {
    const [request] = await tx
      .select()
      .from(serviceRequests)
      .where(eq(serviceRequests.id, pending.requestId));
    const client = request && (await contactOf(tx, request));
    if (!client) return undefined;
    if (await presence.hasOpen(tx, request.id, { userId: client.id })) return 'present';
    const choices = await notifications.choicesOf(tx, client.id);
    const written = await newMessages(tx, pending, client.id);
    const deliverables = await deliverablesIn(
      tx,
      written.map(({ id }) => id),
    );
    const wantsFiles = choices.deliverables && deliverables.length > 0;
    if (written.length === 0 || !(choices.messages || wantsFiles)) return undefined;
    const kind = choices.messages ? 'messages' : 'deliverables';
    return {
      to: client.email,
      toClient: true,
      firstName: client.firstName,
      request,
      count: written.length,
      // Includes the text of messages only in emails to verified addresses.
      messages: client.emailVerifiedAt && choices.messages ? written.slice(0, shownMax) : [],
      deliverables: wantsFiles ? deliverables : [],
      decisions: [],
      unsubscribeUrl: notifications.unsubscribeUrl(client.id, kind),
    };
  }

  async function forAgency(
    tx: Transaction,
    pending: Pending,
    agencyEmail: string,
  ): Promise<Outcome> {
    const [request] = await tx
      .select()
      .from(serviceRequests)
      .where(eq(serviceRequests.id, pending.requestId));
    if (!request) return undefined;
    const assignee = await ownerOf(tx, { kind: 'request', id: request.id });
    const reader = assignee ? { userId: assignee.id } : ('any admin' as const);
    if (await presence.hasOpen(tx, request.id, reader)) return 'present';
    const choices = assignee
      ? await notifications.choicesOf(tx, assignee.id)
      : { messages: true, deliverables: true };
    const written = choices.messages ? await newMessages(tx, pending, assignee?.id) : [];
    const decisions = choices.deliverables ? await decisionsSince(tx, pending) : [];
    if (written.length === 0 && decisions.length === 0) return undefined;
    return {
      to: assignee?.email ?? agencyEmail,
      toClient: false,
      firstName: assignee?.firstName ?? '',
      request,
      count: written.length,
      messages: written.slice(0, shownMax),
      deliverables: [],
      decisions: decisions.map(({ name, status, comment }) => ({
        name,
        isApproved: status === 'approved',
        comment,
      })),
      unsubscribeUrl:
        assignee &&
        notifications.unsubscribeUrl(assignee.id, written.length > 0 ? 'messages' : 'deliverables'),
    };
  }

  return {
    /**
     * Schedules an email, in the transaction of the change that it is about. An email that is already scheduled includes
     * this change.
     *
     * @param afterMessageId the newest message before the change
     */
    async note(
      tx: Pick<Database, 'insert'>,
      about: { requestId: number; toClient: boolean; afterMessageId: number },
    ): Promise<void> {
      await tx
        .insert(pendingNotifications)
        .values({ ...about, dueAt: afterBurst })
        .onConflictDoNothing();
    },

    /** Writes the emails of bursts that have ended. @returns the result as text */
    async runJob(): Promise<string> {
      const openMailer = await mailer.open();
      const emails = threadEmails(openMailer);
      let sent = 0;
      for (;;) {
        const isMore = await db.transaction(async (tx) => {
          const [pending] = await tx
            .select()
            .from(pendingNotifications)
            .where(lte(pendingNotifications.dueAt, sql`now()`))
            .orderBy(asc(pendingNotifications.dueAt))
            .limit(1)
            .for('update', { skipLocked: true });
          if (!pending) return false;
          const outcome = pending.toClient
            ? await forClient(tx, pending)
            : await forAgency(tx, pending, openMailer.agencyEmail);
          const isThis = eq(pendingNotifications.id, pending.id);
          if (outcome === 'present') {
            await tx.update(pendingNotifications).set({ dueAt: afterBurst }).where(isThis);
            return true;
          }
          await tx.delete(pendingNotifications).where(isThis);
          if (outcome) {
            await emails.burst(tx, outcome);
            sent += 1;
          }
          return true;
        });
        if (!isMore) break;
      }
      if (sent > 0) mailer.sendSoon();
      return sent > 0 ? `${sent} mails about threads.` : '';
    },
  };
}

export type Bursts = ReturnType<typeof createBursts>;
