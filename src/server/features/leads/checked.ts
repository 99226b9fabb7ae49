import { z } from 'zod';

import { AppError, type FieldIssue } from '~/contract/common/errors';
import type { SchemaOf } from '~/contract/common/schema';

/** Returns the error for fields that break a rule, in the format of input validation. */
export const issuesError = (issues: FieldIssue[]) =>
  new AppError('BAD_REQUEST', issues[0]?.message ?? 'Please check what you have entered', {
    issues,
  });

/**
 * Validates a submission by rules that depend on stored data, such as the agency's settings.
 *
 * @throws BAD_REQUEST with each invalid field, in the format of input validation
 */
export function checkedBy<Parsed>(rules: SchemaOf<Parsed>, values: unknown): Parsed {
  const result = z.safeParse(rules, values);
  if (result.success) return result.data;
  throw issuesError(
    result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}
