import { z } from 'zod';

import { networkLineIds, setupStates } from './setup-settings';

/** Lines of the Setup section that are read from the database. */
export const databaseLineIds = [
  'samples',
  'name',
  'contact',
  'service',
  'legal',
  'secondFactor',
  'backup',
] as const;

/** What separates a demo from a business, in its order. */
export const setupLineIds = [
  'samples',
  'name',
  'contact',
  'service',
  'legal',
  'mail',
  'payments',
  'https',
  'secondFactor',
  'backup',
] as const satisfies readonly (
  | (typeof databaseLineIds)[number]
  | (typeof networkLineIds)[number]
)[];
export type SetupLineId = (typeof setupLineIds)[number];

const line = <Id extends readonly [string, ...string[]]>(ids: Id) =>
  z.object({
    id: z.enum(ids),
    state: z.enum(setupStates),
    /** What was found, in one sentence. */
    found: z.string(),
    /** What belongs to it: counts, records, what to do. */
    notes: z.array(z.string()),
  });

export const networkLineSchema = line(networkLineIds);
export const setupLinesSchema = z.object({
  isDemo: z.boolean(),
  lines: z.array(line(databaseLineIds)),
  /** Of the legal texts; confirmed with them, so that nothing unread is confirmed. */
  legalDigest: z.string(),
});
export type SetupLines = z.output<typeof setupLinesSchema>;
export type DatabaseLine = SetupLines['lines'][number];
export type NetworkLine = z.output<typeof networkLineSchema>;
export type SetupLine = DatabaseLine | NetworkLine;

export const networkLineInputSchema = z.object({
  id: z.enum(networkLineIds, `A check is one of: ${networkLineIds.join(', ')}`),
});

export const legalConfirmationSchema = z.object({
  digest: z.string('The texts that were read are needed').min(1).max(100),
});

/** The count in the sidebar. */
export const setupMarkSchema = z.object({ open: z.int(), isHidden: z.boolean() });
export const setupMarkChangeSchema = z.object({
  isHidden: z.boolean('Please enter true or false'),
});

export const removedSamplesSchema = z.object({ removed: z.array(z.string()) });

/** What the mail server said to a test. */
export const testMailSchema = z.object({
  isTaken: z.boolean(),
  to: z.string(),
  from: z.string(),
  reply: z.string(),
  /** What to do; empty where the mail was taken. */
  action: z.string(),
});
export type TestMail = z.output<typeof testMailSchema>;
