import { createRequire } from 'node:module';

import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';
import type pinoPretty from 'pino-pretty';

export type Log = Logger;

/**
 * Creates a log that writes JSON lines, or readable lines in a terminal.
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
    // Imported only for terminals.
    const pretty: typeof pinoPretty = createRequire(import.meta.url)('pino-pretty');
    return pino(options, pretty({ ignore: 'pid,hostname', sync: true }));
  }
  return pino(options, destination({ dest: 1, sync: false, minLength: 0 }));
}

/** Matches path segments that may be tokens of private links. No other segments are as long. */
const tokenSegment = /[A-Za-z0-9_-]{40,}/g;

/** Masks tokens in a path, because anyone who can read the log could otherwise open the links. */
export const loggedPath = (path: string): string =>
  path.replace(/\/by-link\/[^/]+/, '/by-link/:token').replaceAll(tokenSegment, ':token');

interface DescribedError {
  name: string;
  message: string;
  code?: unknown;
  stack?: string | undefined;
  cause?: DescribedError;
}

/** Matches SQLSTATEs whose messages quote the invalid value: data exceptions, and errors that triggers raise. */
const quotingStates = /^(22|P0)[0-9A-Z]{3}$/;

/**
 * Describes an error for the log. Logs only the driver's error, because the query builder's message contains the
 * parameters of the failed statement, which can be personal data.
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
