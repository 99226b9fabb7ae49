import { setTimeout as delay } from 'node:timers/promises';

import type { CacheTag } from '~/server/platform/cache/cache-tags';
import type { ResponseCache } from '~/server/platform/cache/response-cache';
import { connect } from '~/server/platform/db/client';
import type { Log } from '~/server/platform/log';
import { withTimeout } from '~/server/platform/timeout';

/** Changes to content that visitors see, and changes that only the panel shows. */
const contentChannel = 'content_changed';
const panelChannel = 'panel_changed';
const retryMs = 500;
const patienceMs = 1_000;

export interface Changes {
  /** Resolves once every change committed before has been received. */
  heard(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens for content changes of all instances and invalidates the responses that they affect. Nothing cached is
 * served while the connection is down. (The driver's own `listen` does not report a broken connection, hence a
 * separate one.)
 */
export async function listenForChanges(
  databaseUrl: string,
  cache: ResponseCache,
  log: Log,
  onChange: (table: string) => void = () => {},
): Promise<Changes> {
  let stopping = false;
  let subscribing = false;
  const sql = connect(databaseUrl, {
    max: 1,
    keepOpen: true,
    onnotify: (channel, table) => {
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
    while (!stopping) {
      try {
        await sql`listen ${sql(contentChannel)}`;
        await sql`listen ${sql(panelChannel)}`;
        cache.resume();
        break;
      } catch {
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
      await withTimeout(sql`select`, patienceMs).catch(() => {});
    },
    stop: async () => {
      stopping = true;
      await sql.end({ timeout: 1 });
    },
  };
}
