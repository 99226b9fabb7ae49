/**
 * Results of an installation check. `warning`: works, but needs attention. `unused`: not set up,
 * and therefore not checked.
 */
const checkStates = ['ok', 'warning', 'failed', 'unused'] as const;
export type CheckState = (typeof checkStates)[number];

export const checkIds = [
  'version',
  'environment',
  'port',
  'database',
  'writes',
  'pooler',
  'migrations',
  'secret',
  'mail',
  'answers',
  'payments',
  'webhook',
  'files',
  'public url',
  'proxy',
  'clock',
  'disk',
] as const;
export type CheckId = (typeof checkIds)[number];

export interface CheckResult {
  id: CheckId;
  state: CheckState;
  /** Result of the check, in one line. */
  detail: string;
  /** Advice; empty if nothing needs to be done. */
  action: string;
}
