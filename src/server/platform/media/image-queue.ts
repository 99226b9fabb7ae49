import pLimit from 'p-limit';

import { AppError } from '~/contract/common/errors';

/** Maximum number of waiting tasks. Further ones are rejected immediately. */
export const waitingMax = 40;
/** Maximum number of waiting image deliveries, so that visitors cannot block an admin's uploads. */
const deliveriesWaitingMax = 25;

export type Sharp = typeof import('sharp')['default'];
let loading: Promise<Sharp> | undefined;

/** Loads the image library with the first image, because it takes a fifth of the server's memory. */
export function loadSharp(): Promise<Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // Uses one thread per image, so that decoding never occupies all cores, which requests need.
    sharp.concurrency(1);
    // Turns off the library's own cache, because each image is requested only once.
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

const limit = pLimit(1);

/**
 * Runs image tasks one at a time in this process, in the order of the calls.
 *
 * @throws AppError SERVICE_UNAVAILABLE if too many wait
 */
export function inImageQueue<T>(
  kind: 'delivery' | 'upload',
  work: (sharp: Sharp) => Promise<T>,
): Promise<T> {
  if (limit.pendingCount >= (kind === 'delivery' ? deliveriesWaitingMax : waitingMax)) {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'Too many pictures are being worked on right now. Please try again in a moment.',
      { retryAfterSeconds: 5 },
    );
  }
  return limit(async () => work(await loadSharp()));
}
