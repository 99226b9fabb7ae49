import type { AdminMessage } from '~/contract/workspace/workspace-schema';

/** How a message that came by mail is marked; undefined for one of who it was written to. */
export function markOfMail({ origin }: Pick<AdminMessage, 'origin'>): string | undefined {
  if (origin === 'unverified') return 'Not the client';
  return origin === 'automatic' ? 'Automatic answer' : undefined;
}
