import { eq } from 'drizzle-orm';

import { type AdminMessage, adminMessageSchema } from '~/contract/leads/leads-schema';
import { dueAt } from '~/contract/settings/response-times';
import type { ResponseTimes } from '~/contract/settings/sales-settings-schema';
import { readSetting } from '~/server/features/settings/read-setting';
import { emitEvent } from '~/server/features/webhooks/emit-event';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';

export type MessageRow = typeof contactMessages.$inferSelect;

/** The row as the panel shows it, with its due time. */
export function toAdminMessage(row: MessageRow, time: ResponseTimes): AdminMessage {
  const {
    searchText,
    submissionKey,
    submissionDigest,
    createdAt,
    updatedAt,
    firstAnswerAt,
    ...rest
  } = row;
  return {
    ...rest,
    firstAnswerAt: firstAnswerAt?.toISOString() ?? null,
    dueAt: dueAt(createdAt, time).toISOString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Announces a contact message to webhooks. */
export const emitContactMessage = (tx: Pick<Database, 'insert' | 'select'>, id: number) =>
  emitEvent(tx, 'contact_message.created', {
    about: `message:${id}`,
    read: async () => {
      const [row] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id));
      if (!row) throw new Error('the contact message of an event is missing');
      return adminMessageSchema.parse(toAdminMessage(row, await readSetting(tx, 'responseTimes')));
    },
  });
