import { z } from 'zod';

import { dateField } from '~/contract/common/date-schema';
import { listMax } from '~/contract/common/limits';
import { listQuerySchema } from '~/contract/common/paging-schema';
import { text } from '~/contract/common/text-schema';
import { recordRefSchema } from '~/contract/conversations/conversations-schema';
import { recordKinds } from '~/contract/conversations/records';
import { inboxStages, inboxTabs, nextStepMax, ownerFilters, tagMax, tagsMax } from './inbox';

// Checks the length after normalization, because lower-casing can make a letter longer.
const tag = z
  .string()
  .transform((name) => name.toLowerCase())
  .pipe(text({ min: 1, minMessage: 'A tag needs a letter', max: tagMax }));

export const inboxListSchema = listQuerySchema({
  statuses: inboxTabs,
  sorts: ['waitingSince'],
}).extend({
  owner: z.enum(ownerFilters).optional(),
  kind: z.enum(recordKinds).optional(),
  tag: tag.optional(),
  /** True for the board: returns open items that are not snoozed, and recently completed ones. */
  isBoard: z.boolean().optional(),
});
export type InboxList = z.output<typeof inboxListSchema>;

/** Fields of an item that admins edit. All other fields are derived from the record. */
const followUpShape = {
  nextStep: z.string(),
  nextStepOn: z.iso.date().nullable(),
  tags: z.array(z.string()),
  snoozedUntil: z.iso.date().nullable(),
  doneAt: z.iso.datetime().nullable(),
};
export const followUpSchema = z.object(followUpShape);
export type FollowUp = z.output<typeof followUpSchema>;

export const inboxItemSchema = z.object({
  key: z.string().describe('Kind and record, such as quote-12'),
  ...recordRefSchema.shape,
  ...followUpShape,
  name: z.string(),
  email: z.string(),
  /** Service, subject or title of the record. */
  about: z.string(),
  /** Beginning of the record's text. */
  details: z.string(),
  lastWords: z
    .string()
    .describe('Last text from the client after the first message; empty without one'),
  spamReason: z.string().nullable().describe('Why it may be spam'),
  status: z.string(),
  stage: z.enum(inboxStages),
  ownerId: z.string().nullable(),
  ownerName: z.string().describe('Empty without an owner'),
  waitingSince: z.iso
    .datetime()
    .nullable()
    .describe('Since when it waits for a reply of the agency'),
  dueAt: z.iso.datetime().nullable().describe('When the reply of the agency is due'),
  createdAt: z.iso.datetime(),
});
export type InboxItem = z.output<typeof inboxItemSchema>;

/** Changes to inbox items. Omitted fields do not change. */
export const inboxChangeSchema = z.object({
  items: z.array(recordRefSchema).min(1).max(listMax),
  nextStep: text({ max: nextStepMax }).optional(),
  nextStepOn: dateField.nullable().optional(),
  tags: z
    .array(tag)
    .max(tagsMax, `At most ${tagsMax} tags`)
    .transform((tags) => [...new Set(tags)])
    .optional(),
  /** First day on which the item is shown again. */
  snoozedUntil: dateField.nullable().optional(),
  isDone: z.boolean().optional(),
  /**
   * True if the agency has replied outside the product, such as by phone. False undoes a reply that
   * the same admin has just recorded.
   */
  isAnswered: z.boolean().optional(),
});
export type InboxChange = z.output<typeof inboxChangeSchema>;
