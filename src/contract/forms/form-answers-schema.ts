import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import { submissionKeySchema } from '~/contract/common/submission-key-schema';
import { cameFromSchema } from '~/contract/leads/came-from-schema';
import { submissionShape } from '~/contract/leads/submission-schema';
import { formFieldsMax } from './forms';

/** What a form sends. Its answers are checked by the fields of the form. */
export const formAnswersSchema = idSchema.extend({
  answers: z
    .record(z.string().max(100), z.unknown(), 'Please send the answers by the keys of their fields')
    .refine(
      (answers) => Object.keys(answers).length <= formFieldsMax * 2,
      'There are more answers than fields',
    ),
  cameFrom: cameFromSchema,
  ...submissionShape,
  /** Another name of `key`. */
  submissionKey: submissionKeySchema.optional(),
});
export type FormAnswers = z.output<typeof formAnswersSchema>;
