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

/** Results of look-ups since the start. */
export interface CacheCounts {
  hits: number;
  misses: number;
  /** Look-ups that found a stale value. */
  stale: number;
}

/** A new value and the tables that it was made of; `cacheTags` is undefined if the value must not be cached. */
export interface Made<Value> {
  value: Value;
  cacheTags: readonly CacheTag[] | undefined;
}

/**
 * Values that stay fresh until a table in their cache tags changes. Stale ones are retained for when the database is away. Evicts the least recently
 * used first, within bounds on entries and bytes.
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

  /** The cached value, unless it is stale. */
  fresh(key: string): Value | undefined {
    if (this.suspended) return undefined;
    const entry = this.entries.get(key);
    if (!entry || entry.stale) return undefined;
    this.counts.hits += 1;
    return entry.value;
  }

  /** The cached value, stale or not. */
  any(key: string): Value | undefined {
    return this.entries.peek(key)?.value;
  }

  /** The cached value or a new one; concurrent callers share one call of `make`. */
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

  /** Replaces a value, unless it was evicted or made again in the meantime. */
  replace(key: string, value: Value, other: Value): void {
    const entry = this.entries.peek(key);
    if (entry?.value === value) entry.value = other;
  }

  /** Keeps at most `max` of the keys with a prefix and evicts the least recently used of them. */
  limit(prefix: string, max: number): void {
    const keys = [...this.entries.keys()].filter((key) => key.startsWith(prefix));
    for (const key of keys.slice(max)) this.entries.delete(key);
  }

  /** Marks values with `table` in their cache tags as stale; all of them without an argument. */
  invalidate(table?: CacheTag): void {
    this.epoch++;
    for (const entry of this.entries.values()) {
      if (!table || entry.cacheTags.includes(table)) entry.stale = true;
    }
  }

  /** While change events cannot be received, nothing cached is fresh. */
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
    // A change in the meantime may or may not be in the value, so it is not cached as fresh.
    const stale = this.epoch !== startedAt;
    if (!stale || this.entries.peek(key)?.stale !== false) {
      this.entries.set(key, { value, cacheTags, stale });
    }
    return value;
  }
}
