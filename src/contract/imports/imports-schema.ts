import { z } from 'zod';

import { postCategories } from '~/contract/blog/blog';
import { importKinds } from '~/contract/content/content-types';
import { encodingNames } from '~/contract/values/text-encodings';

/** Maximum number of rows in a file. Larger imports need several files. */
export const importRowsMax = 2000;

export const importQuerySchema = z.object({
  /** Content type of the rows in a CSV file. A WordPress export names the type of each entry. */
  kind: z.enum(importKinds, 'Please choose the type of content'),
  /** 'true' stores the new rows. Otherwise, the response only says what an import would store. */
  apply: z.enum(['true', 'false']).optional(),
  /**
   * Encoding of a file that is not Unicode. Required for storing the rows if the encoding is
   * ambiguous.
   */
  encoding: z.enum(encodingNames, 'Please choose the encoding').optional(),
  /**
   * Category of WordPress posts whose own categories the blog does not have. Without it, these
   * posts become drafts.
   */
  category: z.enum(postCategories, 'Unknown category').optional(),
});

/** Result of a row. `exists`: another row already has the slug, and does not change. */
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
      /** Description of a problem, or of something that the admin should check. */
      note: z.string(),
      /** Parsed values of numbers, dates and booleans, by field. */
      read: z.record(z.string(), z.string()),
    }),
  ),
  /** Parts of the file that are not imported, with the reasons. */
  notes: z.array(z.string()),
  /**
   * Possible encodings of the file, each with its first lines in that encoding; empty if the
   * encoding is certain. `rows` are decoded with the first encoding.
   */
  encodings: z.array(z.object({ encoding: z.enum(encodingNames), lines: z.array(z.string()) })),
  /**
   * Categories of new WordPress posts that have none of the blog's categories; '' for a post without
   * a category.
   */
  categories: z.array(z.string()),
  /** True if the new rows have been stored, except those counted by `left`. */
  isApplied: z.boolean(),
  /**
   * Number of new rows that were not imported within the time limit. Uploading the same file again
   * imports them.
   */
  left: z.int(),
});
export type ImportResult = z.output<typeof importResultSchema>;
