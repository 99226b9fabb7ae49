import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import { submissionKeySchema } from '~/contract/common/submission-key-schema';
import { cameFromSchema } from '~/contract/leads/came-from-schema';
import { submissionShape } from '~/contract/leads/submission-schema';
import { formFieldsMax } from './forms';

/** Submission of a form. The fields of the form determine how its answers are validated. */
export const formAnswersSchema = idSchema.extend({
  answers: z
    .record(z.string().max(100), z.unknown(), 'Please send the answers by the keys of their fields')
    .refine(
      (answers) => Object.keys(answers).length <= formFieldsMax * 2,
      'The form has fewer fields than answers',
    ),
  cameFrom: cameFromSchema,
  ...submissionShape,
  /** Alias of `key`. */
  submissionKey: submissionKeySchema.optional(),
});
/** Brief for a quote that was just submitted. */
export const quoteBriefSchema = formAnswersSchema.pick({ id: true, answers: true }).extend({
  /** Idempotency key of the quote, which proves that the sender is the same. */
  quoteKey: submissionKeySchema,
});

/** Brief of a request. */
export const requestBriefSchema = formAnswersSchema.pick({ id: true, answers: true });

export type FormAnswers = z.output<typeof formAnswersSchema>;
