import { z } from 'zod';

import { text } from '~/contract/common/text-schema';
import { idField } from '~/contract/documents/documents-schema';

export const proposalTemplatesMax = 100;

export const saveTemplateSchema = z.object({
  proposalId: idField,
  name: text({ min: 1, minMessage: 'Please enter a template name', max: 100 }),
  /** Overwrites a template with the same name. */
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
