import { errorStatusOf, unexpectedMessageOf } from './api-error';

/** Returns the message of a failure: the server's, the given text if it sent none, or that there was no answer. */
export const whereAnswered = (error: unknown, text: string): string =>
  errorStatusOf(error) === undefined ? unexpectedMessageOf(error) : text;
