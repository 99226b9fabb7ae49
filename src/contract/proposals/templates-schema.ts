import { z } from 'zod';

import { text } from '~/contract/common/text-schema';
import { idField, scheduleField } from '~/contract/documents/documents-schema';
import { shownProposalSchema } from './proposals-schema';

export const proposalTemplatesMax = 100;

export const saveTemplateSchema = z.object({
  proposalId: idField,
  name: text({ min: 1, minMessage: 'Please enter a template name', max: 100 }),
  /** True to overwrite the template with the same name. */
  replace: z.boolean().default(false),
});
export type SaveTemplate = z.output<typeof saveTemplateSchema>;

export const proposalTemplateSchema = z.object({
  id: z.int(),
  name: z.string(),
  title: z.string().describe('Of the proposals created from it'),
  itemCount: z.int(),
  updatedAt: z.iso.datetime(),
});
export type ProposalTemplate = z.output<typeof proposalTemplateSchema>;

const templateContentSchema = shownProposalSchema
  .pick({ title: true, intro: true, items: true, discount: true, terms: true, currency: true })
  .extend({ schedule: scheduleField });
export type ShownTemplateContent = z.output<typeof templateContentSchema>;

export const wholeTemplateSchema = proposalTemplateSchema.extend({
  content: templateContentSchema.describe('Of the proposals created from it'),
});
export type WholeTemplate = z.output<typeof wholeTemplateSchema>;

/** Contents of a template before and after it is overwritten with a proposal. */
export const replacedTemplateSchema = z.object({
  before: templateContentSchema.nullable().describe('Null for a new template'),
  after: templateContentSchema,
});
