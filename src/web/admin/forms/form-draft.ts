import type { FormField } from '~/contract/forms/forms';
import type { AdminForm, FormInput } from '~/contract/forms/forms-schema';
import type { Draft } from '~/web/admin/form/draft';

export type FormDraft = Draft<FormInput, { fields: FormField[]; confirmation: string }>;

const field = (part: Pick<FormField, 'key' | 'label' | 'type'>): FormField => ({
  ...part,
  required: true,
  help: '',
  options: [],
  retired: false,
});

export const newField = (key: string): FormField => ({
  ...field({ key, label: '', type: 'text' }),
  required: false,
});

/** Default fields of a new form. */
export const emptyDraft: FormDraft = {
  name: '',
  fields: [
    field({ key: 'name', label: 'Name', type: 'text' }),
    field({ key: 'email', label: 'Email', type: 'email' }),
    field({ key: 'message', label: 'What is it about?', type: 'long' }),
  ],
  confirmation: 'Thank you. We’ve received your answers and will reply as soon as we can.',
};

export const draftOf = ({ name, fields, confirmation }: AdminForm): FormDraft => ({
  name,
  fields,
  confirmation,
});
