import type { CacheCounts } from '~/server/platform/cache/tagged-cache';
import type { PoolUse } from '~/server/platform/db/pool';
import type { JobRun } from '~/server/platform/jobs/jobs';
import { withTimeout } from '~/server/platform/timeout';

/** Number of waiting items, and age of the oldest one. */
interface Backlog {
  waiting: number;
  oldestSeconds: number;
}

/** Sources that are read when metrics are requested. Request handlers only count integers. */
export interface MetricSources {
  caches(): Record<string, CacheCounts>;
  staleServed(): number;
  filesSent(): number;
  admission(): { inFlight: number; waiting: number; turnedAway: number };
  streams(): number;
  pool(): PoolUse;
  /** Number of writes that the database refused, by SQLSTATE. */
  refusedWrites(): Record<string, number>;
  mailAttempts(): { sent: number; failed: number; givenUp: number };
  /** Backlog of all instances, from the database. */
  mails(): Promise<Backlog>;
  webhookEvents(): Promise<Backlog>;
  incomingMail(): Promise<
    Backlog & {
      unmatched: number;
      /** State of the mailbox; undefined if none is watched. */
      mailbox: { failingSeconds: number } | undefined;
    }
  >;
  jobs(): Promise<JobRun[]>;
}

/** A request that the app has answered. */
export interface AnsweredRequest {
  method: string;
  /** Pattern such as `/api/services/:slug`, never a complete path. */
  route: string;
  status: number;
  seconds: number;
}

/** Milliseconds to wait for the database, so that the other figures are available while it is unreachable. */
const databasePatienceMs = 2_000;

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Creates the Prometheus metrics that docs/metrics.md describes. Imported only if metrics are enabled. */
export async function createMetrics(sources: MetricSources) {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import(
    'prom-client'
  );
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Removes gauges whose names end in `_total`, which should only be the case for counters. Their values by type
  // remain.
  for (const what of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  }

  const requests = new Counter({
    name: 'kestrel_http_requests_total',
    help: 'Requests that the app answered, without what was sent from memory at the HTTP server',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'kestrel_http_request_duration_seconds',
    help: 'Time until the response of such a request was ready; of a stream, until it began',
    labelNames: ['route'],
    buckets: durationBuckets,
    registers,
  });

  /** Exposes a counter that other code stores as a plain integer. */
  function countOf<Label extends string>(
    about: { name: string; help: string; labelNames?: Label[] },
    read: () => [labels: Partial<Record<Label, string>>, value: number][],
  ) {
    new Counter<Label>({
      labelNames: [],
      ...about,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.inc(labels, value);
      },
    });
  }

  function gaugeOf<Label extends string>(
    about: { name: string; help: string; labelNames?: Label[] },
    read: () => [labels: Partial<Record<Label, string>>, value: number][],
  ) {
    new Gauge<Label>({
      labelNames: [],
      ...about,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.set(labels, value);
      },
    });
  }

  countOf(
    {
      name: 'kestrel_cache_lookups_total',
      help: 'Look-ups in a cache: hit, miss, or stale, which means made again after a change',
      labelNames: ['cache', 'result'],
    },
    () =>
      Object.entries(sources.caches()).flatMap(([cache, { hits, misses, stale }]) => [
        [{ cache, result: 'hit' }, hits],
        [{ cache, result: 'miss' }, misses],
        [{ cache, result: 'stale' }, stale],
      ]),
  );
  countOf(
    {
      name: 'kestrel_cache_stale_served_total',
      help: 'Stale responses that were sent, because the database was away or the server too busy',
    },
    () => [[{}, sources.staleServed()]],
  );
  countOf(
    { name: 'kestrel_http_static_files_total', help: 'Files of the build that were sent' },
    () => [[{}, sources.filesSent()]],
  );
  countOf(
    {
      name: 'kestrel_http_requests_turned_away_total',
      help: 'Requests that were answered with 503 or a known page, because the server was too busy',
    },
    () => [[{}, sources.admission().turnedAway]],
  );
  countOf(
    {
      name: 'kestrel_mail_attempts_total',
      help: 'Attempts to send a mail: sent, failed, or given_up, which was the last one',
      labelNames: ['result'],
    },
    () => {
      const { sent, failed, givenUp } = sources.mailAttempts();
      return Object.entries({ sent, failed, given_up: givenUp }).map(([result, count]) => [
        { result },
        count,
      ]);
    },
  );
  countOf(
    {
      name: 'kestrel_database_writes_refused_total',
      help: 'Writes that the database refused, by its code: 25006 read-only, 53100 disk full, 58030 disk fails',
      labelNames: ['code'],
    },
    () => Object.entries(sources.refusedWrites()).map(([code, count]) => [{ code }, count]),
  );
  gaugeOf({ name: 'kestrel_http_requests_in_flight', help: 'Requests being answered' }, () => [
    [{}, sources.admission().inFlight],
  ]);
  gaugeOf(
    { name: 'kestrel_http_requests_waiting', help: 'Requests that wait for their start' },
    () => [[{}, sources.admission().waiting]],
  );
  gaugeOf({ name: 'kestrel_streams_open', help: 'Open streams of server-sent events' }, () => [
    [{}, sources.streams()],
  ]);
  gaugeOf(
    {
      name: 'kestrel_database_connections',
      help: 'Connections of the pool by state: idle, busy, connecting; the rest of its 10 is closed',
      labelNames: ['state'],
    },
    () => {
      const { busy, free } = sources.pool();
      return Object.entries({ busy, free }).map(([state, count]) => [{ state }, count]);
    },
  );
  gaugeOf(
    {
      name: 'kestrel_database_queries_waiting',
      help: 'Queries that wait for a connection of the pool',
    },
    () => [[{}, sources.pool().waiting]],
  );

  const stored = (name: string, help: string) => new Gauge({ name, help, registers });
  const up = stored('kestrel_database_up', 'Whether the database answered this scrape');
  const mailsWaiting = stored('kestrel_mails_waiting', 'Mails that are to be sent');
  const mailsOldest = stored(
    'kestrel_mails_oldest_waiting_seconds',
    'Age of the oldest mail that is to be sent',
  );
  const eventsWaiting = stored(
    'kestrel_webhook_events_waiting',
    "Stripe's events that were stored and not yet applied",
  );
  const eventsOldest = stored(
    'kestrel_webhook_events_oldest_waiting_seconds',
    'Time since the oldest of them was received',
  );
  const incomingWaiting = stored(
    'kestrel_incoming_mails_waiting',
    'Mails that came in and are to be worked on',
  );
  const incomingOldest = stored(
    'kestrel_incoming_mails_oldest_waiting_seconds',
    'Age of the oldest of them',
  );
  const incomingUnmatched = stored(
    'kestrel_incoming_mails_unmatched',
    'Mails that belong to no record and wait for an admin',
  );
  const mailboxFailing = stored(
    'kestrel_mailbox_failing_seconds',
    'For how long the mailbox of answers has not been reached; 0 while it is',
  );
  const ofJobs = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['job'], registers });
  const jobStarted = ofJobs('kestrel_job_started_timestamp_seconds', 'Start of the last run');
  const jobDuration = ofJobs('kestrel_job_duration_seconds', 'Duration of the last finished run');
  const jobFailures = ofJobs('kestrel_job_failures', 'Failed runs since the last that succeeded');
  const fromDatabase = [
    mailsWaiting,
    mailsOldest,
    eventsWaiting,
    eventsOldest,
    incomingWaiting,
    incomingOldest,
    incomingUnmatched,
    mailboxFailing,
  ];
  const ofEachJob = [jobStarted, jobDuration, jobFailures];

  async function readDatabase(): Promise<void> {
    const figures = Promise.all([
      sources.mails(),
      sources.webhookEvents(),
      sources.jobs(),
      sources.incomingMail(),
    ]);
    for (const gauge of ofEachJob) gauge.reset();
    try {
      const [mails, events, jobs, incoming] = await withTimeout(figures, databasePatienceMs);
      up.set(1);
      mailsWaiting.set(mails.waiting);
      mailsOldest.set(mails.oldestSeconds);
      eventsWaiting.set(events.waiting);
      eventsOldest.set(events.oldestSeconds);
      incomingWaiting.set(incoming.waiting);
      incomingOldest.set(incoming.oldestSeconds);
      incomingUnmatched.set(incoming.unmatched);
      mailboxFailing.set(incoming.mailbox?.failingSeconds ?? 0);
      for (const { name: job, startedAt, finishedAt, failed } of jobs) {
        jobStarted.set({ job }, startedAt.getTime() / 1000);
        if (finishedAt) {
          jobDuration.set({ job }, (finishedAt.getTime() - startedAt.getTime()) / 1000);
        }
        jobFailures.set({ job }, failed);
      }
    } catch {
      // The database is unreachable, which this gauge reports.
      up.set(0);
      // Earlier figures would look like current ones, so they are replaced.
      for (const gauge of fromDatabase) gauge.set(Number.NaN);
    }
  }

  return {
    contentType: registry.contentType,

    observe({ method, route, status, seconds }: AnsweredRequest): void {
      const known = knownMethods.has(method) ? method : 'other';
      requests.inc({ route, method: known, status: String(status) });
      durations.observe({ route }, seconds);
    },

    /** Returns all metrics in Prometheus's text format. */
    async read(): Promise<string> {
      await readDatabase();
      // The library writes “Nan”, which is not valid in the format.
      return (await registry.metrics()).replaceAll(/ Nan$/gm, ' NaN');
    },
  };
}

export type Metrics = Awaited<ReturnType<typeof createMetrics>>;
