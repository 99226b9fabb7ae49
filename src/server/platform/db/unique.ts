/**
 * Returns whether a statement failed because a unique index already has the value (SQLSTATE 23505), even if Drizzle wraps the
 * error.
 */
export function isDuplicate(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? error) as { code?: string };
  return code === '23505';
}
