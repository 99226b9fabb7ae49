import type { ErrorBody } from '~/contract/common/errors';

interface ApiFailure {
  message: string;
  data?: Partial<ErrorBody> & {
    httpStatus?: number;
    isGone?: boolean;
    isSignedOut?: boolean;
    retryAfterSeconds?: number;
    reason?: string;
  };
}

export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof Error && 'data' in error;
}

/** Returns the field errors of a rejected request, by the names in its schema. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!isApiFailure(error)) return {};
  const entries = (error.data?.issues ?? []).map((issue) => [issue.path, issue.message]);
  return Object.fromEntries(entries);
}

/** Returns the message of a 4xx response, written for users; undefined for other failures. */
export function errorMessageOf(error: unknown): string | undefined {
  if (!isApiFailure(error)) return undefined;
  const status = error.data?.httpStatus;
  return status !== undefined && status < 500 ? error.message : undefined;
}

/** Returns the message without the time to wait, for use beside a countdown. */
export function errorReasonOf(error: unknown): string | undefined {
  return (isApiFailure(error) && error.data?.reason) || errorMessageOf(error);
}

/** Returns whether the session is missing or has ended; false for a wrong sign-in code. */
export function isSignedOut(error: unknown): boolean {
  return isApiFailure(error) && error.data?.isSignedOut === true;
}

/** Returns the seconds after which a retry can succeed; undefined if unknown. */
export function retryAfterOf(error: unknown): number | undefined {
  return isApiFailure(error) ? error.data?.retryAfterSeconds : undefined;
}

/** Returns the data about a missing page; undefined for other errors. */
export function notFoundDataOf(error: unknown): NotFoundData | undefined {
  const data = isApiFailure(error) ? error.data : undefined;
  return data?.httpStatus === 404 ? { isGone: data.isGone ?? false } : undefined;
}

/** Data about a missing page. `isGone` is true if the page once existed. */
export interface NotFoundData {
  isGone: boolean;
}

/**
 * Returns a message such as '500: text', followed by the id of the request in the server's log;
 * without a response, returns that the site cannot be reached.
 */
export function unexpectedMessageOf(error: unknown): string {
  if (!isApiFailure(error) || !error.data?.httpStatus) {
    return 'The site cannot be reached right now. Please check your connection and try again.';
  }
  const { httpStatus, requestId } = error.data;
  return `${httpStatus}: ${error.message}${requestId ? ` (request ${requestId})` : ''}`;
}

/** Returns the HTTP status of a rejection; undefined if there was no response. */
export function errorStatusOf(error: unknown): number | undefined {
  return isApiFailure(error) ? error.data?.httpStatus : undefined;
}
