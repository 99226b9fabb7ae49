import { setTimeout as delay } from 'node:timers/promises';

import type { CacheTag } from '~/server/platform/cache/cache-tags';
import type { ResponseCache } from '~/server/platform/cache/response-cache';
import { connect } from '~/server/platform/db/client';
import type { Log } from '~/server/platform/log';
import { withTimeout } from '~/server/platform/timeout';

/** Changes to what visitors see, and to what admins alone do. */
const contentChannel = 'content_changed';
const panelChannel = 'panel_changed';
const retryMs = 500;
const patienceMs = 1_000;

export interface Changes {
  /** Resolves once everything committed before has been received. */
  heard(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens for content changes of all instances and drops the responses that they affect. While
 * the connection is down nothing cached is served. (The driver's own `listen` reports nothing when its connection
 * breaks, hence a connection of its own.)
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
    // What was announced to a line leaves on it before the answer to a question that is asked later.
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
