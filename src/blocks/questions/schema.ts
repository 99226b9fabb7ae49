import { z } from 'zod';

import { titleField } from '~/blocks/block-fields-schema';
import { textMax } from '~/contract/common/limits';
import { line, text } from '~/contract/common/text-schema';

const itemsMax = 40;

/**
 * A block of questions with answers: either the questions about the plans, or questions that are
 * part of the block.
 */
export const questionsBlockSchema = z
  .object({
    type: z.literal('questions'),
    title: titleField,
    from: z.enum(['own', 'prices']).default('own'),
    items: z
      .array(
        z.object({
          question: line({ min: 1, minMessage: 'Please write the question', max: 200 }),
          /** Answer in Markdown. */
          answer: text({ min: 1, minMessage: 'Please write the answer', max: textMax }),
        }),
      )
      .max(itemsMax, `Please keep this to ${itemsMax} questions`)
      .default([]),
  })
  .refine(({ from, items }) => from !== 'own' || items.length > 0, {
    message: 'Please add a question',
    path: ['items'],
  });

export const shownQuestionsSchema = z.object({
  type: z.literal('questions'),
  title: z.string(),
  /** Items with answers as safe HTML. */
  items: z.array(z.object({ question: z.string(), html: z.string() })),
});
