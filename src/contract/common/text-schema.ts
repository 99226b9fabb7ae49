import { z } from 'zod';

import { emailMax } from './limits';

/**
 * PostgreSQL cannot store NUL and no JSON text may hold half a surrogate pair, so both are refused
 * at the door instead of failing behind it.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

const unstorable = 'This text holds characters that cannot be stored';

/** Text as typed, without its outer white space. */
export function text(options: { min?: number; minMessage?: string; max: number }) {
  const { min = 0, minMessage, max } = options;
  return z
    .string(minMessage)
    .trim()
    .min(min, minMessage)
    .max(max, `Please keep this under ${max + 1} characters`)
    .refine(isStorable, unstorable);
}

export function email(message: string) {
  return z.string(message).trim().max(emailMax, message).pipe(z.email(message));
}

/** One of the options that a form offers, by its value. */
export function choice(options: readonly { value: string }[], message: string) {
  return z
    .string(message)
    .refine((value) => options.some((option) => option.value === value), message);
}
