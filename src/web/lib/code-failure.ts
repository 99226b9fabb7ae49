import { errorReasonOf, errorStatusOf, unexpectedMessageOf } from './api-error';

/** Returns whether the server has checked the code. Without a response, or with one of a gateway, the code may be right. */
const wasChecked = (error: unknown): boolean => (errorStatusOf(error) ?? 502) < 502;

/** Returns the message of a failure: the server's, or the given text if it sent none, or that there was no response. */
export const whereAnswered = (error: unknown, text: string): string =>
  wasChecked(error) ? text : unexpectedMessageOf(error);

/** Returns the problem of a code, for its field; empty if the code was not checked. */
export const codeErrors = (error: unknown, text: string): Record<string, string> =>
  wasChecked(error) ? { otp: errorReasonOf(error) ?? text } : {};
