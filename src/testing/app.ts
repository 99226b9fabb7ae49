import type { Server } from 'node:http';

import postgres from 'postgres';

import { assemble, type Running, shutDown } from '~/server/boot';
import { Admission } from '~/server/http/admission/admission';
import { drain } from '~/server/http/drain';
import { listen } from '~/server/listen';
import { readEnv } from '~/server/platform/env';
import { createLog } from '~/server/platform/log';
import type { RateLimitName } from '~/server/platform/rate-limit/rate-limits';
import { sourceTypefaces } from '~/server/ssr/assets';
import { createTestDatabase } from './database';
import { forTests } from './for-tests';

export const publicUrl = 'http://agency.test';

/**
 * Half as many connections as the product uses, because each connection is a PostgreSQL process that prepares every
 * statement again.
 */
export const queryConnections = 5;

export interface TestApp extends Pick<Running, 'services' | 'cache' | 'fillDemo'> {
  /** Sends a request to the app without a network. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  postJson(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Listens on a port. @returns its URL */
  listen(): Promise<string>;
  /** Stops the listening server and everything it uses, in the same way as the product does on SIGTERM. */
  shutDown(): Promise<void>;
  /** A separate connection to the app's database. */
  sql: postgres.Sql;
  databaseUrl: string;
  /** Everything that was logged, one entry per line. */
  logLines: string[];
  /** Output printed at startup. */
  printed: string[];
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** URL of an existing database, such as the one of another app. Defaults to a new seeded database. */
  databaseUrl?: string;
  /** Changes the URL with which the app connects to that database, for example to use a proxy. */
  through?: (databaseUrl: string) => Promise<string>;
  /** True if that URL leads to a pooler in transaction mode. */
  isPooled?: boolean;
  deadlineMs?: number;
  logLevel?: string;
  publicUrl?: string;
  /** Receives every SQL statement that the product sends to the database. */
  onStatement?: (statement: string) => void;
  env?: Record<string, string>;
  /** Replaces the default rate limits. */
  rateLimits?: Partial<Record<RateLimitName, number>>;
  /** Seconds within which messages are combined into one email. */
  burstSeconds?: number;
}

/** Starts the product without build files, without listening, and without recurring jobs, which tests run explicitly. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.databaseUrl ? undefined : await createTestDatabase();
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const url = options.through ? await options.through(databaseUrl) : databaseUrl;
  const admission = new Admission();
  const logLines: string[] = [];
  const printed: string[] = [];
  const running = await assemble({
    env: readEnv({ AUTH_SECRET: 'a secret of the tests alone, long enough', ...options.env }),
    database: {
      url,
      directUrl: options.isPooled ? databaseUrl : url,
      isPooled: options.isPooled ?? false,
      max: queryConnections,
    },
    publicUrl: options.publicUrl ?? publicUrl,
    screens: {
      files: new Map(),
      tagsFor: () => ({ head: '', body: '' }),
      typefaces: sourceTypefaces(),
    },
    print: (line) => printed.push(line),
    admission,
    log: createLog(options.logLevel ?? 'info', { write: (line) => logLines.push(line) }),
    // Raises the limits of forms, because all requests of a test come from one network.
    rateLimits: options.rateLimits ?? { quoteForm: 1_000_000, contactForm: 1_000_000 },
    burstSeconds: options.burstSeconds,
    ...(options.onStatement && { logger: { logQuery: options.onStatement } }),
    ...(options.deadlineMs && { deadlineMs: options.deadlineMs }),
  });
  running.startWork({ jobs: false });
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => {} });
  const servers: Server[] = [];
  let isStopped = false;
  const fetch = async (path: string, init?: RequestInit) =>
    running.app.fetch(new Request(publicUrl + path, init));
  return {
    services: running.services,
    fillDemo: running.fillDemo,
    cache: running.cache,
    fetch,
    postJson: (path, body, headers = {}) =>
      fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    listen: async () => {
      const { server, port } = await listen(() => running, {
        port: 0,
        host: '127.0.0.1',
        admission,
      });
      servers.push(server);
      return `http://127.0.0.1:${port}`;
    },
    shutDown: async () => {
      isStopped = true;
      const [server] = servers;
      if (!server) throw new Error('it does not listen');
      await shutDown(server, running, (error) => {
        throw error;
      });
    },
    sql,
    databaseUrl,
    logLines,
    printed,
    close: async () => {
      if (!isStopped) {
        await Promise.all(servers.map(drain));
        await running.stop();
      }
      await sql.end({ timeout: 5 });
      await database?.drop();
    },
  };
}

/** Starts the product before the tests of the calling file, and stops it after them. */
export const testApp = (options?: TestAppOptions): TestApp => forTests(() => startTestApp(options));

const insides =
  /\bat (?:\w+ \()?(?:file:\/\/|\/)|(?<!<)\bselect ["*\d(]|\binsert into|drizzle|postgres|sqlstate|zod|trpc|node_modules|\.(?:ts|tsx|js|mjs):\d|"stack"|Invalid (?:input|option|string|ISO)|Too (?:small|big):/i;

/** Returns internals that a text reveals, such as a stack trace; undefined if there are none. */
export function leakIn(text: string): string | undefined {
  return insides.exec(text)?.[0];
}
