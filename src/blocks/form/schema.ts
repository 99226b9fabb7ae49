import { z } from 'zod';

import { shortField, titleField } from '~/blocks/block-fields-schema';
import { int4Max } from '~/contract/common/limits';
import { formDraftSchema, publicFormSchema } from '~/contract/forms/forms-schema';

/** Custom form of the agency. */
export const formBlockSchema = z.object({
  type: z.literal('form'),
  title: titleField,
  text: shortField,
  /** Id of the form; 0 until one is chosen. */
  formId: z.int('Please choose a form').min(0, 'Please choose a form').max(int4Max),
  /** Unsaved form, shown only in its preview. */
  draft: formDraftSchema.optional(),
});

export const shownFormSchema = z.object({
  type: z.literal('form'),
  title: z.string(),
  text: z.string(),
  form: publicFormSchema,
});
