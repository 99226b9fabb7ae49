/** What is wrong with one field. */
export interface FieldIssue {
  path: string;
  message: string;
  /** A value that would be accepted in its place. */
  suggestion?: string;
}

/** The body of every refusal, over REST and (as `data`) over tRPC. */
export interface ErrorBody {
  /** Fit to show to a person. */
  message: string;
  code: AppErrorCode;
  issues?: FieldIssue[];
  /** Names this request in the server's log; only where the fault is ours. */
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
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type AppErrorCode = keyof typeof errorStatus;

/** What a service throws when it will not do what was asked; the message is fit to show to a person. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: AppErrorCode,
    message: string,
    readonly about: {
      /** What was asked for was there once, and will not come back. */
      isGone?: boolean;
      /** There is no session, or it has ended. */
      isSignedOut?: boolean;
      /** When it makes sense to try again. */
      retryAfterSeconds?: number;
      /** Why, without that time: for screens that count it down. */
      reason?: string;
      /** The fields that are at fault, for a form to show. */
      issues?: FieldIssue[];
    } = {},
  ) {
    super(message);
  }
}

/** The error for callers who are not signed in, or no longer. */
export const signedOut = (): AppError =>
  new AppError('UNAUTHORIZED', 'Please sign in to continue', { isSignedOut: true });
