import { z } from 'zod';

/** Days for which a proposed change can be confirmed. */
export const proposedChangeDays = 7;
/** Maximum number of waiting changes per API key. */
export const proposedChangesMax = 200;

/** A field of a proposed change, with its values as text; null without a value. */
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
  /** Record, such as 'P-0012 · Website'; empty for a new one. */
  about: z.string(),
  proposedBy: z.string().describe('For example “key Zapier of Ada Lovelace”'),
  changes: z.array(changedFieldSchema),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ProposedChange = z.output<typeof proposedChangeSchema>;
