import { and, desc, eq, inArray, sql } from 'drizzle-orm';

import { clientPageSize } from '~/contract/common/paging';
import type { FileSearch } from '~/contract/files/deliverables';
import type { FilePage } from '~/contract/threads/threads-schema';
import { toThreadFile } from '~/server/features/files/files.rows';
import type { Database } from '~/server/platform/db/client';
import { containing, paginate } from '~/server/platform/db/paging';
import { conversations } from '~/server/platform/db/schema/conversations';
import { files } from '~/server/platform/db/schema/files';
import { messages } from '~/server/platform/db/schema/messages';
import { serviceRequests } from '~/server/platform/db/schema/requests';
import { isVisibleMessage, isVisibleRequest, type Viewer } from './request-threads.rows';

/** Status of a decision; empty for files that need no decision. */
const status = sql<string>`coalesce(${files.deliverable}::text, '')`;

/**
 * Returns the files of all requests that the viewer can see, newest first. A page number past the end returns the last
 * page.
 */
export async function filesOf(
  db: Database,
  viewer: Viewer,
  filters: FileSearch,
): Promise<FilePage> {
  const visible = db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(serviceRequests, eq(serviceRequests.id, conversations.requestId))
    .where(and(isVisibleRequest(viewer), isVisibleMessage(viewer)));
  const { rows, total, page } = await paginate(
    db,
    { ...filters, pageSize: clientPageSize },
    {
      table: files,
      status,
      matching: and(
        inArray(files.messageId, visible),
        filters.search ? sql`lower(${files.name}) like ${containing(filters.search)}` : undefined,
      ),
      select: ({ where, limit, offset }) =>
        db
          .select({
            file: files,
            byAgency: messages.byAgency,
            messageId: messages.id,
            sentAt: messages.createdAt,
            requestId: serviceRequests.id,
            requestTitle: serviceRequests.title,
          })
          .from(files)
          .innerJoin(messages, eq(messages.id, files.messageId))
          .innerJoin(conversations, eq(conversations.id, messages.conversationId))
          .innerJoin(serviceRequests, eq(serviceRequests.id, conversations.requestId))
          .where(where)
          .orderBy(desc(files.id))
          .limit(limit)
          .offset(offset),
      clamp: true,
    },
  );
  return {
    rows: rows.map(({ file, sentAt, ...row }) => ({
      ...toThreadFile(file),
      ...row,
      sentAt: sentAt.toISOString(),
    })),
    total,
    page,
  };
}
