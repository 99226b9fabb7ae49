import type { AdminMessage } from '~/contract/threads/threads-schema';

type Origin = Pick<AdminMessage, 'origin'>;
type Mailed = Pick<AdminMessage, 'origin' | 'possiblyAutomatic'>;

export const isAutomatic = ({ origin }: Origin): boolean => origin === 'automatic';

/**
 * Returns a label for an email that is automatic or from an unexpected sender; otherwise undefined.
 */
export function markOfMail({ origin, possiblyAutomatic }: Mailed): string | undefined {
  if (origin === 'unverified') return 'Not the client';
  if (origin === 'automatic') return 'Automatic reply';
  return possiblyAutomatic ? 'Possibly automatic' : undefined;
}
