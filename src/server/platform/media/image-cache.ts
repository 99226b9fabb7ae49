import { LRUCache } from 'lru-cache';

type Draw = () => Promise<Buffer>;

/**
 * Keeps images that are costly to make, up to `bytesMax` in all, least recently used out first. Requests for the same image share one
 * making.
 */
export function createImageCache(bytesMax: number) {
  const cache = new LRUCache<string, Buffer, Draw>({
    maxSize: bytesMax,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
    // An image larger than the whole cache is handed out, not kept.
    maxEntrySize: bytesMax,
    fetchMethod: (_key, _stale, { context }) => context(),
    // Dropped while it is made (by a full cache), it still answers those who asked for it.
    ignoreFetchAbort: true,
  });

  return {
    through: (key: string, draw: Draw): Promise<Buffer> => cache.forceFetch(key, { context: draw }),
  };
}
