import { createHash } from 'node:crypto';

import { AppError } from '~/contract/common/errors';

/** Returns the SHA-256, in hex, of the content that is stored with a submission key, to recognize a repeated submission. */
export const digestOf = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

/**
 * Rejects another submission with the same key, because it would be lost if it got the response to the earlier one.
 *
 * @param stored digest of the earlier submission; null if none was stored
 * @throws UNPROCESSABLE_CONTENT for another submission
 */
export function rejectOtherSubmission(stored: string | null, digest: string | null): void {
  if (stored === null || stored === digest) return;
  throw new AppError(
    'UNPROCESSABLE_CONTENT',
    'This key was used for something else. Please send it under another one.',
  );
}
