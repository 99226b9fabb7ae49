import type { Resolver } from '~/blocks/block-sources';
import { askedFields } from '~/contract/forms/forms';
import { draftFields } from '~/contract/forms/forms-schema';

export const resolveForm: Resolver<'form'> = async (
  { type, title, text, formId, draft },
  { forms, isPreview = false },
) => {
  if (draft && isPreview) {
    const { name, fields, confirmation } = draft;
    const form = { id: 0, name, fields: askedFields(draftFields(fields)), confirmation };
    return { type, title, text, form };
  }
  const form = await forms.find(formId);
  return form && { type, title, text, form };
};
