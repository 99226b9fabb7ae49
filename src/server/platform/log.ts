import { createRequire } from 'node:module';

import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';
import type pinoPretty from 'pino-pretty';

export type Log = Logger;

/**
 * Structured lines; readable ones on a terminal.
 *
 * @param to replaces the standard output
 */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    base: undefined,
    redact: ['*.password', '*.otp', '*.cookie', '*.authorization', '*.secret', '*.parameters'],
    serializers: { err: describeError },
  };
  if (to) return pino(options, to);
  if (process.stdout.isTTY) {
    // Services that are logged by machines start without it.
    const pretty: typeof pinoPretty = createRequire(import.meta.url)('pino-pretty');
    return pino(options, pretty({ ignore: 'pid,hostname', sync: true }));
  }
  return pino(options, destination({ dest: 1, sync: false, minLength: 0 }));
}

/** Segments of this length may be tokens of private links; no other path has them. */
const tokenSegment = /[A-Za-z0-9_-]{40,}/g;

/** A path for the log: a token in it would open what it links to. */
export const loggedPath = (path: string): string =>
  path.replace(/\/by-link\/[^/]+/, '/by-link/:token').replaceAll(tokenSegment, ':token');

interface DescribedError {
  name: string;
  message: string;
  code?: unknown;
  stack?: string | undefined;
  cause?: DescribedError;
}

/** SQLSTATEs whose messages quote the offending value: data exceptions, and errors raised by triggers. */
const quotingStates = /^(22|P0)[0-9A-Z]{3}$/;

/**
 * An error for the log. The query builder's message contains the parameters of the failed statement, which are
 * personal data: of such an error only the driver's cause is logged.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { name: 'NotAnError', message: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const isQueryError =
    'params' in error ||
    error.message.startsWith('Failed query') ||
    (typeof code === 'string' && quotingStates.test(code));
  return {
    name: error.name,
    message: isQueryError ? 'A query failed' : error.message,
    ...(code !== undefined && { code }),
    ...(!isQueryError && { stack: error.stack }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
