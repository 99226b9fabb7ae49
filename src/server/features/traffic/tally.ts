import { otherSource } from '~/contract/leads/came-from';

/** Maximum number of keys in memory until the counts are stored. Further keys are counted as 'other'. */
export const talliedMax = 5_000;

/**
 * Quarter of an hour in milliseconds. Offsets of time zones are multiples of it, so that each quarter belongs to a
 * single day in every time zone.
 */
const quarterMs = 15 * 60 * 1000;

export interface Counted {
  page: string;
  host: string;
  source: string;
}

export interface Tallied extends Counted {
  /** Time within the quarter of an hour in which the views are counted. */
  at: Date;
  views: number;
  visits: number;
}

const keyOf = (quarter: number, { page, host, source }: Counted) =>
  `${quarter}\n${page}\n${host}\n${source}`;

/** Counts views in memory until they are stored. */
export class Tally {
  private counts = new Map<string, Tallied>();

  get size(): number {
    return this.counts.size;
  }

  add(counted: Counted, now: number, views: number, visits: number): void {
    const quarter = Math.floor(now / quarterMs);
    const entry = this.counts.get(keyOf(quarter, counted)) ?? this.open(quarter, counted);
    entry.views += views;
    entry.visits += visits;
  }

  /** Returns the counts and resets them. */
  take(): Tallied[] {
    const taken = [...this.counts.values()];
    this.counts = new Map();
    return taken;
  }

  /** Adds counts back after they could not be stored. */
  putBack(taken: Tallied[]): void {
    for (const { at, views, visits, ...counted } of taken) {
      this.add(counted, at.getTime(), views, visits);
    }
  }

  private open(quarter: number, { page, host, source }: Counted): Tallied {
    const isFull = this.counts.size >= talliedMax;
    // Views within a visit have neither a host nor a source. They are counted separately from views with an external
    // referrer.
    const kept = isFull
      ? { page: otherSource, host: host && otherSource, source: source && otherSource }
      : { page, host, source };
    const key = keyOf(quarter, kept);
    let entry = this.counts.get(key);
    if (!entry) {
      entry = { ...kept, at: new Date(quarter * quarterMs), views: 0, visits: 0 };
      this.counts.set(key, entry);
    }
    return entry;
  }
}
