import type { RequestKeys } from '~/server/features/identity/request-keys';
import type { Context } from '~/server/platform/trpc/context';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { accountOf } from '~/server/platform/trpc/view';

/**
 * Carries out a POST of the panel: once, where it has an Idempotency-Key. A caller who is no admin is left to be refused.
 *
 * @param request what makes it the same request
 */
export async function runOnce<Answer>(
  requestKeys: Pick<RequestKeys, 'once'>,
  { user, idempotencyKey }: Pick<Context, 'user' | 'idempotencyKey'>,
  request: object,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const account = user && accountOf(user);
  const key = account?.isAdmin ? readIdempotencyKey(idempotencyKey) : undefined;
  if (!account || key === undefined) return run();
  // The header counts within its sender, which an API key is.
  const own = account.apiKey ? `${account.apiKey.id} ${key}` : key;
  return (await requestKeys.once({ userId: account.id, key: own, request }, run)) as Answer;
}
