import { LRUCache } from 'lru-cache';

import type { CacheTag } from './cache-tags';

interface Entry<Value, Tag> {
  value: Value;
  cacheTags: readonly Tag[];
  stale: boolean;
}

interface Options<Value> {
  entries: number;
  bytes: number;
  sizeOf(value: Value): number;
  /** Called before a value is stored. */
  onStore?: (key: string) => void;
  /** Called after a value was evicted or deleted. */
  onEvict?: (key: string) => void;
}

/** How look-ups ended, since the start. */
export interface CacheCounts {
  hits: number;
  misses: number;
  /** Made again, since what was cached had become stale. */
  stale: number;
}

/** A new value with the tables it was made of; `cacheTags` is undefined where it must not be cached. */
export interface Made<Value, Tag extends string = CacheTag> {
  value: Value;
  cacheTags: readonly Tag[] | undefined;
}

/**
 * Values that stay fresh until a table in their cache tags changes. Stale ones are kept for when the database is away. Evicts the least recently
 * used first, within bounds on entries and bytes.
 */
export class TaggedCache<Value, Tag extends string = CacheTag> {
  private readonly entries: LRUCache<string, Entry<Value, Tag>>;
  private readonly inFlight = new Map<string, Promise<Value>>();
  readonly counts: CacheCounts = { hits: 0, misses: 0, stale: 0 };
  private epoch = 0;
  private suspended = false;

  constructor(private readonly options: Options<Value>) {
    this.entries = new LRUCache({
      max: options.entries,
      maxSize: options.bytes,
      sizeCalculation: ({ value }) => Math.max(1, options.sizeOf(value)),
      dispose: (_, key, reason) => reason !== 'set' && options.onEvict?.(key),
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
  async through(key: string, make: () => Promise<Made<Value, Tag>>): Promise<Value> {
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

  /** Puts another form of a value in its place, unless it was evicted or made anew meanwhile. */
  replace(key: string, value: Value, other: Value): void {
    const entry = this.entries.peek(key);
    if (entry?.value === value) entry.value = other;
  }

  delete(key: string): void {
    this.entries.delete(key);
  }

  /** Marks values with `table` in their cache tags as stale; all of them without an argument. */
  invalidate(table?: Tag): void {
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

  private async make(key: string, make: () => Promise<Made<Value, Tag>>): Promise<Value> {
    const startedAt = this.epoch;
    const { value, cacheTags } = await make();
    if (cacheTags && !this.suspended) this.store(key, value, cacheTags, startedAt);
    return value;
  }

  private store(key: string, value: Value, cacheTags: readonly Tag[], startedAt: number) {
    // A change meanwhile may or may not be in the value, so it is not cached as fresh.
    const stale = this.epoch !== startedAt;
    if (stale && this.entries.peek(key)?.stale === false) return;
    this.options.onStore?.(key);
    this.entries.set(key, { value, cacheTags, stale });
    if (!this.entries.has(key)) this.options.onEvict?.(key);
  }
}
