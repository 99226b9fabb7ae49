import type { Permission } from '~/contract/identity/permissions';
import type { RequestKeys } from '~/server/features/identity/request-keys';
import type { Context } from '~/server/platform/trpc/context';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { permitted } from '~/server/platform/trpc/trpc';

/**
 * Carries out a POST of the panel: once, where it has an Idempotency-Key. A stored answer is for who still has the permission.
 *
 * @param request what makes it the same request
 * @throws UNAUTHORIZED or FORBIDDEN
 */
export async function runOnce<Answer>(
  requestKeys: Pick<RequestKeys, 'once'>,
  { user, idempotencyKey }: Pick<Context, 'user' | 'idempotencyKey'>,
  { permission, request }: { permission: Permission; request: object },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const account = permitted(user, permission);
  const key = readIdempotencyKey(idempotencyKey);
  if (key === undefined) return run();
  // The header counts within its sender, which an API key is.
  const own = account.apiKey ? `${account.apiKey.id} ${key}` : key;
  return (await requestKeys.once({ userId: account.id, key: own, request }, run)) as Answer;
}
