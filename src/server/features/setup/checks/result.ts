import type { CheckId, CheckResult } from '~/contract/setup/checks';

/** Returns functions that create the result of a check, one for each outcome. */
export const resultsOf = (id: CheckId) => ({
  ok: (detail: string): CheckResult => ({ id, state: 'ok', detail, action: '' }),
  unused: (detail: string): CheckResult => ({ id, state: 'unused', detail, action: '' }),
  warning: (detail: string, action: string): CheckResult => ({
    id,
    state: 'warning',
    detail,
    action,
  }),
  failed: (detail: string, action: string): CheckResult => ({
    id,
    state: 'failed',
    detail,
    action,
  }),
});

function innermostOf(error: unknown): NodeJS.ErrnoException {
  let innermost = error as NodeJS.ErrnoException;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost;
}

/** Returns the code of the innermost error, such as PostgreSQL's. */
export const codeOf = (error: unknown): string | undefined => innermostOf(error).code;

/** Returns briefly why a server could not be reached: the code of the innermost error, or its message. */
export function causeOf(error: unknown): string {
  const { code, message } = innermostOf(error);
  return !code || message.includes(code) ? message : `${code}: ${message}`;
}
