import { getTRPCErrorFromUnknown, TRPCError } from '@trpc/server';

import { AppError, type AppErrorCode, type ErrorBody, errorStatus } from '~/contract/common/errors';

/** Default messages by error code. */
const wording: Record<AppErrorCode, string> = {
  BAD_REQUEST: 'This request cannot be understood',
  UNAUTHORIZED: 'Please sign in to continue',
  FORBIDDEN: 'You are not allowed to do this',
  NOT_FOUND: 'Not found',
  METHOD_NOT_SUPPORTED: 'This address does not take this kind of request',
  CONFLICT: 'This was changed meanwhile',
  PAYLOAD_TOO_LARGE: 'This is too large to be accepted',
  UNSUPPORTED_MEDIA_TYPE: 'Please send JSON, with the content type application/json',
  UNPROCESSABLE_CONTENT: 'This request cannot be carried out',
  TOO_MANY_REQUESTS: 'Too many requests. Please try again later.',
  INTERNAL_SERVER_ERROR: 'Something went wrong on our side. Please try again.',
  SERVICE_UNAVAILABLE: 'We cannot reach our records right now. Please try again in a moment.',
};

export function errorBody(code: AppErrorCode, message: string = wording[code]): ErrorBody {
  return { message, code };
}

export function bodyOf({ code, message, about }: AppError): ErrorBody {
  return { ...errorBody(code, message), ...(about.issues && { issues: about.issues }) };
}

const driverCodes = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'POOL_EXHAUSTED',
]);

/**
 * Matches SQLSTATEs of a server that is stopping, starting, full, read-only or without its disk, or that has exceeded
 * its statement timeout.
 */
const unavailableStates = /^(08...|53...|57P0[1-5]|57014|25006|58030)$/;

/**
 * Returns whether an error means that the database is unavailable, not that a statement is invalid. The driver's error
 * may be wrapped.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && (driverCodes.has(code) || unavailableStates.test(code))) {
      return true;
    }
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

interface ZodLikeIssue {
  path: PropertyKey[];
  message: string;
  /** Names of unknown fields. */
  keys?: string[];
}

/**
 * Returns the issues of a failed validation; undefined for any other error. An unknown field is reported at its own
 * path.
 */
function issuesOf(error: unknown): ZodLikeIssue[] | undefined {
  const issues = (error as { issues?: unknown } | undefined)?.issues;
  if (!Array.isArray(issues)) return undefined;
  return (issues as ZodLikeIssue[]).map((issue) => ({
    ...issue,
    // The message names any other unknown fields.
    path: issue.keys?.[0] ? [...issue.path, issue.keys[0].slice(0, 60).toWellFormed()] : issue.path,
  }));
}

/** Converts errors of services to tRPC errors. All errors are converted here. */
export function translateError(error: TRPCError): TRPCError {
  const cause = error.cause;
  if (cause instanceof AppError) {
    return new TRPCError({ code: cause.code, message: cause.message, cause });
  }
  if (isDatabaseAway(error)) {
    return new TRPCError({ code: 'SERVICE_UNAVAILABLE', cause });
  }
  return error;
}

/** Converts any value that was thrown by a call, within or around its procedure. */
export const toTrpcError = (cause: unknown): TRPCError =>
  translateError(getTRPCErrorFromUnknown(cause));

/** Returns the response body of an error, which is written for users and reveals no internals. */
export function toErrorBody(error: TRPCError, requestId?: string): ErrorBody {
  if (error.cause instanceof AppError) {
    return bodyOf(error.cause);
  }
  const issues = error.code === 'BAD_REQUEST' ? issuesOf(error.cause) : undefined;
  if (issues) {
    // An issue without a path is about the structure of the input, not about a value that the user typed.
    const [first] = issues;
    return {
      ...errorBody('BAD_REQUEST', first?.path.length ? first.message : undefined),
      issues: issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    };
  }
  const code: AppErrorCode =
    error.code === 'PARSE_ERROR'
      ? 'BAD_REQUEST'
      : error.code in errorStatus
        ? (error.code as AppErrorCode)
        : 'INTERNAL_SERVER_ERROR';
  const body = errorBody(code);
  return code === 'INTERNAL_SERVER_ERROR' && requestId ? { ...body, requestId } : body;
}
