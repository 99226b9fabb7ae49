import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

import { AppError } from '~/contract/common/errors';
import { UnfetchedPicture } from '~/server/platform/media/fetch-picture';
import type { Media } from '~/server/platform/media/media';

/** Maximum number of pictures that an import copies: per entry, per file, and at the same time. */
export const copyLimits = { ofEntry: 100, ofFile: 2_000, atOnce: 3 };
/** Milliseconds for which copied pictures are remembered, because a long file is imported in several requests. */
const knownForMs = 10 * 60_000;

/** New address of a picture, or the reason why it was not copied. */
export type Copy = { address: string } | { problem: string };

/**
 * Copies pictures from other sites.
 *
 * @returns a function that takes the URL of a picture, and returns undefined if the copy takes longer than the given time;
 * copying then continues
 */
export function createPictureCopies(
  media: Pick<Media, 'store'>,
  fetchPicture: (url: string) => Promise<Uint8Array>,
) {
  const known = new LRUCache<string, Promise<Copy>>({
    max: 2 * copyLimits.ofFile,
    ttl: knownForMs,
  });
  const limit = pLimit(copyLimits.atOnce);

  const begin = (url: string): Promise<Copy> =>
    limit(async () => {
      try {
        return { address: await media.store(await fetchPicture(url)) };
      } catch (error) {
        if (error instanceof UnfetchedPicture) return { problem: error.message };
        if (!(error instanceof AppError)) throw error;
        const isBusy = error.code === 'SERVICE_UNAVAILABLE';
        return { problem: isBusy ? 'the server was busy' : 'it is not a picture that can be read' };
      }
    });

  function copyOf(url: string): Promise<Copy> {
    const found = known.get(url);
    if (found) return found;
    const copy = begin(url);
    known.set(url, copy);
    // Removes the entry from the cache, because the failure may be temporary.
    copy.catch(() => known.delete(url));
    return copy;
  }

  return async (urls: readonly string[], ms: number): Promise<Copy[] | undefined> => {
    const all = Promise.all(urls.map(copyOf));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((done) => {
      timer = setTimeout(done, ms, undefined);
    });
    try {
      return await Promise.race([all, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

export type PictureCopies = ReturnType<typeof createPictureCopies>;
