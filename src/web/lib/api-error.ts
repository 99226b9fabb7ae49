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

/** The field errors in a refused request, by the names its schema has for them. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!isApiFailure(error)) return {};
  const entries = (error.data?.issues ?? []).map((issue) => [issue.path, issue.message]);
  return Object.fromEntries(entries);
}

/** The message of a 4xx response, written for users; undefined for other failures. */
export function errorMessageOf(error: unknown): string | undefined {
  if (!isApiFailure(error)) return undefined;
  const status = error.data?.httpStatus;
  return status !== undefined && status < 500 ? error.message : undefined;
}

/** The same without the time to wait, for use beside a countdown. */
export function errorReasonOf(error: unknown): string | undefined {
  return (isApiFailure(error) && error.data?.reason) || errorMessageOf(error);
}

/** Whether the session is missing or has ended; not a wrong sign-in code. */
export function isSignedOut(error: unknown): boolean {
  return isApiFailure(error) && error.data?.isSignedOut === true;
}

/** Seconds after which it makes sense to try again; undefined where nothing was said of it. */
export function retryAfterOf(error: unknown): number | undefined {
  return isApiFailure(error) ? error.data?.retryAfterSeconds : undefined;
}

/** Undefined where this is no answer that there is nothing here. */
export function notFoundDataOf(error: unknown): NotFoundData | undefined {
  const data = isApiFailure(error) ? error.data : undefined;
  return data?.httpStatus === 404 ? { isGone: data.isGone ?? false } : undefined;
}

/** Whether the missing page existed before. */
export interface NotFoundData {
  isGone: boolean;
}

/** 'status: text', and the name under which the server's log knows the request. */
export function unexpectedMessageOf(error: unknown): string {
  if (!isApiFailure(error) || !error.data?.httpStatus) {
    return 'The site cannot be reached right now. Please check your connection and try again.';
  }
  const { httpStatus, requestId } = error.data;
  return `${httpStatus}: ${error.message}${requestId ? ` (request ${requestId})` : ''}`;
}

/** The HTTP status of a refusal; undefined where no answer came. */
export function errorStatusOf(error: unknown): number | undefined {
  return isApiFailure(error) ? error.data?.httpStatus : undefined;
}
