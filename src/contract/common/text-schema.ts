import { z } from 'zod';

import { isDeletedEmail } from '~/contract/personal-data/personal-data';
import { emailMax } from './limits';
import { normalizeCode, normalizeEmail, normalizeLine, normalizeText, weightOf } from './normalize';

/**
 * Returns whether PostgreSQL and JSON can store a text. PostgreSQL cannot store NUL, and JSON must not contain lone
 * surrogates. Validation rejects both, because the text would otherwise fail later.
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

/** Matches line breaks, other control characters, and marks that change the direction of the text that follows. */
const breaksLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const isOneLine = z.refine<string>(
  // Text that cannot be stored gets a different message.
  (value) => !isStorable(value) || !breaksLine.test(value),
  'Please write this in one line, without control characters',
);

/**
 * Schema of a name or another single-line text. Emails and lists show it within a line, so it must not change the text
 * around it.
 */
export const line = (options: TextOptions) => normalized(normalizeLine, options).check(isOneLine);

/**
 * Schema of normalized text without leading and trailing white space. A minimum of two or more is compared with `weightOf`.
 */
export const text = (options: TextOptions) => normalized(normalizeText, options);

/** Schema of a number or a code in one line. Converts digits of other scripts and full-width letters to ASCII. */
export const code = (options: TextOptions) => normalized(normalizeCode, options).check(isOneLine);

function normalized(normalize: (text: string) => string, options: TextOptions) {
  const { min = 0, minMessage, max } = options;
  // Adds all rules in one step: each further step would copy the schema at every start, and on
  // every page with a form.
  return z
    .string(minMessage)
    .check(
      z.overwrite(normalize),
      min < 2
        ? z.minLength(min, minMessage)
        : z.refine((value: string) => weightOf(value) >= min, minMessage),
      z.maxLength(max, `Please keep this to ${max} characters`),
      z.refine(isStorable, unstorable),
    );
}

/** A six-digit code, as typed or pasted: with spaces or hyphens, in digits of any script. */
export const digits = (message: string) =>
  z
    .string(message)
    .max(100, message)
    .overwrite((value) => normalizeCode(value).replaceAll(/[\s\u2010-\u2015-]/g, ''))
    .regex(/^\d{6}$/, message);

/** Zod's email pattern, extended by international top-level domains. */
const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|xn--[A-Za-z0-9-]{2,})$/;

/** Schema of a deliverable address. Rejects the addresses of deleted accounts. */
export function email(message: string) {
  return z
    .string(message)
    .overwrite(normalizeEmail)
    .max(emailMax, message)
    .pipe(
      z
        .email({ pattern: emailPattern, error: message })
        .refine((value) => !isDeletedEmail(value.toLowerCase()), message),
    );
}

/** Schema of a value that must be one of a form's options. */
export function choice(options: readonly { value: string }[], message: string) {
  return z
    .string(message)
    .refine((value) => options.some((option) => option.value === value), message);
}
