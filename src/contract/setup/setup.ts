/** What a line of the Setup section says: `unchecked` where it could not be found out. */
export const setupStates = ['done', 'todo', 'attention', 'unchecked'] as const;
export type SetupState = (typeof setupStates)[number];

/** Lines that are read from the database. */
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

/** Lines that ask the network. */
export const networkLineIds = ['mail', 'answers', 'payments', 'https'] as const;
export type NetworkLineId = (typeof networkLineIds)[number];

export type SetupLineId = (typeof databaseLineIds)[number] | NetworkLineId;

/** What separates a demo from a business, in its order. */
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
  /** What was found, in one sentence. */
  found: string;
  /** What belongs to it: counts, records, what to do. */
  notes: string[];
}
