import { z } from 'zod';

import { companyMax, nameMax } from '~/contract/common/limits';
import { line, text } from '~/contract/common/text-schema';
import { tokenField } from '~/contract/documents/documents-schema';
import { wordsMax } from './testimonials';

/** What visitors read. Neither the consent nor an email is part of it. */
export const testimonialSchema = z.object({
  id: z.int(),
  words: z.string(),
  name: z.string(),
  role: z.string(),
  company: z.string(),
  /** The piece of work that it is about, where that is public. */
  work: z.object({ id: z.int(), slug: z.string(), title: z.string() }).nullable(),
});
export type Testimonial = z.output<typeof testimonialSchema>;

/** What a client writes at their private link. */
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
const agreed = z.literal(true, 'Please tick the box to give your consent');

/** As REST takes it. */
export const givenTestimonialSchema = givenFieldsSchema.extend({
  ...tokenField.shape,
  /** That the sentence of `consent` was read and agreed to. */
  agreed,
  /** The sentence as it was read: another one is not stored as agreed to. */
  consent: z.string().max(500).optional(),
});
export type GivenTestimonial = z.output<typeof givenTestimonialSchema>;

/** As the form holds it, where a ticked box is a text. */
export const givenFormSchema = givenFieldsSchema.extend({
  agreed: z
    .literal('on', 'Please tick the box to give your consent')
    .transform(() => true as const),
});
export type GivenForm = z.output<typeof givenFormSchema>;

/** What the holder of a private link reads. */
export const linkedTestimonialSchema = z.object({
  /** `given`: it waits for the agency, and can still be corrected. */
  state: z.enum(['asked', 'given', 'published', 'withdrawn']),
  words: z.string(),
  name: z.string(),
  role: z.string(),
  company: z.string(),
  /** The title of the request that it is about. */
  about: z.string(),
  work: testimonialSchema.shape.work,
  /** What is agreed to by sending the words. */
  consent: z.string(),
  /** What was agreed to; empty for nothing. */
  agreedTo: z.string(),
  givenAt: z.iso.datetime().nullable(),
});
export type LinkedTestimonial = z.output<typeof linkedTestimonialSchema>;
