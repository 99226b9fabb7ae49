import { z } from 'zod';

import { companyMax, nameMax } from '~/contract/common/limits';
import { line, text } from '~/contract/common/text-schema';
import { tokenField } from '~/contract/documents/documents-schema';
import { wordsMax } from './testimonials';

/** Public data, without consent and email. */
export const testimonialSchema = z.object({
  id: z.int(),
  words: z.string(),
  name: z.string(),
  role: z.string(),
  company: z.string(),
  /** Portfolio item that the testimonial is about, if it is public. */
  work: z.object({ id: z.int(), slug: z.string(), title: z.string() }).nullable(),
});
export type Testimonial = z.output<typeof testimonialSchema>;

/** Fields that a client writes at their private link. */
const givenFieldsSchema = z.object({
  words: text({
    min: 10,
    minMessage: 'Please write one or two sentences',
    max: wordsMax,
  }),
  name: line({ min: 2, minMessage: 'Please enter your name', max: nameMax }),
  role: line({ max: nameMax }).default(''),
  company: line({ max: companyMax }).default(''),
});
const agreed = z.literal(true, 'Please check the box to give your consent');

/** Testimonial sent over REST. */
export const givenTestimonialSchema = givenFieldsSchema.extend({
  ...tokenField.shape,
  /** True to confirm that the author has read the sentence in `consent` and agrees. */
  agreed,
  /** Sentence that the author read. Consent to an outdated sentence is rejected. */
  consent: z.string().max(500).optional(),
});
export type GivenTestimonial = z.output<typeof givenTestimonialSchema>;

/** Fields of the HTML form, in which a checked box is sent as text. */
export const givenFormSchema = givenFieldsSchema.extend({
  agreed: z
    .literal('on', 'Please check the box to give your consent')
    .transform(() => true as const),
});
export type GivenForm = z.output<typeof givenFormSchema>;

/** Data for the holder of a private link. */
export const linkedTestimonialSchema = z.object({
  /** State of the testimonial. `given`: waits for the agency, and can still be corrected. */
  state: z.enum(['asked', 'given', 'published', 'withdrawn']),
  words: z.string(),
  name: z.string(),
  role: z.string(),
  company: z.string(),
  /** Title of the request that the testimonial is about. */
  about: z.string(),
  work: testimonialSchema.shape.work,
  /** Sentence that the author agrees to when submitting. */
  consent: z.string(),
  /** Sentence that the author agreed to; empty without consent. */
  agreedTo: z.string(),
  givenAt: z.iso.datetime().nullable(),
});
export type LinkedTestimonial = z.output<typeof linkedTestimonialSchema>;
