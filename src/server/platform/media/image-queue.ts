import pLimit from 'p-limit';
import sharp from 'sharp';

import { AppError } from '~/contract/common/errors';

/** Works that may wait; one more is refused at once. */
export const waitingMax = 40;
/** Of these, views of pictures leave the rest to uploads: strangers cannot keep an admin from working. */
const viewsWaitingMax = 25;

/** One thread for each image, so that decoding never takes the cores that requests need. */
sharp.concurrency(1);
/** Its own cache of files and pixels is of no use here: every image is asked for once. */
sharp.cache(false);

const limit = pLimit(1);

/**
 * Runs one piece of image work at a time in this process, in the order asked.
 *
 * @throws AppError SERVICE_UNAVAILABLE when too much waits already
 */
export function inImageQueue<T>(kind: 'view' | 'upload', work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= (kind === 'view' ? viewsWaitingMax : waitingMax)) {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'Too many pictures are being worked on right now. Please try again in a moment.',
      { retryAfterSeconds: 5 },
    );
  }
  return limit(work);
}
