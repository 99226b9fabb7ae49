import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';

/** Days for which a proposed change can be confirmed. */
export const proposedChangeDays = 7;
/** Maximum number of waiting changes per API key. */
export const proposedChangesMax = 200;

/** Maximum number of characters of a change and its record that the panel displays. */
export const previewMax = 200_000;

/** A field of a proposed change, with its previous and new value as text; null without a value. */
const changedFieldSchema = z.object({
  field: z.string().describe('Such as “items.1.unitPrice”'),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ChangedField = z.output<typeof changedFieldSchema>;

/** A field of the current record. */
const shownFieldSchema = z.object({ field: z.string(), value: z.string() });
export type ShownField = z.output<typeof shownFieldSchema>;

/** Preview of a change for the person who confirms it. Values are never shortened. */
const previewSchema = z.object({
  summary: z.string(),
  description: z
    .string()
    .describe('Further effects, such as “This cannot be undone.”; often empty'),
  about: z.string().describe('The record, such as “P-0012 · Website”; empty for a new one'),
  changes: z.array(changedFieldSchema),
  record: z.array(shownFieldSchema).describe('Other fields of the current record'),
});
export type Preview = z.output<typeof previewSchema>;

/** A change that a program proposed, for a person to confirm or reject. */
export const proposedChangeSchema = previewSchema.extend({
  id: z.int(),
  proposedBy: z.string().describe('Such as “key Zapier of Ada Lovelace”'),
  version: z.string().describe('Hash of the display, which changes with the record'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ProposedChange = z.output<typeof proposedChangeSchema>;

export const confirmationSchema = idSchema.extend({
  version: z
    .string(
      'Please give the version of the change that was shown to you: GET /api/admin/proposed-changes lists it',
    )
    .max(100)
    .describe('Version of the change that the person has seen: 409 if it differs by now'),
});
