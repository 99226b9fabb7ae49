import { eq } from 'drizzle-orm';

import { aboutOf } from '~/contract/conversations/records';
import { adminMessageSchema } from '~/contract/threads/threads-schema';
import { selectMessages } from '~/server/features/conversations/parts';
import { toThreadFile } from '~/server/features/files/files.rows';
import { emitEvent } from '~/server/features/webhooks/emit-event';
import type { Database } from '~/server/platform/db/client';
import { files } from '~/server/platform/db/schema/files';
import { messages } from '~/server/platform/db/schema/messages';
import { toMessage } from './request-threads.rows';

/** Reader with whom the message is read: an admin who has written no message. */
const reader = { id: '', byAgency: true };

/** Emits the webhook event for a message, once its files are attached. Internal messages have no event. */
export async function emitMessage(
  tx: Pick<Database, 'insert' | 'select'>,
  messageId: number,
): Promise<void> {
  const [row] = await selectMessages(tx).where(eq(messages.id, messageId));
  if (!row || row.internal) return;
  await emitEvent(tx, 'message.created', {
    about: aboutOf(row.ref),
    read: async () => {
      const attached = await tx
        .select()
        .from(files)
        .where(eq(files.messageId, messageId))
        .orderBy(files.id);
      const message = toMessage(row, reader, attached.map(toThreadFile));
      return { ...adminMessageSchema.parse(message), recordId: row.ref.id };
    },
  });
}
