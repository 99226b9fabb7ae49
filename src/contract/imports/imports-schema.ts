import { z } from 'zod';

import { importKinds } from '~/contract/content/content-types';
import { encodingNames } from '~/contract/values/text-encodings';

/** Maximum number of rows in a file; the rest needs another one. */
export const importRowsMax = 2000;

export const importQuerySchema = z.object({
  /** Content type of a CSV file's rows; a WordPress export names each entry's. */
  kind: z.enum(importKinds, 'Please choose the type of content'),
  /** Without it nothing is stored: the response says what would be. */
  apply: z.enum(['true', 'false']).optional(),
  /** Encoding of a file that is not Unicode; required to store one whose encoding is unclear. */
  encoding: z.enum(encodingNames, 'Please choose the encoding').optional(),
});

/** Result of a row: `exists` if there is one with its slug already, which does not change. */
const importOutcomes = ['new', 'exists', 'invalid'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

export const importResultSchema = z.object({
  rows: z.array(
    z.object({
      /** Line of a CSV file, or number of the entry in an export. */
      place: z.int(),
      kind: z.enum(importKinds),
      title: z.string(),
      slug: z.string(),
      outcome: z.enum(importOutcomes),
      /** Problem, or advice on what to check. */
      note: z.string(),
      /** Numbers, dates and booleans as read, by field. */
      read: z.record(z.string(), z.string()),
    }),
  ),
  /** Parts of the file that are not imported, with the reasons. */
  notes: z.array(z.string()),
  /** Encodings that the file can be in, with its first lines in each; empty if it is clear. The rows are read in the first one. */
  encodings: z.array(z.object({ encoding: z.enum(encodingNames), lines: z.array(z.string()) })),
  /** True if the new ones are stored, except those that are left. */
  isApplied: z.boolean(),
  /** New rows that were not imported in time: sending the same file again imports them. */
  left: z.int(),
});
export type ImportResult = z.output<typeof importResultSchema>;
