import { z } from 'zod';

import {
  imageList,
  linkField,
  longText,
  priceField,
  slugField,
  textList,
} from '~/contract/common/fields-schema';
import { companyMax, optionMax, textMax } from '~/contract/common/limits';
import { idSchema, versionShape } from '~/contract/common/paging-schema';
import { text } from '~/contract/common/text-schema';
import { categorySchema } from '~/contract/services/services-schema';
import { exhibitsField } from './exhibits-schema';
import { portfolioItemSchema } from './portfolio-schema';

const numberOf = (message: string) =>
  z
    .union([z.number(), z.string().trim(), z.null()], message)
    .transform((value) => (value === '' || value === null ? null : Number(value)))
    .refine((value) => value === null || Number.isFinite(value), message);

/** A whole number, or null. */
const countField = numberOf('Please enter a number').refine(
  (value) => value === null || (Number.isInteger(value) && value >= 1 && value <= 1000),
  'Please enter a whole number from 1 to 1000',
);
/** Hours in steps of a quarter or finer, or null. */
const hoursField = numberOf('Please enter hours').refine(
  (value) => value === null || (value >= 0 && value <= 100_000),
  'Please enter hours from 0 to 100000',
);
/** A price in cents, or null. */
const optionalPrice = z.preprocess(
  (value) => (value === '' || value === null ? null : value),
  z.union([z.null(), priceField]),
);

/**
 * Fields of a portfolio item in forms and in the REST API. All of them are optional in an update.
 */
const fields = {
  title: text({ min: 1, minMessage: 'Title is required', max: 200 }),
  slug: slugField.refine((slug) => slug !== '', 'Slug is required'),
  client_name: text({ min: 1, minMessage: 'Client name is required', max: companyMax }),
  description: text({ min: 1, minMessage: 'Description is required', max: textMax }),
  category: categorySchema,
  project_url: linkField,
  liveUrl: linkField,
  githubUrl: linkField,
  images: imageList,
  technologies: textList,
  featured: z.boolean(),
  problem: longText,
  approach: longText,
  result: longText,
  outcome: z
    .object({ value: text({ max: optionMax }), label: text({ max: optionMax }) })
    .nullable()
    .transform((outcome) => (outcome?.value && outcome.label ? outcome : null)),
  weeks: countField,
  people: countField,
  priceFrom: optionalPrice,
  priceTo: optionalPrice,
  hoursQuoted: hoursField,
  hoursTaken: hoursField,
  exhibits: exhibitsField,
};

export const portfolioChangeSchema = z.object(fields).partial();
export const portfolioUpdateSchema = portfolioChangeSchema.extend({
  ...idSchema.shape,
  ...versionShape,
});
export type PortfolioUpdate = z.output<typeof portfolioUpdateSchema>;
export const portfolioFieldsSchema = portfolioChangeSchema.extend({
  title: fields.title,
  slug: fields.slug,
  client_name: fields.client_name,
  description: fields.description,
  category: fields.category.default('website'),
});
/** Input for creating or updating a portfolio item. */
export type PortfolioFields = z.input<typeof portfolioFieldsSchema>;
export type PortfolioChanges = z.input<typeof portfolioChangeSchema>;

export const adminPortfolioItemSchema = portfolioItemSchema.extend({
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
});
export type AdminPortfolioItem = z.output<typeof adminPortfolioItemSchema>;
