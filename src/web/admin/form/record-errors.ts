import { errorStatusOf, fieldErrorsOf, isApiFailure } from '~/web/lib/api-error';

/** Returns accepted alternatives for rejected values, by field. */
export function suggestionsOf(error: unknown): Record<string, string> {
  if (!isApiFailure(error)) return {};
  const issues = error.data?.issues ?? [];
  return Object.fromEntries(
    issues.flatMap(({ path, suggestion }) => (suggestion ? [[path, suggestion]] : [])),
  );
}

/** Returns whether a record was changed in the meantime. If a 409 names a field, it concerns the input of that field. */
export function isConflict(error: unknown): boolean {
  return errorStatusOf(error) === 409 && Object.keys(fieldErrorsOf(error)).length === 0;
}
