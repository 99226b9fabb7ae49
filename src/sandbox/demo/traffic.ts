import { inArray, sql } from 'drizzle-orm';

import { addDays, dateIn } from '~/contract/common/dates';
import { leadSourceOf } from '~/server/features/leads/lead-source';
import type { Database } from '~/server/platform/db/client';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { quotes } from '~/server/platform/db/schema/quotes';
import { pageViews } from '~/server/platform/db/schema/traffic';

/** Sources of the sample agency's visitors. Half a year of page views and leads is generated from them. */
interface DemoSource {
  host: string;
  campaign?: { utmSource: string; utmMedium: string; utmCampaign: string };
  /** Number of visits on a working day, at the beginning and today. */
  visits: [first: number, now: number];
  /** Pages on which visits from this source begin. */
  pages: string[];
  /** Emails of the leads from this source. */
  leads: string[];
}

const demoSources: DemoSource[] = [
  {
    host: 'www.google.com',
    visits: [9, 17],
    pages: [
      '/',
      '/services/online-store',
      '/blog/what-a-website-costs',
      '/services/web-application',
    ],
    leads: [
      'hannah@brandt-optik.example',
      'priya@ramanlegal.example',
      'ananya@guptatextiles.example',
      'omar@haddad-tiles.example',
      'daniel@reyes-bakery.example',
    ],
  },
  {
    host: '',
    visits: [7, 9],
    pages: ['/', '/contact'],
    leads: [
      'grace@northlight.example',
      'claire@atelier-dubois.example',
      'maren@skerrow-ferries.example',
    ],
  },
  {
    host: 'duckduckgo.com',
    visits: [2, 4],
    pages: ['/services/accessibility-audit', '/'],
    leads: ['nora@petersen-klinik.example'],
  },
  {
    host: '',
    campaign: { utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'what-a-website-costs' },
    visits: [1, 5],
    pages: ['/blog/what-a-website-costs', '/pricing'],
    leads: ['jonah@whitfield-roasters.example', 'ingrid@solberg-arkitekter.example'],
  },
  {
    host: 'www.linkedin.com',
    visits: [3, 4],
    pages: ['/about', '/careers', '/portfolio'],
    leads: ['samuel@osei-logistics.example', 'peter.hale@example.com'],
  },
  {
    host: 'skerrow-ferries.example',
    visits: [1, 2],
    pages: ['/', '/portfolio'],
    leads: ['liam@harbourbikes.example', 'sofia@marin-yachts.example'],
  },
];

/** Number of later page views per ten visits, by page. */
const furtherPages: [page: string, views: number][] = [
  ['/services', 6],
  ['/portfolio', 5],
  ['/', 4],
  ['/pricing', 3],
  ['/about', 2],
  ['/contact', 2],
  ['/blog', 2],
];

const demoDays = 183;

/** Returns a value from 0 to 1 for a day and a figure. It is the same at each start. */
const varied = (day: number, nth: number): number => ((day * 7919 + nth * 2741) % 1009) / 1009;

type ViewRow = typeof pageViews.$inferInsert;

function viewsOf(day: string, daysAgo: number): ViewRow[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const ofWeekday = weekday === 0 || weekday === 6 ? 0.4 : 1;
  const entries = demoSources.flatMap(({ host, campaign, visits: [first, now], pages }, nth) => {
    const source = campaign?.utmSource ?? host;
    const usual = first + (now - first) * (1 - daysAgo / demoDays);
    const visits = usual * ofWeekday * (0.6 + 0.8 * varied(daysAgo, nth));
    // Half of the visits begin on the first page, half of the remaining ones on the second page, and so on.
    return pages.map((page, rank) => {
      const count = Math.round(visits * 0.5 ** (rank + 1) + varied(daysAgo, nth + rank + 7) * 0.8);
      return { day, page, host, source, views: count, visits: count };
    });
  });
  const visits = entries.reduce((sum, row) => sum + row.visits, 0);
  const further = furtherPages.map(([page, views], nth) => {
    const count = Math.round((visits * views * (0.7 + 0.6 * varied(daysAgo, nth + 31))) / 10);
    return { day, page, host: '', source: '', views: count, visits: 0 };
  });
  const rows = new Map<string, ViewRow>();
  for (const row of [...entries, ...further]) {
    const key = `${row.page} ${row.source}`;
    const same = rows.get(key);
    // Direct visits and views within a visit share one row.
    if (same) same.views += row.views;
    else if (row.views > 0) rows.set(key, row);
  }
  return [...rows.values()];
}

/** Adds page views until yesterday and the source of each sample lead, and links proposals to their leads. */
export async function addTraffic(db: Database): Promise<void> {
  const today = dateIn('UTC', new Date());
  const days = Array.from({ length: demoDays }, (_, nth) => nth + 1);
  await db
    .insert(pageViews)
    .values(days.flatMap((daysAgo) => viewsOf(addDays(today, -daysAgo), daysAgo)));
  for (const { host, campaign, pages, leads } of demoSources) {
    const cameFrom = leadSourceOf({ page: pages[0], host, ...campaign });
    await db.update(quotes).set(cameFrom).where(inArray(quotes.email, leads));
    await db.update(contactMessages).set(cameFrom).where(inArray(contactMessages.email, leads));
  }
  await db.execute(sql`
    update proposals set quote_id = quotes.id from quotes
    where quotes.email = proposals.client_email and quotes.created_at < proposals.created_at
      and proposals.quote_id is null`);
}
