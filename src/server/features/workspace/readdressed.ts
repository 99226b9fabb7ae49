import { eq } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { replyAddresses } from '~/server/platform/db/schema/incoming-mail';
import { messages } from '~/server/platform/db/schema/workspace';
import type { SubjectKey } from './subjects';

/**
 * A lead or a proposal goes to another address from now on: what was written to and by the one before stays with the agency. Who reads the new
 * address may be another person.
 */
export async function keepFromNewAddress(
  tx: Pick<Database, 'update' | 'delete'>,
  key: SubjectKey,
  id: number,
): Promise<void> {
  await tx.update(messages).set({ internal: true }).where(eq(messages[key], id));
  // So does their way to write by mail.
  await tx.delete(replyAddresses).where(eq(replyAddresses[key], id));
}
