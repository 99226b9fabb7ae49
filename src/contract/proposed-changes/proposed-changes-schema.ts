import { z } from 'zod';

/** Days for which a proposed change can be confirmed. */
export const proposedChangeDays = 7;
/** Changes of one API key that wait at the same time. */
export const proposedChangesMax = 200;

/** A field of a proposed change, with its values as text; null where there is none. */
const changedFieldSchema = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ChangedField = z.output<typeof changedFieldSchema>;

/** A change that a program has proposed and a person confirms or rejects. */
export const proposedChangeSchema = z.object({
  id: z.int(),
  summary: z.string(),
  /** The record, such as 'P-0012 · Website'; empty for a new one. */
  about: z.string(),
  proposedBy: z.string().describe('Such as “key Zapier of Ada Lovelace”'),
  changes: z.array(changedFieldSchema),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ProposedChange = z.output<typeof proposedChangeSchema>;
