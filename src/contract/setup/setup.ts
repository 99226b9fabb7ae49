/** State of a line in Setup: `unchecked` if it could not be determined. */
export const setupStates = ['done', 'todo', 'attention', 'unchecked'] as const;
export type SetupState = (typeof setupStates)[number];

/** Lines that only need the database. */
export const databaseLineIds = [
  'samples',
  'name',
  'contact',
  'invoices',
  'service',
  'legal',
  'secondFactor',
  'backup',
  'recurring',
] as const;

/** Lines that require only the database. */
export const networkLineIds = ['mail', 'answers', 'payments', 'https'] as const;
export type NetworkLineId = (typeof networkLineIds)[number];

export type SetupLineId = (typeof databaseLineIds)[number] | NetworkLineId;

/** Steps from a demo to a business, in order. */
export const setupLineIds = [
  'samples',
  'name',
  'contact',
  'invoices',
  'service',
  'legal',
  'mail',
  'answers',
  'payments',
  'https',
  'secondFactor',
  'backup',
  'recurring',
] as const satisfies readonly SetupLineId[];

export interface SetupLine<Id extends SetupLineId = SetupLineId> {
  id: Id;
  state: SetupState;
  /** Finding, in one sentence. */
  found: string;
  /** Details: counts, records, advice. */
  notes: string[];
}
