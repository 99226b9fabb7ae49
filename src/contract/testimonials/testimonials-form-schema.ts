import { z } from 'zod';

import { dateField } from '~/contract/common/date-schema';
import { optionalText } from '~/contract/common/fields-schema';
import { companyMax, emailMax, int4Max, nameMax } from '~/contract/common/limits';
import { idSchema, versionShape } from '~/contract/common/paging-schema';
import { email, line, text } from '~/contract/common/text-schema';
import { consentMeans, testimonialSources, testimonialStatuses, wordsMax } from './testimonials';

/** Fields of a testimonial in forms and in the REST API. All of them are optional in an update. */
const fields = {
  words: text({ max: wordsMax }),
  name: line({ min: 1, minMessage: 'Name is required', max: nameMax }),
  role: optionalText(nameMax),
  company: optionalText(companyMax),
  /** Portfolio item that the testimonial is about. */
  portfolioId: z.int().min(1).max(int4Max).nullable(),
  /**
   * Email of the person, which is never shown. Used to find the testimonial when the person's data
   * is deleted.
   */
  email: z
    .union([email('Please enter a valid email address'), z.literal(''), z.null()])
    .transform((value) => value ?? ''),
  /** Way in which the person consented; null without consent, or after consent was withdrawn. */
  consentMeans: z.enum(consentMeans, 'Please choose how consent was given').nullable(),
  /** Name of the person who consented. */
  consentBy: optionalText(nameMax),
  /** Date of the consent, such as '2026-11-25'. */
  consentOn: z
    .union([dateField, z.literal(''), z.null()], 'Please enter a date')
    .transform((value) => value || null),
  isPublished: z.boolean(),
};

export const testimonialChangeSchema = z.object(fields).partial();
export const testimonialUpdateSchema = testimonialChangeSchema.extend({
  ...idSchema.shape,
  ...versionShape,
});
export type TestimonialUpdate = z.output<typeof testimonialUpdateSchema>;
export const testimonialFieldsSchema = testimonialChangeSchema.extend({
  words: text({ min: 1, minMessage: 'Please enter the testimonial', max: wordsMax }),
  name: fields.name,
});
/** Input for creating or updating a testimonial. */
export type TestimonialFields = z.input<typeof testimonialFieldsSchema>;
export type TestimonialChanges = z.input<typeof testimonialChangeSchema>;

export const adminTestimonialSchema = z.object({
  id: z.int(),
  words: z.string(),
  name: z.string(),
  role: z.string(),
  company: z.string(),
  portfolioId: z.int().nullable(),
  /** Title of the portfolio item that the testimonial is about. */
  work: z.string().nullable(),
  email: z.string().max(emailMax),
  consentMeans: z.enum(consentMeans).nullable(),
  consentBy: z.string(),
  consentOn: z.iso.date().nullable(),
  /** Consent sentence shown at the private link; empty if an admin entered the consent. */
  consentText: z.string(),
  source: z.enum(testimonialSources),
  status: z.enum(testimonialStatuses),
  isPublished: z.boolean(),
  requestId: z.int().nullable(),
  askedAt: z.iso.datetime().nullable(),
  givenAt: z.iso.datetime().nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
});
export type AdminTestimonial = z.output<typeof adminTestimonialSchema>;

/** Testimonial as shown on the page of a request. */
export const askedSchema = adminTestimonialSchema.pick({
  id: true,
  name: true,
  status: true,
  askedAt: true,
  givenAt: true,
});
export type AskedTestimonial = z.output<typeof askedSchema>;

/**
 * Settings for asking clients for a testimonial automatically, a number of days after their request
 * was completed.
 */
export const askingSchema = z.object({
  byItself: z.boolean(),
  afterDays: z
    .int('Please enter a number of days')
    .min(0, 'Please enter 0 to 60 days')
    .max(60, 'Please enter 0 to 60 days'),
});
export type Asking = z.output<typeof askingSchema>;
export const neutralAsking: Asking = { byItself: false, afterDays: 3 };
