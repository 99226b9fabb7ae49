import { setTimeout as delay } from 'node:timers/promises';

import type { CacheTag } from '~/server/platform/cache/cache-tags';
import type { ResponseCache } from '~/server/platform/cache/response-cache';
import { connect } from '~/server/platform/db/client';
import type { Log } from '~/server/platform/log';
import { withTimeout } from '~/server/platform/timeout';
import { presenceLock } from './presence';
import type { ThreadNotice } from './thread-stream';

/** Changes to content that visitors see, and changes that only the panel shows. */
const contentChannel = 'content_changed';
const panelChannel = 'panel_changed';
const threadChannel = 'thread_changed';
const retryMs = 500;
const patienceMs = 1_000;
/** A start that cannot listen by then ends with the reason. */
const startPatienceMs = 10_000;

export interface Changes {
  /** Resolves once every change committed before has been received. */
  heard(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens for changes of all instances and invalidates the responses that they affect. Nothing cached is
 * served while the connection is down. (The driver's own `listen` does not report a broken connection, hence a
 * separate one.)
 */
export async function listenForChanges(
  databaseUrl: string,
  cache: ResponseCache,
  log: Log,
  {
    onChange = () => {},
    threads,
  }: {
    onChange?: (table: string) => void;
    /** Receives events of threads; its number is locked while this connection lives. */
    threads?: {
      instance: number;
      publish(notice: ThreadNotice): void;
      /** After the connection was lost: what was announced meanwhile is not known. */
      resync(): void;
    };
  } = {},
): Promise<Changes> {
  let stopping = false;
  let subscribing = false;
  let wasConnected = false;
  const sql = connect(databaseUrl, {
    max: 1,
    keepOpen: true,
    onnotify: (channel, table) => {
      if (channel === threadChannel) {
        threads?.publish(JSON.parse(table) as ThreadNotice);
        return;
      }
      if (channel === contentChannel) cache.invalidate(table as CacheTag);
      onChange(table);
    },
    onclose: () => {
      if (stopping || subscribing) return;
      cache.suspend();
      log.warn('lost the line on which content changes are announced');
      void subscribe();
    },
  });

  async function subscribe() {
    subscribing = true;
    const begunAt = performance.now();
    while (!stopping) {
      try {
        // In this order, without waiting for each.
        await Promise.all([
          threads && sql`select pg_advisory_lock_shared(${presenceLock}, ${threads.instance})`,
          threads && sql`listen ${sql(threadChannel)}`,
          sql`listen ${sql(contentChannel)}`,
          sql`listen ${sql(panelChannel)}`,
        ]);
        if (wasConnected) threads?.resync();
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
    // On one connection, notifications are delivered before the response to a later query.
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
