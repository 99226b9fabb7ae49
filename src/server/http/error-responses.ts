import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';

import { type AppErrorCode, errorStatus } from '~/contract/common/errors';
import { errorBody } from '~/server/platform/errors';
import { retryAfter } from './headers';

export const trpcPath = '/api/trpc';

export function isTrpc(path: string): boolean {
  return path.startsWith(`${trpcPath}/`);
}

/**
 * Returns the error of a request outside of procedures in the format of tRPC, because tRPC's client shows users no
 * message in another format.
 */
export function trpcErrorBody(code: AppErrorCode, message?: string) {
  const body = errorBody(code, message);
  return {
    error: {
      message: body.message,
      code: TRPC_ERROR_CODES_BY_KEY[code],
      data: { ...body, httpStatus: errorStatus[code] },
    },
  };
}

/** Rejects a request before it reaches a handler. Responds in the format that callers of the path expect. */
export function refuse(
  path: string,
  code: AppErrorCode,
  { message, headers }: { message?: string; headers?: Record<string, string> } = {},
): Response {
  const body = isTrpc(path) ? trpcErrorBody(code, message) : errorBody(code, message);
  return Response.json(body, { status: errorStatus[code], ...(headers && { headers }) });
}

/** Returns the response while the database is unreachable. */
export function unavailable(path: string): Response {
  return refuse(path, 'SERVICE_UNAVAILABLE', { headers: { 'Retry-After': retryAfter } });
}
