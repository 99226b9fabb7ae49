/** An invalid field. */
export interface FieldIssue {
  path: string;
  message: string;
  /** A value that would be accepted. */
  suggestion?: string;
}

/** Body of every error response, over REST and (as `data`) over tRPC. */
export interface ErrorBody {
  /** Message for users. */
  message: string;
  code: AppErrorCode;
  issues?: FieldIssue[];
  /** Identifies the request in the server's log; only with INTERNAL_SERVER_ERROR. */
  requestId?: string;
}

export const errorStatus = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type AppErrorCode = keyof typeof errorStatus;

/** An expected error, thrown by services; its message is for users. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: AppErrorCode,
    message: string,
    readonly about: {
      /** True if the record existed and was deleted: the response is 410 rather than 404. */
      isGone?: boolean;
      /** True if the session is missing or has ended. */
      isSignedOut?: boolean;
      /** Seconds after which a retry can succeed. */
      retryAfterSeconds?: number;
      /** Message without the wait time, for screens that show a countdown. */
      reason?: string;
      /** Invalid fields, which a form shows as errors. */
      issues?: FieldIssue[];
    } = {},
  ) {
    super(message);
  }
}

/** Message for an admin who would overwrite a change that they have not seen. */
export const changedMeanwhile = 'Another admin changed this record';

/** Returns the error for callers without a valid session. */
export const signedOut = (): AppError =>
  new AppError('UNAUTHORIZED', 'Please sign in to continue', { isSignedOut: true });
