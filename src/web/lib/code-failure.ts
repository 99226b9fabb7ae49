import { errorReasonOf, errorStatusOf, unexpectedMessageOf } from './api-error';

/**
 * Returns whether the server has checked the code. If there was no response, or only a gateway's
 * response, the code may be right.
 */
const wasChecked = (error: unknown): boolean => (errorStatusOf(error) ?? 502) < 502;

/**
 * Returns the given text if the server has responded; otherwise a message that there was no
 * response.
 */
export const whereAnswered = (error: unknown, text: string): string =>
  wasChecked(error) ? text : unexpectedMessageOf(error);

/** Returns the error for the field of the code; empty if the server has not checked the code. */
export const codeErrors = (error: unknown, text: string): Record<string, string> =>
  wasChecked(error) ? { otp: errorReasonOf(error) ?? text } : {};
