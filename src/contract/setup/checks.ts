/** Results of an installation check. `warning`: works, but not as it should. `unused`: not set up, so not checked. */
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
  /** Finding, in one line. */
  detail: string;
  /** Advice; empty if nothing needs to be done. */
  action: string;
}
