import type { Content } from './features/content/content';
import { listPublicPages } from './features/seo/public-pages';
import type { Settings } from './features/settings/settings.service';
import { hostOfReferrer } from './features/traffic/sources';
import { createTraffic } from './features/traffic/traffic.service';
import type { Database } from './platform/db/client';
import type { Log } from './platform/log';

/** Creates the counter of page views. Only existing pages are counted. */
export const createTrafficCount = (
  db: Database,
  about: {
    content: Content;
    settings: Settings;
    log: Log;
    /** Host of the site. */
    host: string;
    isOwnOrigin(origin: string): boolean;
  },
) => {
  const { content, settings, log, host, isOwnOrigin } = about;
  return createTraffic(db, {
    // Accepts http and https, because a proxy may not have redirected yet.
    isOwnOrigin: (origin) => isOwnOrigin(origin) || hostOfReferrer(origin) === host,
    listPages: async () =>
      (await listPublicPages({ ...content, settings })).map(({ path }) => path),
    getTimeZone: async () => (await settings.getResponseTimes()).timeZone,
    onFailure: (error) => log.warn({ err: error }, 'page views are not stored yet'),
  });
};
