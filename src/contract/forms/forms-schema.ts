import { z } from 'zod';

import { idSchema, versionShape } from '~/contract/common/paging-schema';
import { line, text } from '~/contract/common/text-schema';
import {
  fieldOptionsMax,
  fieldTypes,
  formFieldsMax,
  isChoice,
  reservedKeys,
  whoFields,
} from './forms';

const option = line({ max: 200 });

const fieldSchema = z
  .object({
    key: text({ min: 1, minMessage: 'A key is needed', max: 40 })
      .refine(
        (key) => /^[a-z][a-z0-9_]*$/.test(key),
        'A key begins with a letter and has lowercase letters, digits and underscores',
      )
      .refine((key) => !reservedKeys.includes(key), 'This key cannot be used'),
    label: line({ min: 1, minMessage: 'Please enter a label', max: 200 }),
    type: z.enum(fieldTypes, 'Please choose what is asked for'),
    required: z.boolean('Please enter true or false'),
    help: text({ max: 500 }).default(''),
    options: z
      .array(option)
      .max(fieldOptionsMax, `Please keep this to ${fieldOptionsMax} options`)
      .default([])
      .transform((options) => [...new Set(options.filter(Boolean))]),
    retired: z.boolean().default(false).describe('No longer shown, and kept for its answers'),
  })
  .transform((field) => (isChoice(field.type) ? field : { ...field, options: [] }))
  .refine(({ type, options }) => !isChoice(type) || options.length > 0, {
    message: 'Please enter the options',
    path: ['options'],
  });

const fieldsField = z
  .array(fieldSchema, 'A list of fields is needed')
  .max(formFieldsMax, `Please keep this to ${formFieldsMax} fields`)
  .check((context) => {
    const fields = context.value;
    for (const [index, { key }] of fields.entries()) {
      if (fields.findIndex((field) => field.key === key) === index) continue;
      const message = 'Another field has this key';
      context.issues.push({ code: 'custom', input: key, message, path: [index, 'key'] });
    }
    const { email, phone } = whoFields(fields);
    if (email === undefined && phone === undefined) {
      const message = 'Please add an email or phone field so that you can reply';
      context.issues.push({ code: 'custom', input: fields, message });
    }
  });

/** Fields of a form in the panel and in the REST API. All of them are optional in an update. */
const fields = {
  name: line({ min: 1, minMessage: 'Name is required', max: 100 }),
  fields: fieldsField,
  /** Text that is shown to the sender after submitting. */
  confirmation: text({ max: 2000 }),
};

const formChangeSchema = z.object(fields).partial();
export const formUpdateSchema = formChangeSchema.extend({ ...idSchema.shape, ...versionShape });
export type FormUpdate = z.output<typeof formUpdateSchema>;
export const formFieldsSchema = formChangeSchema.extend({
  name: fields.name,
  fields: fields.fields,
});
export type FormInput = z.input<typeof formFieldsSchema>;
export type FormChanges = z.input<typeof formChangeSchema>;

const shownField = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  required: z.boolean(),
  help: z.string(),
  options: z.array(z.string()),
  retired: z.boolean(),
});

/** Use of a form: on a page of any kind, or as the brief of a service. */
const formUseSchema = z.object({
  by: z.enum(['page', 'service']),
  name: z.string(),
  path: z.string(),
  /** True if visitors can currently see that page or service. */
  isPublic: z.boolean(),
});
export type FormUse = z.output<typeof formUseSchema>;

export const adminFormSchema = z.object({
  id: z.int(),
  name: z.string(),
  /** Fields of the form, including retired ones. */
  fields: z.array(shownField),
  confirmation: z.string(),
  /** Number of submissions. */
  answers: z.int(),
  /** Keys of fields that have answers. The keys and types of these fields cannot change. */
  answeredKeys: z.array(z.string()),
  /** Pages and services that use the form, including drafts, but not those in the trash. */
  usedBy: z.array(formUseSchema),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
});
export type AdminForm = z.output<typeof adminFormSchema>;

/** A form as visitors fill it in. */
export const publicFormSchema = z.object({
  id: z.int(),
  name: z.string(),
  fields: z.array(shownField),
  confirmation: z.string(),
});
export type PublicForm = z.output<typeof publicFormSchema>;

/** Unsaved form from the editor, for its preview. */
export const formDraftSchema = z.object({
  name: z.string().max(200),
  fields: z.array(z.unknown()).max(formFieldsMax * 2),
  confirmation: z.string().max(5000),
});

/** Returns the fields of a draft that are complete enough to show. */
export function draftFields(drafts: readonly unknown[]) {
  return drafts.flatMap((draft) => {
    const parsed = fieldSchema.safeParse(draft);
    return parsed.success ? [parsed.data] : [];
  });
}

/** An answer as stored with a lead. */
export const answerSchema = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  value: z.union([z.string(), z.array(z.string()), z.number(), z.boolean()]),
  files: z
    .array(z.object({ id: z.int(), name: z.string(), size: z.number(), type: z.string() }))
    .optional(),
});
