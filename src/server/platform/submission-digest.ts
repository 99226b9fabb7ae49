import { createHash } from 'node:crypto';

import { AppError } from '~/contract/common/errors';

/** SHA-256 of what is stored under a submission key, in hex: a repeat has the same. */
export const digestOf = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/**
 * Tells a repeat from another submission under the same key, which would be lost if it were answered with the first.
 *
 * @param stored of the first; null where an earlier version has stored it
 * @throws UNPROCESSABLE_CONTENT for another submission
 */
export function rejectOtherSubmission(stored: string | null, digest: string | null): void {
  if (stored === null || stored === digest) return;
  throw new AppError(
    'UNPROCESSABLE_CONTENT',
    'This key was used for something else. Please send it under another one.',
  );
}
