import { z } from 'zod';

import { importKinds } from '~/contract/content/content-types';

/** Rows of one file; the rest is left for another. */
export const importRowsMax = 2000;

export const importQuerySchema = z.object({
  /** What the rows of a CSV file are; an export of WordPress says it of each. */
  kind: z.enum(importKinds, 'Please choose the type of content'),
  /** Without it nothing is stored: the answer says what would be. */
  apply: z.enum(['true', 'false']).optional(),
});

/** What becomes of a row: `exists` where there is one with its slug already, which stays as it is. */
const importOutcomes = ['new', 'exists', 'invalid'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

export const importResultSchema = z.object({
  rows: z.array(
    z.object({
      /** The line of a CSV file, or the number of the entry in an export. */
      place: z.int(),
      kind: z.enum(importKinds),
      title: z.string(),
      slug: z.string(),
      outcome: z.enum(importOutcomes),
      /** What is wrong with it, or what to look at. */
      note: z.string(),
      /** Numbers, dates and yes or no as they were read, by their field. */
      read: z.record(z.string(), z.string()),
    }),
  ),
  /** What of the file is not imported, and why. */
  notes: z.array(z.string()),
  /** Whether the new ones are stored, but for those that are left. */
  isApplied: z.boolean(),
  /** New ones that there was no time for: the same file, sent again, goes on with them. */
  left: z.int(),
});
export type ImportResult = z.output<typeof importResultSchema>;
