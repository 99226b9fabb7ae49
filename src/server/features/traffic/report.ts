import { sql } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import { addDays, dateIn } from '~/contract/common/dates';
import { otherSource } from '~/contract/leads/came-from';
import { sourcesMax, type TrafficPeriod, topPagesMax } from '~/contract/traffic/traffic';
import type { SourceSteps, TrafficReport } from '~/contract/traffic/traffic-schema';
import { isNewsQuote } from '~/server/features/leads/quotes/merged';
import { isNewsRow } from '~/server/features/leads/submissions';
import { isNotDeleted } from '~/server/features/proposals/proposals.rows';
import type { Database } from '~/server/platform/db/client';

/** Maximum number of sources that a query returns. Exceeds the number that can be listed. */
const readMax = 500;

type Counts = Pick<SourceSteps, 'visits' | 'leads' | 'proposals' | 'accepted'>;
const noCounts: Counts = { visits: 0, leads: 0, proposals: 0, accepted: 0 };

interface Steps extends Counts {
  paidCents: Map<string, number>;
}

/** Row of a grouped query, for one source or for the total of all sources. */
type Grouped<Values> = Values & { source: string | null; isTotal: boolean };

/**
 * Reports where leads come from: visits of a period, and the proposals and payments that resulted from the leads of that
 * period.
 */
export function createTrafficReport(
  db: Database,
  options: { getTimeZone(): Promise<string>; now?: () => Date },
) {
  return {
    async read(days: TrafficPeriod): Promise<TrafficReport> {
      const timeZone = await options.getTimeZone();
      const to = dateIn(timeZone, options.now?.() ?? new Date());
      const from = addDays(to, 1 - days);
      const [visits, leads, paid, pages] = await Promise.all([
        readVisits(db, from, to),
        readLeads(db, from, timeZone),
        readPaid(db, from, timeZone),
        readPages(db, from, to),
      ]);
      const steps = new StepsBySource();
      for (const { visits: count, ...row } of visits) steps.of(row).visits = Number(count);
      for (const row of leads) {
        const { leads: count, proposals, accepted } = row;
        Object.assign(steps.of(row), { leads: count, proposals, accepted });
      }
      for (const { currency, cents, ...row } of paid) {
        steps.of(row).paidCents.set(currency, Number(cents));
      }
      return {
        from,
        to,
        sources: steps.listed(),
        total: presented(steps.total),
        pages: pages.map(({ page, views }) => ({ page, views: Number(views) })),
      };
    },
  };
}

export type TrafficReports = ReturnType<typeof createTrafficReport>;

class StepsBySource {
  readonly total: Steps = { ...noCounts, paidCents: new Map() };
  private readonly bySource = new Map<string | null, Steps>();

  of({ source, isTotal }: { source: string | null; isTotal: boolean }): Steps {
    if (isTotal) return this.total;
    const steps = this.bySource.get(source) ?? { ...noCounts, paidCents: new Map() };
    this.bySource.set(source, steps);
    return steps;
  }

  /**
   * Returns the largest sources, and the sum of the others, which is computed as the difference to
   * the total, so that columns always add up.
   */
  listed(): SourceSteps[] {
    const named = [...this.bySource].filter(([source]) => source !== otherSource);
    const kept = named.sort(([, a], [, b]) => byWorth(a, b)).slice(0, sourcesMax);
    const rest: Steps = { ...this.total, paidCents: new Map(this.total.paidCents) };
    for (const [, steps] of kept) {
      for (const step of Object.keys(noCounts) as (keyof Counts)[]) rest[step] -= steps[step];
      for (const [currency, cents] of steps.paidCents) {
        rest.paidCents.set(currency, (rest.paidCents.get(currency) ?? 0) - cents);
      }
    }
    const rows = kept
      .sort(([, a], [, b]) => b.visits - a.visits || byWorth(a, b))
      .map(([source, steps]) => ({ source, ...presented(steps) }));
    const isEmpty = rest.visits === 0 && rest.leads === 0;
    return isEmpty ? rows : [...rows, { source: otherSource, ...presented(rest) }];
  }
}

const byWorth = (a: Steps, b: Steps) =>
  b.accepted - a.accepted || b.leads - a.leads || b.visits - a.visits;

const presented = ({ paidCents, ...counts }: Steps) => ({
  ...counts,
  paid: [...paidCents]
    .filter(([, cents]) => cents !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, cents]) => ({ currency, amount: centsToAmount(cents, currency) })),
});

/** Sorts the total first, because it must not be cut off by the limit. */
const totalFirst = sql`order by grouping(source) desc`;

async function readVisits(db: Database, from: string, to: string) {
  return db.execute<Grouped<{ visits: string }>>(sql`
    select source, grouping(source) = 1 as "isTotal", coalesce(sum(visits), 0) as visits
    from page_views where day between ${from} and ${to}
    group by grouping sets ((source), ()) having grouping(source) = 1 or sum(visits) > 0
    ${totalFirst}, 3 desc, source limit ${readMax}`);
}

/**
 * Selects the leads of the period without spam, together with their proposals: one row for each proposal, and one row
 * for a lead without proposals.
 */
const ledTo = (from: string, timeZone: string) => sql`
  with led as (
    select 'quote ' || quotes.id as lead, lead_source as source,
      proposals.id as proposal, proposals.sent_at, proposals.status
    from quotes left join proposals on proposals.quote_id = quotes.id and ${isNotDeleted}
    where quotes.created_at >= ${from}::timestamp at time zone ${timeZone} and ${isNewsQuote}
    union all
    select 'message ' || contact_messages.id, lead_source,
      proposals.id, proposals.sent_at, proposals.status
    from contact_messages left join proposals
      on proposals.message_id = contact_messages.id and ${isNotDeleted}
    where contact_messages.created_at >= ${from}::timestamp at time zone ${timeZone} and ${isNewsRow}
  )`;

async function readLeads(db: Database, from: string, timeZone: string) {
  return db.execute<Grouped<{ leads: number; proposals: number; accepted: number }>>(sql`
    ${ledTo(from, timeZone)}
    select source, grouping(source) = 1 as "isTotal", count(distinct lead)::int as leads,
      (count(distinct lead) filter (where sent_at is not null))::int as proposals,
      (count(distinct lead) filter (where status = 'accepted'))::int as accepted
    from led group by grouping sets ((source), ())
    ${totalFirst}, accepted desc, leads desc, source limit ${readMax}`);
}

async function readPaid(db: Database, from: string, timeZone: string) {
  return db.execute<Grouped<{ currency: string; cents: string }>>(sql`
    ${ledTo(from, timeZone)}
    select source, grouping(source) = 1 as "isTotal", currency, sum(paid_cents) as cents
    from led join invoices on invoices.proposal_id = led.proposal
    group by grouping sets ((source, currency), (currency)) having sum(paid_cents) <> 0
    ${totalFirst}, cents desc, source, currency limit ${readMax}`);
}

async function readPages(db: Database, from: string, to: string) {
  return db.execute<{ page: string; views: string }>(sql`
    select page, sum(views) as views from page_views
    where day between ${from} and ${to} and page <> ${otherSource}
    group by page order by 2 desc, page limit ${topPagesMax}`);
}
