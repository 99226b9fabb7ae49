import { z } from 'zod';

import { postDraftSchema } from '~/contract/blog/blog-form-schema';
import { isUrl } from '~/contract/common/fields-schema';
import type { SchemaOf } from '~/contract/common/schema';
import { email, isStorable } from '~/contract/common/text-schema';
import { customPageDraftSchema } from '~/contract/custom-pages/custom-pages-schema';
import { vatNumberIssue } from '~/contract/documents/vat-numbers';
import { emailWordsFormSchema } from '~/contract/mail/email-templates-schema';
import { settingSchemas } from './settings-schema';

export const settingMax = 60_000;
/** Maximum size of the setting, including its pictures. */
export const logoMax = 90_000;

/** Additional rules for values that admins enter. Stored values need not satisfy them. */
const stricter = {
  ...settingSchemas,
  brand: settingSchemas.brand.extend({
    name: z.string().trim().min(1, 'The agency needs a name').max(60, 'This is too long'),
    description: z.string().trim().max(300, 'Please keep this under 300 characters'),
    foundedYear: z
      .int('Please enter a year')
      .min(1900, 'Please enter a year')
      .max(2100, 'Please enter a year'),
  }),
  contact: settingSchemas.contact.extend({ email: email('Please enter a valid email address') }),
  // The numbers are only checked when they are entered: if a country changes the format of its numbers, a stored number
  // must not invalidate the other fields.
  seller: settingSchemas.seller.check(({ value, issues }) => {
    const { vatNumber, country } = value;
    const message = vatNumberIssue(vatNumber, country);
    if (message) issues.push({ code: 'custom', message, path: ['vatNumber'], input: vatNumber });
  }),
  emails: emailWordsFormSchema,
  social: z
    .array(
      z.object({
        label: z.string().trim().min(1, 'Please enter a name for the link'),
        url: z.string().trim().refine(isUrl, 'Please enter a full address, with https://'),
      }),
    )
    .max(12, 'Please keep this to 12 links'),
};

type SettingKey = keyof typeof stricter;

const changeOf = <Key extends SettingKey>(key: Key) =>
  z.object({
    key: z.literal(key),
    value: stricter[key],
    /** `updatedAt` that the caller has seen; null if the setting has never been changed. */
    expectedUpdatedAt: z.iso.datetime().nullish(),
  });

/**
 * Settings with page texts, which editors may change. Only owners may change the other settings.
 */
export const pageTextKeys = [
  'hero',
  'reasons',
  'claims',
  'about',
  'careers',
  'questions',
  'navigation',
  'pages',
] as const;
export type PageTextKey = (typeof pageTextKeys)[number];

interface Sized {
  key: string;
  value?: unknown;
}

const lengthMax = ({ key }: Sized) => (key === 'logo' ? logoMax : settingMax);

const fits = z.refine<Sized>(
  (setting) => JSON.stringify(setting.value ?? null).length <= lengthMax(setting),
  { message: 'This is too long', path: ['value'] },
);

const canBeStored = z.refine<Sized>(({ value }) => holdsOnlyStorable(value), {
  message: 'This text holds characters that cannot be stored',
  path: ['value'],
});

/** A single text of a page, replaced as a whole. */
export const pageTextChangeSchema = z
  .discriminatedUnion('key', [
    changeOf('hero'),
    changeOf('reasons'),
    changeOf('claims'),
    changeOf('about'),
    changeOf('careers'),
    changeOf('questions'),
    changeOf('navigation'),
    changeOf('pages'),
  ])
  .check(fits, canBeStored);
export type PageTextChange = z.output<typeof pageTextChangeSchema>;

/** A single setting, replaced as a whole. */
export const settingChangeSchema = z
  .discriminatedUnion('key', [
    changeOf('brand'),
    changeOf('contact'),
    changeOf('social'),
    changeOf('currency'),
    changeOf('whatsappNumber'),
    changeOf('retention'),
    changeOf('seller'),
    changeOf('sales'),
    changeOf('tax'),
    changeOf('bank'),
    changeOf('accounting'),
    changeOf('responseTimes'),
    changeOf('files'),
    changeOf('formFields'),
    changeOf('testimonials'),
    changeOf('emails'),
    changeOf('appearance'),
    changeOf('logo'),
    changeOf('typeface'),
  ])
  .check(fits, canBeStored);

/** A page of the site to preview with an unsaved setting, blocks or post. */
export const previewSchema = z.object({
  path: z
    .string()
    .max(300)
    .regex(/^\/(?![/\\])/, 'A path of this site begins with a slash'),
  /** Unsaved setting; omitted to show the page with the saved settings. */
  change: z.union([pageTextChangeSchema, settingChangeSchema]).optional(),
  /** Content of a custom page. */
  page: customPageDraftSchema.optional(),
  /** Content of the post at the path. */
  post: postDraftSchema.optional(),
});
export type Preview = z.output<typeof previewSchema>;

/** Returns whether every string in a value, at any depth, can be stored. */
function holdsOnlyStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(holdsOnlyStorable);
}

export type SettingChange = z.output<typeof settingChangeSchema>;

/** Keys of the settings that can be read and replaced individually. */
const settingKeys = settingChangeSchema.options.map((option) => option.shape.key.value);

/** A single setting over REST: the path contains its key. The rules are the same as in the form. */
export const settingKeySchema = z.object({
  key: z.enum(settingKeys, `A setting is one of: ${settingKeys.join(', ')}`),
});
export const settingReplacementSchema = settingKeySchema.extend({
  value: z.unknown(),
  expectedUpdatedAt: z.iso.datetime().nullish(),
});
export const shownSettingSchema = z.object({
  value: z.unknown(),
  updatedAt: z.iso.datetime().nullable(),
});

const stored = <Value extends SchemaOf>(value: Value) =>
  z.object({ value, updatedAt: z.iso.datetime().nullable() });

/** Texts of the pages, each with the date of its last change. */
export const allPageTextsSchema = z.object({
  hero: stored(settingSchemas.hero),
  reasons: stored(settingSchemas.reasons),
  claims: stored(settingSchemas.claims),
  about: stored(settingSchemas.about),
  careers: stored(settingSchemas.careers),
  questions: stored(settingSchemas.questions),
  navigation: stored(settingSchemas.navigation),
  pages: stored(settingSchemas.pages),
});
export type AllPageTexts = z.output<typeof allPageTextsSchema>;

/** All settings other than texts of pages. */
export const allSettingsSchema = z.object({
  brand: stored(settingSchemas.brand),
  contact: stored(settingSchemas.contact),
  social: stored(settingSchemas.social),
  currency: stored(settingSchemas.currency),
  whatsappNumber: stored(settingSchemas.whatsappNumber),
  retention: stored(settingSchemas.retention),
  seller: stored(settingSchemas.seller),
  sales: stored(settingSchemas.sales),
  tax: stored(settingSchemas.tax),
  bank: stored(settingSchemas.bank),
  accounting: stored(settingSchemas.accounting),
  responseTimes: stored(settingSchemas.responseTimes),
  files: stored(settingSchemas.files),
  formFields: stored(settingSchemas.formFields),
  testimonials: stored(settingSchemas.testimonials),
  emails: stored(settingSchemas.emails),
  appearance: stored(settingSchemas.appearance),
  logo: stored(settingSchemas.logo),
  typeface: stored(settingSchemas.typeface),
});
export type AllSettings = z.output<typeof allSettingsSchema>;

/** An email that could not be sent after all retries. */
export const deadMailSchema = z.object({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  lastError: z.string(),
  canRetry: z.boolean().describe('False for codes and links, which are not stored'),
  createdAt: z.iso.datetime(),
});

/** A background job as the panel shows it. */
export const jobRunSchema = z.object({
  name: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  result: z.string(),
  failed: z.int(),
});
