import { asc, eq } from 'drizzle-orm';

import { timelineMax } from '~/contract/common/limits';
import type { DocumentEvent } from '~/contract/documents/documents-schema';
import type { DocumentEventKind } from '~/contract/documents/event-kinds';
import type { Database } from '~/server/platform/db/client';
import { documentEvents } from '~/server/platform/db/schema/invoices';

type Subject = { proposalId: number } | { invoiceId: number };

/** Adds an event to the timeline of a proposal or an invoice. */
export async function addDocumentEvent(
  tx: Pick<Database, 'insert'>,
  about: Subject,
  kind: DocumentEventKind,
  { text = '', author = '' }: { text?: string; author?: string } = {},
): Promise<void> {
  await tx.insert(documentEvents).values({ ...about, kind, text, author });
}

/** Returns the events of a document, oldest first. */
export async function documentEventsOf(
  db: Pick<Database, 'select'>,
  about: Subject,
): Promise<DocumentEvent[]> {
  const rows = await db
    .select()
    .from(documentEvents)
    .where(
      'proposalId' in about
        ? eq(documentEvents.proposalId, about.proposalId)
        : eq(documentEvents.invoiceId, about.invoiceId),
    )
    .orderBy(asc(documentEvents.id))
    .limit(timelineMax);
  return rows.map(({ id, kind, text, author, createdAt }) => ({
    id,
    kind,
    text,
    by: author,
    createdAt: createdAt.toISOString(),
  }));
}
