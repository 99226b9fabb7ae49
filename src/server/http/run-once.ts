import type { Permission } from '~/contract/identity/permissions';
import type { RequestKeys } from '~/server/features/identity/request-keys';
import type { Context } from '~/server/platform/trpc/context';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { permitted } from '~/server/platform/trpc/trpc';

/**
 * Runs a POST of the panel, or returns the stored response of an earlier request with the same Idempotency-Key. Checks the
 * permission again before returning a stored response.
 *
 * @param request identity of the request
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
  // Combines the key with the id of the API key, because each API key has separate idempotency keys.
  const own = account.apiKey ? `${account.apiKey.id} ${key}` : key;
  return (await requestKeys.once({ userId: account.id, key: own, request }, run)) as Answer;
}
