import { z } from 'zod';

import { AppError, type FieldIssue } from '~/contract/common/errors';
import type { SchemaOf } from '~/contract/common/schema';

/** The error for fields that break a rule, as a failed input has it. */
export const issuesError = (issues: FieldIssue[]) =>
  new AppError('BAD_REQUEST', issues[0]?.message ?? 'Please check what you have entered', {
    issues,
  });

/**
 * Checks what was sent by rules that depend on what is stored, such as the agency's settings.
 *
 * @throws BAD_REQUEST with each invalid field, as a failed input does
 */
export function checkedBy<Parsed>(rules: SchemaOf<Parsed>, values: unknown): Parsed {
  const result = z.safeParse(rules, values);
  if (result.success) return result.data;
  throw issuesError(
    result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}
