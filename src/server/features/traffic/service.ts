import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

import type { Database } from '~/server/platform/db/client';
import { hostOfReferrer, utmSourceOf } from './sources';
import { type DayLimits, dayLimits, storeViews } from './store';
import { Tally } from './tally';

const flushEveryMs = 5_000;
const userAgentsMax = 1_000;
/** Longer ones are no browser's. */
const userAgentMax = 500;
/** Reports of navigations by one network: more are not counted. */
export const reportsMax = 120;
export const reportsPerMs = 60_000;
const networksMax = 10_000;
const listedForMs = 10_000;

/** What a request for a page says about its visit. */
export interface PageRequest {
  /** Path and query. */
  target: string;
  referrer: string | undefined;
  userAgent: string | undefined;
}

/** What a referrer says. From a page of this site, the view is part of a visit that was counted. */
interface Origin {
  isOwn: boolean;
  host: string;
}

const direct: Origin = { isOwn: false, host: '' };

/** Counts views of public pages: in memory at first, and every few seconds into the database. */
export function createTraffic(
  db: Database,
  options: {
    /** Whether an origin is this site's own. */
    isOwnOrigin(origin: string): boolean;
    /** The paths of all public pages. */
    listPages(): Promise<string[]>;
    getTimeZone(): Promise<string>;
    onFailure(error: unknown): void;
    /** Replaces the limits of a day, in tests. */
    limits?: DayLimits;
    now?: () => number;
  },
) {
  const { now = Date.now, limits = dayLimits } = options;
  const tally = new Tally();
  const robots = new LRUCache<string, boolean>({ max: userAgentsMax });
  const reports = new LRUCache<string, { count: number }>({ max: networksMax, ttl: reportsPerMs });
  const origins = new LRUCache<string, Origin>({ max: userAgentsMax });
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let listed: { until: number; pages: Promise<ReadonlySet<string>> } | undefined;

  /** Browsers name themselves; what does not is a program. */
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

  function listPages(): Promise<ReadonlySet<string>> {
    const pages = options.listPages().then((paths) => new Set(paths));
    listed = { until: now() + listedForMs, pages };
    return pages;
  }

  /** Not older than some seconds. */
  const publicPages = () => (listed && listed.until > now() ? listed.pages : listPages());

  async function store(): Promise<void> {
    if (tally.size === 0) return;
    const taken = tally.take();
    try {
      const [pages, timeZone] = await Promise.all([listPages(), options.getTimeZone()]);
      await storeViews(db, taken, { timeZone, pages, limits });
    } catch (error) {
      tally.putBack(taken);
      throw error;
    }
  }

  /** Stores what was counted so far. Waits for a run under way, which may have begun before the last view. */
  async function flush(): Promise<void> {
    const before = flushing;
    const run = (async () => {
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
    /** Counts a page that was sent. Runs on every request for one, before anything is known of it but its headers. */
    count({ target, referrer, userAgent }: PageRequest): void {
      if (isRobot(userAgent)) return;
      const queryAt = target.indexOf('?');
      const page = queryAt === -1 ? target : target.slice(0, queryAt);
      const { isOwn, host } = referrer ? originOf(referrer) : direct;
      if (isOwn) tally.add({ page, host: '', source: '' }, now(), 1, 0);
      else tally.add({ page, host, source: utmSourceOf(target) || host }, now(), 1, 1);
    },

    /** Counts a navigation that a browser reports, within a visit. @returns whether the network may report as many */
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
      // Checked before it is kept: this path is the browser's word.
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
            // Once for each outage, not every few seconds.
            if (!isFailing) options.onFailure(error);
            isFailing = true;
          },
        );
      timer ??= setInterval(() => void run(), flushEveryMs).unref();
    },

    flush,

    /** Stores what is left. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush().catch(options.onFailure);
    },
  };
}

export type Traffic = ReturnType<typeof createTraffic>;
