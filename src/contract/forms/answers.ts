import { z } from 'zod';

import { dateField } from '~/contract/common/date-schema';
import { phoneMax, textMax } from '~/contract/common/limits';
import { code, email, line, text } from '~/contract/common/text-schema';
import {
  type Answer,
  answerFilesMax,
  askedFields,
  contactFields,
  type FieldType,
  type FormField,
  notTaken,
} from './forms';

const lineMax = 500;

/** Upload of the sender (id, secret, and the name to show in the form), or the name of a file that could not be stored. */
const upload = z.union(
  [
    z.string().regex(/^\d{1,10}\.[a-z0-9]{26}(?:\/.{0,200})?$/),
    z
      .string()
      .startsWith(notTaken)
      .transform((one) => one.slice(notTaken.length))
      .pipe(line({ min: 1, max: 200 }))
      .transform((name) => `${notTaken}${name}`),
  ],
  'This file does not belong to this form',
);

const missing: Record<FieldType, string> = {
  text: 'This field is required',
  long: 'This field is required',
  email: 'Please enter a valid email address',
  phone: 'Please enter a phone number',
  choice: 'Please choose one',
  choices: 'Please choose one or more',
  number: 'Please enter a number',
  date: 'Please enter a date',
  file: 'Please add a file',
  consent: 'Please check this box',
};

const withoutThousands = 'Please write the number without a thousands separator, such as 10000';

/** Matches decimal digits, with a comma or a point before the decimals. */
const decimal = /^[+-]?\d+(?:[.,]\d+)?$/;

/**
 * Matches numbers in which a separator before three digits can mean thousands or decimals. After a single zero, it can only
 * mean decimals.
 */
const thousands = /^[+-]?(?!0[.,]\d{3}$)\d{1,3}(?:[.,'’\s]\d{3})+(?:[.,]\d+)?$/;

/** Parses a typed number. @returns the typed text if it is not a number, or is ambiguous */
const numberIn = (typed: string): number | string =>
  decimal.test(typed) && !thousands.test(typed) ? Number(typed.replace(',', '.')) : typed;

/** Returns the schema of a field's answer. */
function ruleOf({ type, options }: FormField): z.ZodType<Answer['value']> {
  const message = missing[type];
  const one = z.string(message).refine((value) => options.includes(value), message);
  const rules: Record<FieldType, () => z.ZodType<Answer['value']>> = {
    text: () => line({ max: lineMax }),
    long: () => text({ max: textMax }),
    email: () => email(message),
    phone: () =>
      code({ max: phoneMax }).refine((value) => value.replace(/\D/g, '').length >= 6, message),
    choice: () => one,
    choices: () => z.array(one, message).transform((chosen) => [...new Set(chosen)]),
    number: () =>
      z
        .number({
          error: ({ input }) =>
            typeof input === 'string' && thousands.test(input) ? withoutThousands : message,
        })
        .min(-1e12, message)
        .max(1e12, message),
    date: () => dateField,
    file: () =>
      z.array(upload, message).max(answerFilesMax, `Please keep this to ${answerFilesMax} files`),
    consent: () => z.literal(true, message),
  };
  return rules[type]();
}

/** Converts a submitted value to the type of the field; undefined if it is empty. */
function given(type: FieldType, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (type === 'choices' || type === 'file') {
    const list = typeof value === 'string' ? value.split('\n').filter(Boolean) : value;
    return Array.isArray(list) && list.length === 0 ? undefined : list;
  }
  if (type === 'consent') {
    return value === true || value === 'on' || value === 'true' || undefined;
  }
  if (typeof value !== 'string') return value;
  const typed = value.trim();
  if (typed === '') return undefined;
  return type === 'number' ? numberIn(typed) : typed;
}

/** Returns the message for a lead without contact data. */
function missingContact(contacts: readonly FormField[]): string {
  const has = (type: FieldType) => contacts.some((field) => field.type === type);
  const which = [has('email') && 'an email address', has('phone') && 'a phone number'];
  return `Please enter ${which.filter(Boolean).join(' or ')} so that we can reply`;
}

/**
 * Returns the validation rules for a form's answers, which browser and server share. The rules drop
 * unknown fields.
 *
 * @param isLead true if nothing else is known about the sender, so that one of the contact fields
 * is required
 */
export function answerRulesOf(fields: readonly FormField[], { isLead }: { isLead: boolean }) {
  const contacts = isLead ? contactFields(fields) : [];
  return {
    safeParse(
      values: unknown,
    ):
      | { success: true; data: Answer[] }
      | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } } {
      const sent = new Map(Object.entries((values ?? {}) as Record<string, unknown>));
      const issues: { path: PropertyKey[]; message: string }[] = [];
      const answers: Answer[] = [];
      for (const field of askedFields(fields)) {
        const { key, label, type, required } = field;
        const value = given(type, sent.get(key));
        if (value === undefined) {
          if (required) issues.push({ path: [key], message: missing[type] });
          continue;
        }
        const result = ruleOf(field).safeParse(value);
        if (result.success) answers.push({ key, label, type, value: result.data });
        else
          issues.push({ path: [key], message: result.error.issues[0]?.message ?? missing[type] });
      }
      const [contact] = contacts;
      const isContact = (key: PropertyKey | undefined) => contacts.some((one) => one.key === key);
      const isReachable =
        answers.some(({ key }) => isContact(key)) || issues.some(({ path }) => isContact(path[0]));
      if (contact && !isReachable) {
        issues.push({ path: [contact.key], message: missingContact(contacts) });
      }
      return issues.length > 0
        ? { success: false, error: { issues } }
        : { success: true, data: answers };
    },
  };
}

const notAskedMax = 20;

/**
 * Returns answers to fields that were removed from the form while a visitor was filling it in. They
 * are stored as text with the last known label, so that nothing typed is lost.
 */
export function answersNotAsked(fields: readonly FormField[], values: unknown): Answer[] {
  const labels = new Map(fields.map(({ key, label }) => [key, label]));
  const asked = new Set(askedFields(fields).map(({ key }) => key));
  return Object.entries((values ?? {}) as Record<string, unknown>)
    .filter(([key]) => !asked.has(key) && /^[a-z][a-z0-9_]{0,59}$/.test(key))
    .slice(0, notAskedMax)
    .flatMap(([key, value]) => {
      const words = (Array.isArray(value) ? value : [value])
        .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
        // Keeps only the name of a file, because its field no longer exists.
        .map((one) => String(one).replace(/^\d{1,10}\.[a-z0-9]{26}\/?/, ''))
        .join(', ');
      const stored = text({ min: 1, max: textMax }).safeParse(words);
      if (!stored.success) return [];
      const label = `${labels.get(key) ?? key.replaceAll('_', ' ')} (archived)`;
      return [{ key, label, type: 'long' as const, value: stored.data }];
    });
}
