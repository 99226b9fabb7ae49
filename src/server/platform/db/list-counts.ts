import { TaggedCache } from '~/server/platform/cache/tagged-cache';

/** Rows by status. */
export type Counts = Record<string, number>;

const room = { entries: 500, bytes: 256 * 1024 };

/**
 * Counts of the panel's lists, kept until one of their tables changes: counting is what grows with a table. They are used only
 * once every change committed before has been heard, so that a list is never older than its rows.
 */
export function createListCounts() {
  const cache = new TaggedCache<Counts, string>({
    ...room,
    sizeOf: (counts) => JSON.stringify(counts).length,
  });
  let hear: (() => Promise<boolean>) | undefined;
  // Until changes are heard.
  cache.suspend();

  return {
    /** @param tables all that the counts depend on; each announces its changes */
    async through(tables: readonly string[], key: string, count: () => Promise<Counts>) {
      if (!(await hear?.())) return count();
      return cache.through(key, async () => ({ value: await count(), cacheTags: tables }));
    },
    /** @param whenHeard resolves with true once every change committed before was passed to `invalidate` */
    use(whenHeard: () => Promise<boolean>): void {
      hear = whenHeard;
    },
    invalidate: (table: string) => cache.invalidate(table),
    suspend: () => cache.suspend(),
    resume: () => cache.resume(),
  };
}

export type ListCounts = ReturnType<typeof createListCounts>;
