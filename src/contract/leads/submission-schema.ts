import { z } from 'zod';

import { submissionKeyMax, textMax } from '~/contract/common/limits';
import { text } from '~/contract/common/text-schema';

/** Makes a repeat return the first answer. */
export const submissionKeySchema = text({
  min: 1,
  minMessage: 'The key is empty',
  max: submissionKeyMax,
});

/** What travels with every public form, beside what was typed into it. */
export const submissionShape = {
  /** Also taken from the Idempotency-Key header. */
  key: submissionKeySchema.optional(),
  /** Left empty by people: the field is not shown to them. */
  website: z.string().max(textMax).optional(),
  /** Milliseconds between the form's first use and its sending. */
  filledInMs: z.number().min(0).optional(),
};
