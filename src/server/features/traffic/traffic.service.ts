import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

import { otherSource } from '~/contract/leads/came-from';
import type { Database } from '~/server/platform/db/client';
import { hostOfReferrer, utmSourceOf } from './sources';
import { type DayLimits, dayLimits, storePageViews } from './store';
import { Tally } from './tally';

const flushEveryMs = 5_000;
const userAgentsMax = 1_000;
/** Maximum length of a browser's user agent. */
const userAgentMax = 500;
/** Maximum number of navigations that a network can report. Further ones are not counted. */
export const reportsMax = 120;
export const reportsPerMs = 60_000;
const networksMax = 10_000;
/**
 * Maximum number of hosts and sources per network and day. An office needs fewer, and one network can only use a small
 * part of the day's limits.
 */
export const namesOfNetworkMax = 40;
const dayMs = 24 * 60 * 60 * 1000;
const listedForMs = 10_000;

/** Information about a visit in a page request. */
export interface PageRequest {
  /** Path and query. */
  target: string;
  referrer: string | undefined;
  userAgent: string | undefined;
  /**
   * Returns the visitor's network; undefined if all visitors seem to have the same network, for example behind an
   * untrusted proxy.
   */
  networkOf?(): string | undefined;
}

/**
 * Origin of a page view, according to its referrer. A view that comes from another page of the site belongs to a visit
 * that was already counted.
 */
interface Origin {
  isOwn: boolean;
  host: string;
}

const direct: Origin = { isOwn: false, host: '' };

/** Counts views of public pages in memory, and adds them to the database every few seconds. */
export function createTraffic(
  db: Database,
  options: {
    /** Returns whether an origin is the site's own. */
    isOwnOrigin(origin: string): boolean;
    /** Returns the paths of all public pages. */
    listPages(): Promise<string[]>;
    getTimeZone(): Promise<string>;
    onFailure(error: unknown): void;
    /** Replaces the daily limits in tests. */
    limits?: DayLimits;
    now?: () => number;
  },
) {
  const { now = Date.now, limits = dayLimits } = options;
  const tally = new Tally();
  const robots = new LRUCache<string, boolean>({ max: userAgentsMax });
  const reports = new LRUCache<string, { count: number }>({ max: networksMax, ttl: reportsPerMs });
  const namesOf = new LRUCache<string, Set<string>>({ max: networksMax, ttl: dayMs });
  const origins = new LRUCache<string, Origin>({ max: userAgentsMax });
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let listed: { until: number; pages: Promise<ReadonlySet<string>> } | undefined;

  /** Returns whether a user agent belongs to a program, not to a browser. */
  function isRobot(userAgent: string | undefined): boolean {
    if (!userAgent || userAgent.length > userAgentMax) return true;
    const known = robots.get(userAgent);
    if (known !== undefined) return known;
    const found = isbot(userAgent);
    robots.set(userAgent, found);
    return found;
  }

  function originOf(referrer: string): Origin {
    const end = referrer.indexOf('/', referrer.indexOf('://') + 3);
    const origin = end === -1 ? referrer : referrer.slice(0, end);
    const known = origins.get(origin);
    if (known) return known;
    const found = { isOwn: options.isOwnOrigin(origin), host: hostOfReferrer(origin) };
    if (origin.length <= userAgentMax) origins.set(origin, found);
    return found;
  }

  /** Returns the names of a visit. Too many names from one network are counted as 'other'. */
  function withinNetwork(
    { host, source }: { host: string; source: string },
    networkOf: PageRequest['networkOf'],
  ) {
    const network = source ? networkOf?.() : undefined;
    if (network === undefined) return { host, source };
    const names = namesOf.get(network) ?? new Set<string>();
    if (names.size === 0) namesOf.set(network, names);
    const admit = (name: string) => {
      if (!name || names.has(name)) return name;
      if (names.size >= namesOfNetworkMax) return otherSource;
      names.add(name);
      return name;
    };
    return { host: admit(host), source: admit(source) };
  }

  function listPages(): Promise<ReadonlySet<string>> {
    const pages = options.listPages().then((paths) => new Set(paths));
    listed = { until: now() + listedForMs, pages };
    return pages;
  }

  /** The list of pages is cached for a few seconds. */
  const publicPages = () => (listed && listed.until > now() ? listed.pages : listPages());

  async function store(): Promise<void> {
    if (tally.size === 0) return;
    const taken = tally.take();
    try {
      const [pages, timeZone] = await Promise.all([listPages(), options.getTimeZone()]);
      await storePageViews(db, taken, { timeZone, pages, limits });
    } catch (error) {
      tally.putBack(taken);
      throw error;
    }
  }

  /**
   * Stores the counts so far. First waits for a run in progress, because that run may have begun before the latest
   * view.
   */
  async function flush(): Promise<void> {
    const before = flushing;
    const run = (async () => {
      // A failure of that run is handled by its own caller.
      await before?.catch(() => undefined);
      await store();
    })();
    flushing = run;
    try {
      await run;
    } finally {
      if (flushing === run) flushing = undefined;
    }
  }

  return {
    /** Counts a page that was sent. Called for every page request, when only its headers are known. */
    count({ target, referrer, userAgent, networkOf }: PageRequest): void {
      if (isRobot(userAgent)) return;
      const queryAt = target.indexOf('?');
      const page = queryAt === -1 ? target : target.slice(0, queryAt);
      const { isOwn, host } = referrer ? originOf(referrer) : direct;
      if (isOwn) tally.add({ page, host: '', source: '' }, now(), 1, 0);
      else {
        const named = { host, source: utmSourceOf(target) || host };
        tally.add({ page, ...withinNetwork(named, networkOf) }, now(), 1, 1);
      }
    },

    /** Counts a navigation within a visit that a browser reports. @returns whether the network is within its limit */
    async countNavigation(report: {
      page: string;
      userAgent: string;
      network: string;
    }): Promise<boolean> {
      const reported = reports.get(report.network) ?? { count: 0 };
      if (reported.count === 0) reports.set(report.network, reported);
      reported.count += 1;
      if (reported.count > reportsMax) return false;
      if (isRobot(report.userAgent)) return true;
      // Checks the path first, because a browser can report any path.
      if ((await publicPages()).has(report.page)) {
        tally.add({ page: report.page, host: '', source: '' }, now(), 1, 0);
      }
      return true;
    },

    start(): void {
      let isFailing = false;
      const run = () =>
        flush().then(
          () => {
            isFailing = false;
          },
          (error: unknown) => {
            // Reports an outage only once, instead of every few seconds.
            if (!isFailing) options.onFailure(error);
            isFailing = true;
          },
        );
      timer ??= setInterval(() => void run(), flushEveryMs).unref();
    },

    flush,

    /** Stores the counts that remain. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush().catch(options.onFailure);
    },
  };
}

export type Traffic = ReturnType<typeof createTraffic>;
