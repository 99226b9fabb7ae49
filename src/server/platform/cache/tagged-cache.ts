import { LRUCache } from 'lru-cache';

import type { CacheTag } from './cache-tags';

interface Entry<Value> {
  value: Value;
  cacheTags: readonly CacheTag[];
  stale: boolean;
}

interface Options<Value> {
  entries: number;
  bytes: number;
  sizeOf(value: Value): number;
}

/** Number of lookups since startup, by result. */
export interface CacheCounts {
  hits: number;
  misses: number;
  /** Number of lookups that found a stale value. */
  stale: number;
}

/** A new value and the tables from which it was made. `cacheTags` is undefined if the value must not be cached. */
export interface Made<Value> {
  value: Value;
  cacheTags: readonly CacheTag[] | undefined;
}

/**
 * Cache whose values stay fresh until a table in their cache tags changes. Keeps stale values for times when the
 * database is unreachable. Evicts the least recently used entries, so that the number of entries and bytes stays within
 * limits.
 */
export class TaggedCache<Value> {
  private readonly entries: LRUCache<string, Entry<Value>>;
  private readonly inFlight = new Map<string, Promise<Value>>();
  readonly counts: CacheCounts = { hits: 0, misses: 0, stale: 0 };
  private epoch = 0;
  private suspended = false;

  constructor(options: Options<Value>) {
    this.entries = new LRUCache({
      max: options.entries,
      maxSize: options.bytes,
      sizeCalculation: ({ value }) => Math.max(1, options.sizeOf(value)),
    });
  }

  /** Returns the cached value, unless it is stale. */
  fresh(key: string): Value | undefined {
    if (this.suspended) return undefined;
    const entry = this.entries.get(key);
    if (!entry || entry.stale) return undefined;
    this.counts.hits += 1;
    return entry.value;
  }

  /** Returns the cached value even if it is stale. */
  any(key: string): Value | undefined {
    return this.entries.peek(key)?.value;
  }

  /** Returns the cached value or a new one. Concurrent callers share one call of `make`. */
  async through(key: string, make: () => Promise<Made<Value>>): Promise<Value> {
    const cached = this.fresh(key);
    if (cached !== undefined) return cached;
    const shared = `${this.epoch}:${key}`;
    const waiting = this.inFlight.get(shared);
    if (waiting) {
      this.counts.hits += 1;
      return waiting;
    }
    if (this.entries.peek(key)) this.counts.stale += 1;
    else this.counts.misses += 1;
    const making = this.make(key, make).finally(() => this.inFlight.delete(shared));
    this.inFlight.set(shared, making);
    return making;
  }

  /** Replaces a value, unless it was evicted or replaced in the meantime. */
  replace(key: string, value: Value, other: Value): void {
    const entry = this.entries.peek(key);
    if (entry?.value === value) entry.value = other;
  }

  /** Keeps at most `max` keys with a prefix, and evicts the least recently used ones. */
  limit(prefix: string, max: number): void {
    const keys = [...this.entries.keys()].filter((key) => key.startsWith(prefix));
    for (const key of keys.slice(max)) this.entries.delete(key);
  }

  /** Marks values with `table` in their cache tags as stale, or all values if it is omitted. */
  invalidate(table?: CacheTag): void {
    this.epoch++;
    for (const entry of this.entries.values()) {
      if (!table || entry.cacheTags.includes(table)) entry.stale = true;
    }
  }

  /** Treats every value as stale while changes cannot be received. */
  suspend(): void {
    this.suspended = true;
  }

  resume(): void {
    this.invalidate();
    this.suspended = false;
  }

  private async make(key: string, make: () => Promise<Made<Value>>): Promise<Value> {
    const startedAt = this.epoch;
    const { value, cacheTags } = await make();
    if (!cacheTags || this.suspended) return value;
    // The value may lack a change that happened during `make`, so it is cached as stale.
    const stale = this.epoch !== startedAt;
    if (!stale || this.entries.peek(key)?.stale !== false) {
      this.entries.set(key, { value, cacheTags, stale });
    }
    return value;
  }
}
