import type { AdminMessage } from '~/contract/workspace/workspace-schema';

type Origin = Pick<AdminMessage, 'origin'>;

export const isAutomatic = ({ origin }: Origin): boolean => origin === 'automatic';

/** How a message that came by mail is marked; undefined for one of who it was written to. */
export function markOfMail({ origin }: Origin): string | undefined {
  if (origin === 'unverified') return 'Not the client';
  return origin === 'automatic' ? 'Automatic answer' : undefined;
}
