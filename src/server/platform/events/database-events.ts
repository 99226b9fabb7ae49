import { setTimeout as delay } from 'node:timers/promises';

import type { CacheTag } from '~/server/platform/cache/cache-tags';
import type { ResponseCache } from '~/server/platform/cache/response-cache';
import { connect } from '~/server/platform/db/client';
import type { Log } from '~/server/platform/log';
import { withTimeout } from '~/server/platform/timeout';
import type { Announcement, LiveStream } from './live-stream';
import { presenceLock } from './presence';

/** Notification channels: for changed tables of public content, and for changed records of clients and the agency. */
const contentChannel = 'content_changed';
const recordChannel = 'record_changed';
const retryMs = 500;
const patienceMs = 1_000;
/** Milliseconds after which startup fails with the reason if listening does not work. */
const startPatienceMs = 10_000;

export interface Changes {
  /** Resolves once this instance has received all changes that were committed before the call. */
  heard(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens for changes by all instances, and invalidates the responses that they affect. While the connection is down,
 * nothing is served from the cache. (Uses a separate connection, because the driver's own `listen` does not report a
 * broken one.)
 */
export async function listenForChanges(
  databaseUrl: string,
  cache: ResponseCache,
  log: Log,
  {
    instance,
    onContent = () => {},
    stream,
  }: {
    /** Number of the advisory lock that this connection holds while it is open. */
    instance?: number;
    onContent?: (table: string) => void;
    stream?: Pick<LiveStream, 'publish' | 'resync'>;
  } = {},
): Promise<Changes> {
  let stopping = false;
  let subscribing = false;
  let wasConnected = false;
  const sql = connect(databaseUrl, {
    max: 1,
    keepOpen: true,
    onnotify: (channel, payload) => {
      if (channel === recordChannel) {
        stream?.publish(JSON.parse(payload) as Announcement);
        return;
      }
      cache.invalidate(payload as CacheTag);
      onContent(payload);
      stream?.publish({ topic: payload });
    },
    onclose: () => {
      if (stopping || subscribing) return;
      cache.suspend();
      log.warn('lost the connection for change announcements');
      void subscribe();
    },
  });

  async function subscribe() {
    subscribing = true;
    const begunAt = performance.now();
    while (!stopping) {
      try {
        // Sends the statements in this order, but does not wait for each response.
        await Promise.all([
          instance && sql`select pg_advisory_lock_shared(${presenceLock}, ${instance})`,
          sql`listen ${sql(contentChannel)}`,
          sql`listen ${sql(recordChannel)}`,
        ]);
        if (wasConnected) stream?.resync();
        wasConnected = true;
        cache.resume();
        break;
      } catch (error) {
        if (!wasConnected && performance.now() - begunAt > startPatienceMs) {
          stopping = true;
          await sql.end({ timeout: 1 });
          throw error;
        }
        await delay(retryMs);
      }
    }
    subscribing = false;
  }

  await subscribe();
  return {
    // On one connection, notifications arrive before the response to a later query.
    heard: async () => {
      if (subscribing || stopping) return;
      await withTimeout(sql`select`, patienceMs).catch(() => undefined);
    },
    stop: async () => {
      stopping = true;
      await sql.end({ timeout: 1 });
    },
  };
}
