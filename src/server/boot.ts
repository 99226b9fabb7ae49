import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { type Logger, sql } from 'drizzle-orm';

import {
  complaintOf,
  createSamples,
  endDemoSessions,
  findDemoRemains,
  markDemo,
} from '~/sandbox/demo/demo-cleanup';
import { createDemoPlans } from '~/sandbox/demo/demo-plans';
import { fillDemo } from '~/sandbox/demo/fill';
import { createMailViewer } from '~/sandbox/mail-viewer';
import { type AppOptions, createApp } from './app';
import type { AppServices } from './app-services';
import { watchPublication } from './features/content/blog/publishing';
import { createProviders } from './features/identity/oauth';
import { readAuthSecret } from './features/identity/secret';
import { createSeo } from './features/seo/seo.service';
import { startWarnings } from './features/setup/start-warnings';
import { Admission } from './http/admission/admission';
import { iconPath } from './http/brand-routes';
import { drain } from './http/drain';
import { twinHostOf } from './http/own-origin';
import { readStaticFiles, type StaticFiles } from './http/static-files';
import { makeFirstAdmin } from './make-first-admin';
import { paymentsOf } from './payments';
import type { CachedResponse } from './platform/cache/cached-response';
import { ResponseCache } from './platform/cache/response-cache';
import { type DatabaseAccess, databaseAccess } from './platform/db/access';
import { connect, createDatabase, poolUseOf } from './platform/db/client';
import { checkDirectUrl, noStatementTimeout } from './platform/db/direct-url';
import { startEmbeddedPostgres } from './platform/db/embedded';
import { isMigrated, migrate, rejectOtherEncoding } from './platform/db/migrate';
import { watchServerErrors } from './platform/db/server-errors';
import { untilDatabaseAnswers } from './platform/db/wait';
import type { Env } from './platform/env';
import { listenForChanges } from './platform/events/database-events';
import { createLog, type Log } from './platform/log';
import { createMetrics } from './platform/metrics/metrics';
import type { RateLimitName } from './platform/rate-limit/rate-limits';
import { startTracing } from './platform/tracing/start';
import { seed } from './seed/seed';
import { createAppServices } from './services';
import { readPageTags, readTypefaces } from './ssr/assets';

/** Source of the browser's files: the build, or the development server. */
export type Screens = Pick<AppOptions, 'tagsFor' | 'transform' | 'typefaces'> & {
  files: Map<string, CachedResponse>;
  /** Path of the worker thread that lays out documents. Without it, this process lays them out. */
  pdfWorker?: string;
};

/** Reads the build's files for browsers. */
export function readBuild(): Screens & StaticFiles {
  const clientDir = join('dist', 'client');
  return {
    ...readStaticFiles(clientDir),
    tagsFor: readPageTags(clientDir),
    typefaces: readTypefaces(clientDir),
    pdfWorker: join('dist', 'server', 'pdf', 'worker.js'),
  };
}

/** Stops the started services in reverse order. */
export type Stop = () => Promise<void>;

export interface Running {
  app: ReturnType<typeof createApp>;
  services: AppServices;
  cache: ResponseCache;
  files: Map<string, CachedResponse>;
  traffic: AppServices['traffic'];
  /** The site's second host name, with or without `www.`. Requests to it are redirected. */
  twinHost: string | undefined;
  log: Log;
  /**
   * Starts the work that does not belong to a request: emails, recurring jobs and the counting of visits. Called after
   * the first page was served, because this work would delay that page.
   *
   * @param options.jobs false to start no recurring jobs, for tests that run them explicitly
   */
  startWork(options?: { jobs: boolean }): void;
  /** Creates sample clients and their history, once. Only called in demo mode with the sandbox. */
  fillDemo(): Promise<boolean>;
  /**
   * Ends open streams and, after a few seconds, cancels requests to Stripe, so that a stopping server does not wait for
   * them.
   */
  beginStop(): void;
  /** Returns warnings about a degraded setup, for the log at startup. */
  warnings(): Promise<string[]>;
  stop: Stop;
}

/** Starts the embedded database, unless a database URL is configured. */
export async function startDatabase(
  env: Env,
  print: (line: string) => void,
): Promise<DatabaseAccess & { stop: Stop }> {
  const { DATABASE_URL } = env;
  if (DATABASE_URL) {
    return { ...databaseAccess({ ...env, DATABASE_URL }), stop: async () => {} };
  }
  const { url, stop } = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: print });
  return { url, directUrl: url, isPooled: false, stop };
}

/** Assembles the application on a database: schema, seed, services, cache and app. */
export async function assemble(options: {
  env: Env;
  database: DatabaseAccess;
  publicUrl: string;
  screens: Screens;
  print: (line: string) => void;
  log?: Log;
  deadlineMs?: number;
  /** Replaces the default rate limits in tests. */
  rateLimits?: Partial<Record<RateLimitName, number>>;
  /** Replaces the time for which messages are combined into one email, in tests. */
  burstSeconds?: number | undefined;
  /** Logger that receives every SQL statement. */
  logger?: Logger;
  /** Aborts waiting for a database that does not answer or accepts no writes. */
  signal?: AbortSignal;
  /** Counters of the part of the HTTP server that precedes the app, for the metrics. */
  admission?: Admission;
}): Promise<Running> {
  const { env, database, publicUrl, screens, print, deadlineMs } = options;
  const { admission = new Admission() } = options;
  const log = options.log ?? createLog(env.LOG_LEVEL);
  const stopTracing = env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? await startTracing({
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: env.OTEL_EXPORTER_OTLP_HEADERS,
        serviceName: env.OTEL_SERVICE_NAME,
        continuesTraces: env.TRUST_PROXY > 0,
        log,
      })
    : async () => {};
  const client = connect(database.url, database);
  const refusedWrites = watchServerErrors(client, log);
  const db = createDatabase(client, options.logger);
  /** Each step can be repeated, because startup also waits for a database that answers but is full or read-only. */
  const prepare = async () => {
    if (database.isPooled) {
      const { hasStatementTimeout } = await checkDirectUrl(database);
      if (!hasStatementTimeout) print(`${noStatementTimeout.detail}. ${noStatementTimeout.action}`);
    }
    if (!(await isMigrated(client))) {
      await rejectOtherEncoding(client);
      await migrate(database.directUrl, { say: print });
    }
    if (await seed(db, { samples: env.DEMO_MODE }))
      print('Filled the empty database with sample content');
    if (env.DEMO_MODE) return markDemo(db);
    const complaint = complaintOf(await findDemoRemains(db));
    if (complaint) throw new Error(complaint);
    await endDemoSessions(db);
  };
  const whenItAnswers = <T>(attempt: () => Promise<T>) =>
    env.DATABASE_URL ? untilDatabaseAnswers(attempt, print, options.signal) : attempt();
  await whenItAnswers(prepare).catch(async (error: unknown) => {
    await client.end({ timeout: 1 });
    throw error;
  });
  const secret = await readAuthSecret(env);
  const paying = paymentsOf(db, {
    env,
    secret,
    deliver: async (request) => app.fetch(request),
  });
  const services = createAppServices(db, {
    env,
    publicUrl,
    log,
    secret,
    payments: paying.payments,
    samples: createSamples(db),
    rateLimits: options.rateLimits,
    burstSeconds: options.burstSeconds,
    pdfWorker: screens.pdfWorker,
  });
  const { billing, jobs, liveStream, outbox, settings } = services;
  const cache = new ResponseCache();
  const scheduled = (['posts', 'pages'] as const).map((table) => ({
    table,
    ...watchPublication({
      nextPublication: () =>
        (table === 'posts' ? services.blog : services.customPages).nextPublication(),
      onPublished: () => cache.invalidate(table),
    }),
  }));
  const metrics =
    env.METRICS_TOKEN === undefined
      ? undefined
      : await createMetrics({
          caches: () => cache.counts(),
          staleServed: () => cache.staleServed,
          filesSent: () => cache.filesSent,
          admission: () => admission.load(),
          streams: liveStream.openCount,
          pool: () => poolUseOf(client),
          refusedWrites,
          mailAttempts: () => outbox.counts(),
          mails: () => outbox.backlog(),
          webhookEvents: () => billing.eventBacklog(),
          incomingMail: () => services.incomingMail.status(),
          jobs: () => jobs.list(),
        });
  const listening = listenForChanges(database.directUrl, cache, log, {
    instance: services.presence.instance,
    onContent: (table) => {
      for (const one of scheduled) if (one.table === table) one.replan();
    },
    stream: liveStream,
  });
  const ready = Promise.all([
    listening,
    whenItAnswers(() => makeFirstAdmin(services, { env, print, log })),
  ]);
  const { files } = screens;
  // Default icon, unless the agency has its own.
  const icon = files.get(iconPath);
  files.delete(iconPath);
  const app = createApp({
    services,
    icon,
    metrics: metrics && { ...metrics, token: env.METRICS_TOKEN ?? '' },
    seo: createSeo(services, publicUrl),
    cache,
    log,
    publicUrl,
    deadlineMs,
    oauth: { providers: createProviders(env, publicUrl), secret },
    mailViewer: env.DEMO_MODE
      ? createMailViewer(db, {
          tokenOf: services.documentLinks.tokenOf,
          mailer: services.mailer,
          replyToOf: outbox.replyToOf,
        })
      : undefined,
    sandbox: paying.sandbox,
    trustedProxies: env.TRUST_PROXY,
    mailToken: env.INBOUND_WEBHOOK_TOKEN,
    changesHeard: async () => (await listening).heard(),
    isSetUp: () => settings.isSetUp(),
    checkReady: async () => {
      await db.execute(sql`select 1 from settings limit 1`);
    },
    tagsFor: screens.tagsFor,
    typefaces: screens.typefaces,
    transform: screens.transform,
  });
  const [changes] = await ready;
  let givingUp: NodeJS.Timeout | undefined;
  const beginStop = () => {
    liveStream.end();
    givingUp ??= setTimeout(() => paying.giveUp(), stripeGraceMs);
  };
  return {
    app,
    services,
    cache,
    traffic: services.traffic,
    twinHost: twinHostOf(publicUrl),
    files,
    log,
    startWork: (options = { jobs: true }) => {
      outbox.start();
      services.admin.webhooks.start();
      if (options.jobs) jobs.start();
      services.incomingMail.start();
      services.traffic.start();
    },
    fillDemo: async () => {
      const { sandbox } = paying;
      if (!env.DEMO_MODE || !sandbox) return false;
      const { admin, proposals: clientProposals } = services;
      return fillDemo(db, {
        plans: createDemoPlans(billing, sandbox),
        sales: { proposals: admin.proposals, clientProposals, invoices: admin.invoices },
        threads: {
          files: services.files,
          requestThreads: services.requestThreads,
          admin: admin.requestThreads,
        },
      });
    },
    beginStop,
    warnings: () => startWarnings(db, { env, secret }),
    stop: async () => {
      beginStop();
      for (const one of scheduled) one.stop();
      await services.traffic.stop();
      await services.incomingMail.stop();
      await jobs.stop();
      await paying.settle();
      await billing.settle();
      await services.files.moves.settle();
      await services.admin.webhooks.stop();
      await outbox.stop();
      await changes.stop();
      // Silences the errors of work that is still running, such as the creation of samples. It fails when the
      // connections close, and continues at the next start.
      log.level = 'fatal';
      await client.end({ timeout: 1 });
      await stopTracing();
      clearTimeout(givingUp);
      log.flush();
    },
  };
}

/** Milliseconds that requests to Stripe may take during a shutdown. */
const stripeGraceMs = 4_000;
/** Milliseconds after which a shutdown skips to its last step. The whole shutdown must take at most 10 s. */
const stopMs = 8_500;

/**
 * Stops the HTTP server and the background work, within a time limit even if a step hangs. The caller stops the database
 * afterwards.
 */
export async function shutDown(
  server: Server,
  running: Pick<Running, 'beginStop' | 'stop'> | undefined,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const late = delay(stopMs, undefined, { ref: false });
  const withTimeout = (step: Promise<void>) => Promise.race([step.catch(onFailure), late]);
  running?.beginStop();
  await withTimeout(drain(server));
  if (running) await withTimeout(running.stop());
}
