import { setTimeout as delay } from 'node:timers/promises';

import type postgres from 'postgres';

import { contactMessage, quoteRequest } from '~/testing/requests';

const writersDefault = 8;
const patienceMs = 15_000;
const pauseMs = 15;
const retryMs = 60;

/** Observations of the writers. Times are those of performance.now. */
export interface LoadReport {
  /** Ids with which keys were acknowledged, and their tables. */
  acknowledged: Map<string, { table: 'quotes' | 'contact_messages'; id: number }>;
  /** Keys that were acknowledged with two different ids. */
  contradicted: string[];
  /** Number of responses by status. */
  statuses: Map<number, number>;
  /** Number of requests without a response: refused, reset or too late. */
  unanswered: number;
  /** Milliseconds until each write was acknowledged. */
  times: number[];
  lastAcknowledgedAt: number;
}

export interface Load {
  report: LoadReport;
  /** Resolves to the milliseconds until a write that was sent after the call is acknowledged. */
  untilAcknowledged(timeoutMs?: number): Promise<number>;
  stop(): Promise<void>;
}

let runs = 0;

/**
 * Starts writers that send quotes and messages like careful clients: each with a key, repeated until it is
 * acknowledged, and from its own IP address.
 */
export function startLoad(url: string, writers = writersDefault): Load {
  runs += 1;
  const run = `t${process.pid.toString(36)}-${runs}`;
  const report: LoadReport = {
    acknowledged: new Map(),
    contradicted: [],
    statuses: new Map(),
    unanswered: 0,
    times: [],
    lastAcknowledgedAt: 0,
  };
  let isOver = false;
  let sentAfter = 0;
  let waiter: (() => void) | undefined;

  async function send(table: 'quotes' | 'contact_messages', key: string): Promise<boolean> {
    const email = `${key}@load.example`;
    const body =
      table === 'quotes'
        ? quoteRequest({ name: key, email })
        : contactMessage({ firstName: key, email });
    const sentAt = performance.now();
    let status: number;
    let answer: { id?: number };
    try {
      const response = await fetch(`${url}/api/${table === 'quotes' ? 'quotes' : 'contact'}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
          'X-Forwarded-For': key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      });
      status = response.status;
      answer = (await response.json()) as { id?: number };
    } catch {
      report.unanswered += 1;
      return false;
    }
    report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1);
    if (status !== 200 || answer.id === undefined) return false;
    const before = report.acknowledged.get(key);
    if (before && before.id !== answer.id) report.contradicted.push(key);
    report.acknowledged.set(key, { table, id: answer.id });
    report.lastAcknowledgedAt = performance.now();
    report.times.push(report.lastAcknowledgedAt - sentAt);
    if (sentAt >= sentAfter) waiter?.();
    return true;
  }

  async function write(worker: number): Promise<void> {
    for (let n = 0; !isOver; n += 1) {
      const table = n % 3 === 2 ? 'contact_messages' : 'quotes';
      const key = `${run}-${worker}-${n}`;
      while (!(await send(table, key)) && !isOver) await delay(retryMs);
      // Sometimes repeats an acknowledged request, as after a lost response.
      if (n % 10 === 0 && !isOver) await send(table, key);
      await delay(pauseMs);
    }
  }

  const all = Promise.all(Array.from({ length: writers }, (_, worker) => write(worker)));
  return {
    report,
    async untilAcknowledged(timeoutMs = 60_000) {
      const from = performance.now();
      sentAfter = from;
      const done = new Promise<void>((resolve) => {
        waiter = resolve;
      });
      const late = Symbol('late');
      const first = await Promise.race([done, delay(timeoutMs, late)]);
      if (first === late) throw new Error(`no write was acknowledged within ${timeoutMs} ms`);
      return performance.now() - from;
    },
    async stop() {
      isOver = true;
      await all;
    },
  };
}

/** Compares acknowledged leads with stored ones. Each stored lead must be in the inbox with its due time. */
export async function audit(
  sql: postgres.Sql,
  report: LoadReport,
): Promise<{ lost: number; duplicated: number }> {
  let lost = 0;
  let duplicated = report.contradicted.length;
  for (const table of ['quotes', 'contact_messages'] as const) {
    const keys = [...report.acknowledged].filter(([, one]) => one.table === table);
    // The name of each lead is its key.
    const column = table === 'quotes' ? 'name' : 'first_name';
    const rows = await sql<{ key: string; ids: number[] }[]>`
      select ${sql(column)} as key, array_agg(id) as ids from ${sql(table)}
      where email like '%@load.example' group by 1`;
    const stored = new Map(rows.map((row) => [row.key, row.ids]));
    for (const [key, { id }] of keys) if (!stored.get(key)?.includes(id)) lost += 1;
    for (const ids of stored.values()) if (ids.length > 1) duplicated += 1;
  }
  // Only leads of this load are counted, because samples of the demo are answered and have no due time.
  const [outside] = await sql`
    select count(*)::int as leads from (
      select from quotes where email like '%@load.example'
        and not exists (select from conversations where quote_id = quotes.id and due_at is not null)
      union all
      select from contact_messages where email like '%@load.example'
        and not exists (select from conversations where contact_message_id = contact_messages.id and due_at is not null)
    ) leads`;
  return { lost: lost + outside?.leads, duplicated };
}
