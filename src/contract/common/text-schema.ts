import { z } from 'zod';

import { isDeletedEmail } from '~/contract/personal-data/personal-data';
import { emailMax } from './limits';

/**
 * PostgreSQL cannot store NUL, and JSON must not contain lone surrogates, so both are rejected by validation instead of
 * failing later.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

const unstorable = 'This text holds characters that cannot be stored';

interface TextOptions {
  min?: number;
  minMessage?: string;
  max: number;
}

/** Line breaks, other control characters, and marks that turn the direction of what follows. */
const breaksLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** A name: in mails and lists it stands within a line, of which it may change nothing else. */
export const line = (options: TextOptions) =>
  text(options).check(
    z.refine(
      // What cannot be stored has its own words.
      (value) => !isStorable(value) || !breaksLine.test(value),
      'Please write this in one line, without control characters',
    ),
  );

/** Text without leading and trailing white space. */
export function text(options: TextOptions) {
  const { min = 0, minMessage, max } = options;
  // In one step: each further one would copy the schema, at every start and on every page with a form.
  return z
    .string(minMessage)
    .check(
      z.trim(),
      z.minLength(min, minMessage),
      z.maxLength(max, `Please keep this to ${max} characters`),
      z.refine(isStorable, unstorable),
    );
}

/** An address that mail can reach: those of deleted accounts are none. */
export function email(message: string) {
  return z
    .string(message)
    .trim()
    .max(emailMax, message)
    .pipe(z.email(message).refine((value) => !isDeletedEmail(value.toLowerCase()), message));
}

/** One of a form's options, by its value. */
export function choice(options: readonly { value: string }[], message: string) {
  return z
    .string(message)
    .refine((value) => options.some((option) => option.value === value), message);
}
