/** States of a task in Setup. `unchecked`: the state could not be determined. */
export const setupStates = ['done', 'todo', 'attention', 'unchecked'] as const;
export type SetupState = (typeof setupStates)[number];

/** Tasks whose state is read from the database. */
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

/** Tasks whose state needs network access. */
export const networkLineIds = ['mail', 'answers', 'payments', 'https'] as const;
export type NetworkLineId = (typeof networkLineIds)[number];

export type SetupLineId = (typeof databaseLineIds)[number] | NetworkLineId;

/** Tasks that lead from the demo to a running business, in order. */
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
  /** Result of the check, in one sentence. */
  found: string;
  /** Details: counts, records, advice. */
  notes: string[];
}
