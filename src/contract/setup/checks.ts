/** What a check of the installation finds: a warning works, but not as it should; nothing is checked of what is not set up. */
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
  /** What was found, in one line. */
  detail: string;
  /** What to do; empty where nothing is. */
  action: string;
}
