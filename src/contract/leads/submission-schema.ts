import { z } from 'zod';

import { textMax } from '~/contract/common/limits';
import { submissionKeySchema } from '~/contract/common/submission-key-schema';

/** Data that each public form sends in addition to its visible fields. */
export const submissionShape = {
  key: submissionKeySchema.optional(),
  /** Content of the honeypot field, which people leave empty and bots fill in. */
  website: z.string().max(textMax).optional(),
};

export type Submission = z.infer<z.ZodObject<typeof submissionShape>>;
