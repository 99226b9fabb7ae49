/** Error messages by field name. Fields within lists have a path, such as 'steps.0.title'. */
export type FieldErrors = Record<string, string>;

/** The part of a Zod schema that forms use. */
export interface Schema<Parsed> {
  safeParse(
    values: unknown,
  ):
    | { success: true; data: Parsed }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

/** Validates a form's values with its schema. Keeps only the first message for each field. */
export function check<Parsed>(
  schema: Schema<Parsed>,
  values: unknown,
): { data: Parsed; errors?: never } | { errors: FieldErrors } {
  const result = schema.safeParse(values);
  if (result.success) return { data: result.data };
  const errors: FieldErrors = {};
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message;
  return { errors };
}
