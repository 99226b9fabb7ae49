import { sql } from 'drizzle-orm';

import type {
  AdminStats,
  ChartPoint,
  ChartSpan,
  RecentActivity,
  Waiting,
} from '~/contract/admin/admin-schema';
import { centsPerUnit, centsToAmount } from '~/contract/common/currencies';
import { isLiveSubscription } from '~/server/features/billing/figures';
import { isNewsQuote } from '~/server/features/leads/quotes/merged';
import { isNewsRow } from '~/server/features/leads/submissions';
import {
  netPaidElsewhere,
  netPaidHereCents,
  otherSums,
  ownCurrency,
} from '~/server/features/payments/figures';
import { nameOf } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import type { createToday } from './today';

/** Intervals of each chart: their length in PostgreSQL, and their number. */
const spans: Record<ChartSpan, { step: 'day' | 'week' | 'month'; count: number }> = {
  '30d': { step: 'day', count: 30 },
  '12w': { step: 'week', count: 12 },
  '12m': { step: 'month', count: 12 },
};

type ActivityRow = {
  id: string;
  description: string;
  time: Date | string;
  /** Record to which the activity refers; null if the record no longer exists. */
  about: string | null;
  /** The admin who made the change; null for clients and the system. */
  actor: string | null;
};

/** Maximum number of changes that are read for grouping. */
const foldedMax = 500;

/** SQL that equals `shownName`, for a user in a query. */
const nameOfClient = sql`coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)`;

/** Creates the data of the panel's dashboard: figures, charts and recent activity. */
export function createOverview(db: Database) {
  return {
    async stats(): Promise<AdminStats> {
      const [row] = await db.execute<{
        users: number;
        revenue: string;
        currency: string;
        elsewhere: { currency: string; cents: number }[] | null;
        subscriptions: number;
        pending: number;
      }>(sql`
        select
          (select count(*)::int from users where not is_admin) as users,
          (select ${netPaidHereCents} from payments) as revenue, ${ownCurrency} as currency,
          ${netPaidElsewhere(sql`true`)} as elsewhere,
          (select count(*)::int from subscriptions where ${isLiveSubscription}) as subscriptions,
          (select count(*)::int from service_requests where status = 'pending') as pending`);
      return {
        totalUsers: row?.users ?? 0,
        totalRevenue: centsToAmount(Number(row?.revenue ?? 0), row?.currency ?? ''),
        ...otherSums(row?.elsewhere),
        activeSubscriptions: row?.subscriptions ?? 0,
        pendingRequests: row?.pending ?? 0,
      };
    },

    /**
     * Returns the numbers of new leads (without spam), new requests, testimonials to publish and
     * proposed changes.
     */
    async waiting(): Promise<Waiting> {
      const [row] = await db.execute<{ [Key in keyof Waiting]: Waiting[Key] }>(sql`
        select
          (select count(*)::int from quotes where status = 'pending' and ${isNewsQuote}) as quotes,
          (select count(*)::int from contact_messages where status = 'unread' and ${isNewsRow}) as messages,
          (select count(*)::int from service_requests where status = 'pending') as requests,
          (select count(*)::int from testimonials where consent_means is not null and not is_published
            and deleted_at is null) as testimonials,
          (select count(*)::int from proposed_changes where expires_at > now()) as settings`);
      return row ?? { quotes: 0, messages: 0, requests: 0, testimonials: 0, settings: 0 };
    },

    /**
     * Returns the number of leads (without spam) and the revenue in the agency's currency for each
     * interval until now, in UTC.
     */
    async chart(span: ChartSpan): Promise<ChartPoint[]> {
      const { step, count } = spans[span];
      const width = sql.raw(`interval '1 ${step}'`);
      const unit = sql.raw(`'${step}'`);
      const rows = await db.execute<{
        from: string;
        leads: number;
        revenue: string;
        currency: string;
      }>(sql`
        with steps as (
          select generate_series(
            date_trunc(${unit}, now() at time zone 'UTC') - ${count - 1} * ${width},
            date_trunc(${unit}, now() at time zone 'UTC'), ${width}) as since
        ), leads as (
          select date_trunc(${unit}, created_at at time zone 'UTC') as since, count(*) as n from (
            select created_at from quotes where ${isNewsQuote}
            union all select created_at from contact_messages where ${isNewsRow}
          ) arrived where created_at > now() - ${count + 1} * ${width} group by 1
        ), paid as (
          select date_trunc(${unit}, paid_at at time zone 'UTC') as since, ${netPaidHereCents} as cents
          from payments where paid_at > now() - ${count + 1} * ${width} group by 1
        )
        select to_char(steps.since, 'YYYY-MM-DD') as from,
          coalesce(leads.n, 0)::int as leads, coalesce(paid.cents, 0) as revenue, ${ownCurrency} as currency
        from steps left join leads using (since) left join paid using (since) order by since`);
      return rows.map((row) => ({
        from: row.from,
        leads: row.leads,
        revenue: Number(row.revenue) / centsPerUnit(row.currency),
      }));
    },

    /** Returns changes by admins and actions of clients, newest first. Consecutive changes by one admin count as one. */
    async activities(limit: number): Promise<RecentActivity[]> {
      const rows = await db.execute<ActivityRow>(sql`
        (select 'change:' || id as id, description, created_at as time,
            case when action not like '%.deleted' then nullif(about, '') end as about,
            case when actor_name <> ${nameOf('system')} then actor_name end as actor
          from audit_log order by created_at desc, id desc limit ${foldedMax})
        union all
        (select 'quote:' || id, 'New quote request from ' || name, created_at, 'quote:' || id, null
          from quotes where ${isNewsQuote} order by created_at desc, id desc limit ${limit})
        union all
        (select 'message:' || id, 'New message from ' || first_name || ' ' || last_name, created_at, 'message:' || id, null
          from contact_messages where ${isNewsRow} order by created_at desc, id desc limit ${limit})
        union all
        (select 'request:' || r.id, 'New service request from ' || ${nameOfClient} || ': ' || r.title, r.created_at, 'request:' || r.id, null
          from service_requests r join users u on u.id = r.user_id order by r.created_at desc, r.id desc limit ${limit})
        union all
        (select 'payment:' || p.id, 'Payment from ' || coalesce(${nameOfClient}, i.client_name) || ': ' || p.description, coalesce(p.paid_at, p.created_at),
            coalesce('invoice:' || p.invoice_id, 'user:' || p.user_id), null
          from payments p left join users u on u.id = p.user_id left join invoices i on i.id = p.invoice_id
          where p.status = 'completed'
          order by p.created_at desc, p.id desc limit ${limit})
        union all
        (select 'event:' || e.id, 'Proposal ' || p.number || case e.kind
            when 'viewed' then ' was opened by ' || p.client_name
            else ' for ' || p.client_name || ' expired' end, e.created_at, 'proposal:' || p.id, null
          from document_events e join proposals p on p.id = e.proposal_id
          where e.kind in ('viewed', 'expired') order by e.id desc limit ${limit})
        union all
        (select 'event:' || e.id, 'Invoice ' || i.number || ' for ' || i.client_name || case e.kind
            when 'paid' then ' was paid in full'
            when 'returned' then ': the bank returned a payment'
            else ' was issued' end, e.created_at, 'invoice:' || i.id, null
          from document_events e join invoices i on i.id = e.invoice_id
          where e.kind = 'paid' or (e.kind in ('issued', 'returned') and e.author = '')
          order by e.id desc limit ${limit})
        union all
        (select 'user:' || u.id, ${nameOfClient} || case when u.email_verified_at is null
            then ' was added as a client' else ' signed up' end, u.created_at, 'user:' || u.id, null
          from users u where not u.is_admin order by u.created_at desc, u.id desc limit ${limit})
        order by time desc, id desc`);
      return foldChanges(rows).slice(0, limit);
    },
  };
}

/** Groups consecutive changes by one admin, so that an afternoon of edits does not push out new leads. */
function foldChanges(rows: Iterable<ActivityRow>): RecentActivity[] {
  const runs: { newest: ActivityRow; more: number }[] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last && row.actor !== null && row.actor === last.newest.actor) last.more += 1;
    else runs.push({ newest: row, more: 0 });
  }
  return runs.map(({ newest, more }) => ({
    id: newest.id,
    description:
      more === 0
        ? newest.description
        : `${newest.description}, and ${more} more ${more === 1 ? 'change' : 'changes'}`,
    time: new Date(newest.time).toISOString(),
    ...(newest.about && { about: newest.about }),
  }));
}

export type Overview = ReturnType<typeof createOverview> & ReturnType<typeof createToday>;
