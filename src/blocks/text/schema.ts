import { z } from 'zod';

import { markdownField, titleField } from '~/blocks/block-fields-schema';

/** Running text, in Markdown. */
export const textSchema = z.object({
  type: z.literal('text'),
  title: titleField,
  text: markdownField.refine((value) => value !== '', 'Please write a text'),
  /** Text in a column, or with the title beside it. */
  layout: z.enum(['column', 'beside']).default('column'),
});

export const shownTextSchema = textSchema.omit({ text: true }).extend({
  /** Safe HTML: rendered from Markdown, with the author's HTML escaped. */
  html: z.string(),
});
