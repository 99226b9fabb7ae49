import type { RecordRef } from '~/contract/conversations/records';
import { isOf } from '~/server/features/conversations/parts';
import type { Database } from '~/server/platform/db/client';
import { replyAddresses } from '~/server/platform/db/schema/incoming-mail';
import { messages } from '~/server/platform/db/schema/messages';

/**
 * Hides messages from the client when a lead or a proposal gets another address, because another person may read emails
 * there. Ends the reply addresses that were sent to the previous address.
 */
export async function keepFromNewAddress(
  tx: Pick<Database, 'update' | 'delete'>,
  ref: RecordRef,
): Promise<void> {
  await tx.update(messages).set({ internal: true }).where(isOf(messages.conversationId, ref));
  await tx.delete(replyAddresses).where(isOf(replyAddresses.conversationId, ref));
}
