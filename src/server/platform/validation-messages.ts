import { z } from 'zod';

import { unknownFieldsMessage } from './strict-schema';

/** Names of the expected types, for schemas without their own message. */
const kinds: Record<string, string> = {
  string: 'Please enter a text',
  number: 'Please enter a number',
  int: 'Please enter a whole number',
  boolean: 'Please enter true or false',
  array: 'A list is needed',
};

const formats: Record<string, string> = {
  datetime: 'Please enter a date and time',
  date: 'Please enter a date',
};

const otherwise = 'This is not what is needed here';

const wordingOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? otherwise;
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not in the form that is needed';
    case 'invalid_value':
      return `Please give one of: ${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `Please enter ${issue.minimum} or more`
        : 'Please enter more than this';
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `Please enter ${issue.maximum} or less`
        : `Please keep this to ${issue.maximum}`;
    case 'unrecognized_keys': {
      const { def } = (issue.inst as z.core.$ZodObject)._zod;
      const known = Object.keys(def.shape);
      return `${unknownFieldsMessage(issue.keys)}. Known here: ${known.join(', ') || 'none'}`;
    }
    default:
      return otherwise;
  }
};

/** Replaces the library's default messages, which are written for programmers. Messages in a schema take precedence. */
export function setValidationMessages(): void {
  z.config({ customError: wordingOf });
}
