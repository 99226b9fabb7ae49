import type { AdminMessage } from '~/contract/threads/threads-schema';

type Origin = Pick<AdminMessage, 'origin'>;
type Mailed = Pick<AdminMessage, 'origin' | 'possiblyAutomatic'>;

export const isAutomatic = ({ origin }: Origin): boolean => origin === 'automatic';

/** Returns the label of a message by email; undefined if the sender is the expected one. */
export function markOfMail({ origin, possiblyAutomatic }: Mailed): string | undefined {
  if (origin === 'unverified') return 'Not the client';
  if (origin === 'automatic') return 'Automatic reply';
  return possiblyAutomatic ? 'Possibly automatic' : undefined;
}
