import { LRUCache } from 'lru-cache';

type Draw = () => Promise<Buffer>;

/**
 * Caches resized images up to `bytesMax` in total, and evicts the least recently used ones first. Concurrent requests for
 * the same image share one rendering.
 */
export function createImageCache(bytesMax: number) {
  const cache = new LRUCache<string, Buffer, Draw>({
    maxSize: bytesMax,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
    // An image larger than the whole cache is returned but not cached.
    maxEntrySize: bytesMax,
    fetchMethod: (_key, _stale, { context }) => context(),
    // If an entry is evicted while it is being rendered, the waiting requests still get the result.
    ignoreFetchAbort: true,
  });

  return {
    through: (key: string, draw: Draw): Promise<Buffer> => cache.forceFetch(key, { context: draw }),
  };
}
