import { and, desc, eq, isNotNull, max, type SQL, sql } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import { listMax } from '~/contract/common/limits';
import type { RecordRef } from '~/contract/conversations/records';
import { unreadMax } from '~/contract/threads/threads';
import type { AdminRequestThread, RequestThread, Unread } from '~/contract/threads/threads-schema';
import { isInvoiceOf, isProposalOf, isRequestOf } from '~/server/features/companies/ownership';
import { isOf } from '~/server/features/conversations/parts';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import { toThreadFile } from '~/server/features/files/files.rows';
import { isReady } from '~/server/features/invoices/invoices.rows';
import { statusOn } from '~/server/features/proposals/proposals.rows';
import type { Database } from '~/server/platform/db/client';
import { files } from '~/server/platform/db/schema/files';
import { invoices } from '~/server/platform/db/schema/invoices';
import { messageDrafts, messageReads, messages } from '~/server/platform/db/schema/messages';
import { proposals } from '~/server/platform/db/schema/proposals';
import { isVisibleMessage, type RequestRow, type Viewer } from './request-threads.rows';

/** Number of newest requests for which unread messages are counted. */
const countedRequests = 500;

/**
 * Counts messages of the other side after the read mark, up to a maximum, so that counting a long thread takes no
 * longer than counting a short one.
 *
 * @param requestId the column or the value
 */
export const unreadOf = ({ id, byAgency }: Pick<Viewer, 'id' | 'byAgency'>, requestId: SQL) =>
  sql<number>`(
    select count(*)::int from (
      select from messages m
      where m.conversation_id = (select id from conversations where request_id = ${requestId}) and m.by_agency = ${!byAgency} and not m.internal
        and m.id > coalesce((
          select read.message_id from message_reads read
          where read.conversation_id = (select id from conversations where request_id = ${requestId}) and read.user_id = ${id}), 0)
      order by m.id desc limit ${unreadMax}) counted)`;

export async function unreadIn(db: Database, viewer: Viewer): Promise<Unread> {
  const rows = await db.execute<Unread['requests'][number]>(sql`
    select r.id as "requestId", r.title, ${unreadOf(viewer, sql`r.id`)} as unread,
      r.waiting_since is not null as "isWaiting", r.undecided
    from (
      select id, title, waiting_since, case when status = 'cancelled' then 0 else (
        select count(*)::int from files f
        join messages m on m.id = f.message_id
        join conversations c on c.id = m.conversation_id
        where c.request_id = service_requests.id and not m.internal and f.deliverable = 'waiting') end as undecided
      from service_requests
      where ${viewer.byAgency ? sql`true` : isRequestOf(viewer.id)}
      order by created_at desc, id desc limit ${countedRequests}) r`);
  const requests = [...rows].filter(
    ({ unread, isWaiting, undecided }) => unread > 0 || isWaiting || undecided > 0,
  );
  return { requests, total: requests.reduce((sum, { unread }) => sum + unread, 0) };
}

/** Returns related data of a thread that the viewer can see. */
export async function besideThread(
  db: Database,
  settings: DocumentSettings,
  viewer: Viewer,
  request: RequestRow,
): Promise<RequestThread & Pick<AdminRequestThread, 'files' | 'invoices'>> {
  const { id } = request;
  const ref: RecordRef = { kind: 'request', id };
  // Hides documents of other buyers, and documents that need a right which the client lacks.
  const isOwn = (condition: SQL | undefined) => (viewer.byAgency ? undefined : condition);
  const filesOfThread = (limit: number, only?: ReturnType<typeof isNotNull>) =>
    db
      .select({ file: files, message: messages })
      .from(files)
      .innerJoin(messages, eq(messages.id, files.messageId))
      .where(and(isOf(messages.conversationId, ref), isVisibleMessage(viewer), only))
      .orderBy(desc(files.id))
      .limit(limit);
  const [{ today }, [unread], [read], deliverables, all, proposed, invoiced, [draft]] =
    await Promise.all([
      readDocumentContext(settings),
      db.execute<{ unread: number }>(sql`select ${unreadOf(viewer, sql`${id}::int`)} as unread`),
      db
        .select({ id: max(messageReads.messageId) })
        .from(messageReads)
        .where(and(isOf(messageReads.conversationId, ref), eq(messageReads.userId, viewer.id))),
      filesOfThread(listMax, isNotNull(files.deliverable)),
      filesOfThread(listMax),
      db
        .select()
        .from(proposals)
        .where(and(eq(proposals.requestId, id), isOwn(isProposalOf(viewer))))
        .orderBy(desc(proposals.id))
        .limit(listMax),
      db
        .select({ row: invoices, isReady })
        .from(invoices)
        .where(and(eq(invoices.requestId, id), isOwn(isInvoiceOf(viewer))))
        .orderBy(desc(invoices.id))
        .limit(listMax),
      db
        .select()
        .from(messageDrafts)
        .where(and(isOf(messageDrafts.conversationId, ref), eq(messageDrafts.userId, viewer.id))),
    ]);
  return {
    requestId: id,
    status: request.status,
    targetDate: request.targetDate,
    waitingSince: request.waitingSince?.toISOString() ?? null,
    unread: unread?.unread ?? 0,
    lastReadId: read?.id ?? null,
    deliverables: deliverables.map(({ file, message }) => ({
      ...toThreadFile(file),
      messageId: message.id,
    })),
    files: all.map(({ file, message }) => ({
      ...toThreadFile(file),
      messageId: message.id,
      byAgency: message.byAgency,
      internal: message.internal,
      sentAt: message.createdAt.toISOString(),
    })),
    proposals: proposed.map((row) => ({
      id: row.id,
      number: row.number,
      title: row.title,
      status: statusOn(today, row),
    })),
    invoices: invoiced.map(({ row, isReady }) => ({
      id: row.id,
      number: row.number,
      status: row.status,
      total: centsToAmount(row.totalCents, row.currency),
      currency: row.currency,
      dueDate: row.dueDate,
      isReady,
    })),
    draft: { text: draft?.text ?? '', fileIds: draft?.fileIds ?? [] },
  };
}
