import { z } from 'zod';

import { AppError } from '~/contract/common/errors';
import type { SchemaOf } from '~/contract/common/schema';

/**
 * Checks what was sent by rules that depend on what is stored, such as the agency's settings.
 *
 * @throws BAD_REQUEST with each invalid field, as a failed input does
 */
export function checkedBy<Parsed>(rules: SchemaOf<Parsed>, values: unknown): Parsed {
  const result = z.safeParse(rules, values);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  throw new AppError('BAD_REQUEST', issues[0]?.message ?? 'Please check what you have entered', {
    issues,
  });
}
