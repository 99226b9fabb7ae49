import { sql } from 'drizzle-orm';

import { dateIn } from '~/contract/common/dates';
import {
  type CountedClaims,
  countedKeys,
  countedMin,
  type OfferedClaims,
} from '~/contract/settings/counted-claims-schema';
import { shareInWords, timeInWords } from '~/contract/settings/response-times';
import type { Database } from '~/server/platform/db/client';
import { settings } from '~/server/platform/db/schema/settings';
import type { SettingsReader } from './settings.service';

interface Measured {
  answered: number;
  medianMinutes: number | null;
  keptShare: number | null;
}

/** Counts claims from the agency's own records. */
export function createCountedClaims(
  db: Database,
  options: {
    settings: Pick<SettingsReader, 'getCounted' | 'getBrand' | 'getResponseTimes'>;
    /** Returns how leads of the last 90 days were answered. */
    measure(now: Date): Promise<Measured>;
  },
) {
  const { measure } = options;

  return {
    /**
     * Counts claims, and stores the result as a setting, which invalidates cached pages. Stores at most once a day, and
     * only if a count has changed.
     *
     * @returns an empty text
     */
    async count(now = new Date()): Promise<string> {
      const { timeZone } = await options.settings.getResponseTimes();
      const on = dateIn(timeZone, now);
      const before = await options.settings.getCounted();
      if (before.on === on) return '';
      const [[done], { answered, medianMinutes, keptShare }] = await Promise.all([
        db.execute<{ projects: number; clients: number }>(sql`
          select count(*)::int as projects, count(distinct coalesce(company_id::text, user_id))::int as clients
          from service_requests where status = 'completed'`),
        measure(now),
      ]);
      const { projects = 0, clients = 0 } = done ?? {};
      // Stores nothing for a new site, where every count is 0.
      if (before.on === '' && projects + clients + answered === 0) return '';
      const value: CountedClaims = {
        on,
        figures: {
          projects: { value: String(projects), cases: projects },
          clients: { value: String(clients), cases: clients },
          ...(medianMinutes !== null && {
            answerTime: { value: timeInWords(medianMinutes), cases: answered },
          }),
          ...(keptShare !== null && {
            answersKept: { value: shareInWords(keptShare), cases: answered },
          }),
        },
      };
      const key = 'countedClaims';
      await db
        .insert(settings)
        .values({ key, value })
        .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: now } });
      return '';
    },

    /** Returns counted claims that an owner can choose instead of typed ones. */
    async offered(now = new Date()): Promise<OfferedClaims> {
      const [{ on, figures }, { foundedYear }] = await Promise.all([
        options.settings.getCounted(),
        options.settings.getBrand(),
      ]);
      return {
        on,
        figures: countedKeys.map((key) => {
          if (key === 'years') {
            const value = `${now.getFullYear() - foundedYear}+`;
            return { key, value, cases: null, isEnough: true };
          }
          const { value = '', cases = 0 } = figures[key] ?? {};
          return { key, value, cases, isEnough: cases >= countedMin };
        }),
      };
    },
  };
}

export type CountedClaimsService = ReturnType<typeof createCountedClaims>;
