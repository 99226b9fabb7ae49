import { setTimeout as delay } from 'node:timers/promises';

import type { Log } from '../base/log';
import type { ContentTable } from '../base/shown';
import { connect } from '../db/client';
import type { ReadCache } from './read-cache';

/** Changes to what visitors see, and to what admins alone do. */
const contentChannel = 'content_changed';
const panelChannel = 'panel_changed';
const retryMs = 500;

/**
 * Hears of every change to content, by whichever instance or hand, and drops what showed it. While
 * the line is down nothing kept is believed. (The driver's own `listen` tells nobody when its line
 * breaks, hence one connection of ours.)
 *
 * @returns what ends the listening
 */
export async function listenForChanges(
  databaseUrl: string,
  cache: ReadCache,
  log: Log,
  onChange: (table: string) => void = () => {},
): Promise<() => Promise<void>> {
  let stopping = false;
  let subscribing = false;
  const sql = connect(databaseUrl, {
    max: 1,
    keepOpen: true,
    onnotify: (channel, table) => {
      if (channel === contentChannel) cache.invalidate(table as ContentTable);
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
  return async () => {
    stopping = true;
    await sql.end({ timeout: 1 });
  };
}
