import { and, eq, isNull } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { membersWith } from './recipients';

type UserRow = typeof users.$inferSelect;

/**
 * Returns the recipient of emails about a request: its client, if they may see it, or else a colleague who may. Undefined
 * if there is none, or if the account is disabled.
 */
export async function contactOf(
  tx: Pick<Database, 'select'>,
  { userId, companyId }: { userId: string; companyId: number | null },
): Promise<UserRow | undefined> {
  if (companyId !== null) {
    const members = await membersWith(tx, companyId, 'requests');
    return members.find(({ id }) => id === userId) ?? members[0];
  }
  const [client] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.disabledAt)));
  return client;
}
