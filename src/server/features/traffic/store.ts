import { sql } from 'drizzle-orm';

import { dateIn } from '~/contract/common/dates';
import { otherSource } from '~/contract/leads/came-from';
import type { Database } from '~/server/platform/db/client';
import type { Tallied } from './tally';

/**
 * Daily limits for names that strangers can invent. Names beyond the limits are counted as 'other', unless they led to
 * a lead or occurred on other days.
 */
export const dayLimits = { hosts: 200, sources: 400, pages: 2_000, rows: 5_000 };
/** Number of earlier days in which visits with a name are looked up. */
const provenDays = 30;
export type DayLimits = typeof dayLimits;

interface Row {
  page: string;
  host: string;
  source: string;
  views: number;
  visits: number;
}

/** Key of the advisory lock that is held while counts are added, so that instances do not exceed the limits together. */
const lockKey = 7_410_021;

/** Adds counts to the rows of their days. Around midnight, the counts are of two days. */
export async function storePageViews(
  db: Database,
  tallied: Tallied[],
  options: { timeZone: string; pages: ReadonlySet<string>; limits: DayLimits },
): Promise<void> {
  const byDay = new Map<string, Row[]>();
  for (const { at, ...row } of tallied) {
    if (row.page !== otherSource && !options.pages.has(row.page)) continue;
    const day = dateIn(options.timeZone, at);
    const rows = byDay.get(day) ?? [];
    byDay.set(day, rows);
    rows.push(row);
  }
  if (byDay.size === 0) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    for (const [day, rows] of byDay) {
      await addRows(tx, day, await withinLimits(tx, day, rows, options.limits));
    }
  });
}

type Transaction = Pick<Database, 'execute'>;

/** Returns the rows, with all names beyond a day's limits counted as 'other'. Each key occurs once. */
async function withinLimits(
  tx: Transaction,
  day: string,
  rows: Row[],
  limits: DayLimits,
): Promise<Row[]> {
  const [known] = await tx.execute<{
    hosts: string[];
    sources: string[];
    pages: string[];
    rows: number;
  }>(sql`
    select coalesce(array_agg(distinct host), '{}') as hosts,
      coalesce(array_agg(distinct source), '{}') as sources,
      coalesce(array_agg(distinct page), '{}') as pages, count(*)::int as rows
    from page_views where day = ${day}`);
  const proven = await provenAmong(tx, day, namesBeyond(rows, known, limits));
  const admit = (names: string[] = [], max: number) => {
    // The limits do not apply to direct visits and 'other'.
    const isNamed = (name: string) => name !== '' && name !== otherSource;
    const admitted = new Set(names.filter(isNamed));
    return (name: string) => {
      if (!isNamed(name) || admitted.has(name) || proven.has(name)) return name;
      if (admitted.size >= max) return otherSource;
      admitted.add(name);
      return name;
    };
  };
  const [host, source, page] = [
    admit(known?.hosts, limits.hosts),
    admit(known?.sources, limits.sources),
    admit(known?.pages, limits.pages),
  ];
  const named = merged(
    rows.map((row) => {
      const admittedHost = host(row.host);
      // If a host is also the source of its visits, both are treated alike.
      const admittedSource = row.source === row.host ? admittedHost : source(row.source);
      return { ...row, host: admittedHost, source: admittedSource, page: page(row.page) };
    }),
  );
  let room = limits.rows - (known?.rows ?? 0);
  if (room >= named.length) return named;
  const stored = await storedAmong(tx, day, named);
  return merged(
    named.map((row) => {
      if (stored.has(keyOf(row))) return row;
      if (room > 0) {
        room -= 1;
        return row;
      }
      return {
        ...row,
        page: otherSource,
        host: row.host && otherSource,
        source: row.source && otherSource,
      };
    }),
  );
}

/** Returns the hosts and sources that are new on this day and exceed the day's limits. */
function namesBeyond(
  rows: Row[],
  known: { hosts: string[]; sources: string[] } | undefined,
  limits: DayLimits,
): string[] {
  const newOf = (stored: string[] = [], names: string[]) =>
    [...new Set(names)].filter((name) => name && name !== otherSource && !stored.includes(name));
  const hosts = newOf(
    known?.hosts,
    rows.map(({ host }) => host),
  );
  const sources = newOf(
    known?.sources,
    rows.map(({ source }) => source),
  );
  const isFull =
    hosts.length + (known?.hosts.length ?? 0) > limits.hosts ||
    sources.length + (known?.sources.length ?? 0) > limits.sources;
  return isFull ? [...hosts, ...sources] : [];
}

/**
 * Returns the names that are known from leads or from visits on other days, which means that no caller has invented
 * them today.
 */
async function provenAmong(tx: Transaction, day: string, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const list = sql`(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`;
  const found = await tx.execute<{ name: string }>(sql`
    select lead_source as name from quotes where lead_source in ${list}
    union select lead_source from contact_messages where lead_source in ${list}
    union select referring_host from quotes where referring_host in ${list}
    union select referring_host from contact_messages where referring_host in ${list}
    union select source from page_views where day >= ${day}::date - ${provenDays}::int and day < ${day} and source in ${list}
    union select host from page_views where day >= ${day}::date - ${provenDays}::int and day < ${day} and host in ${list}`);
  return new Set([...found].map(({ name }) => name));
}

const keyOf = ({ page, host, source }: Row) => `${page}\n${host}\n${source}`;

/** Merges rows with the same key. */
function merged(rows: Row[]): Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const same = byKey.get(keyOf(row));
    if (same) {
      same.views += row.views;
      same.visits += row.visits;
    } else byKey.set(keyOf(row), { ...row });
  }
  return [...byKey.values()];
}

/** Passes the rows as one parameter, so that one statement is enough for any number of rows. */
const asTable = (rows: Row[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as row (page text, host text, source text, views bigint, visits bigint)`;

async function storedAmong(tx: Transaction, day: string, rows: Row[]): Promise<Set<string>> {
  const stored = await tx.execute<{ page: string; host: string; source: string }>(sql`
    select page, host, source from page_views
    join ${asTable(rows)} using (page, host, source) where day = ${day}`);
  return new Set([...stored].map((row) => keyOf({ ...row, views: 0, visits: 0 })));
}

async function addRows(tx: Transaction, day: string, rows: Row[]): Promise<void> {
  await tx.execute(sql`
    insert into page_views (day, page, host, source, views, visits)
    select ${day}::date, page, host, source, views, visits from ${asTable(rows)}
    on conflict (day, page, host, source) do update
      set views = page_views.views + excluded.views, visits = page_views.visits + excluded.visits`);
}
