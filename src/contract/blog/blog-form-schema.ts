import { z } from 'zod';

import { linkField, longText, shortText, slugField } from '~/contract/common/fields-schema';
import { focusSchema } from '~/contract/common/focus-schema';
import { nameMax, textMax } from '~/contract/common/limits';
import { idSchema, versionShape } from '~/contract/common/paging-schema';
import { text } from '~/contract/common/text-schema';
import { postCategories } from './blog';
import { postStatuses } from './post-statuses';

const titleMax = 200;

/** Fields of a post in forms and in the REST API. All of them are optional in an update. */
const fields = {
  title: text({ min: 1, minMessage: 'Title is required', max: titleMax }),
  slug: slugField,
  category: z.enum(postCategories, 'Unknown category'),
  excerpt: longText,
  body: text({ max: textMax * 16 }),
  authorName: text({ min: 1, minMessage: 'Author is required', max: nameMax }),
  authorAvatar: linkField,
  imageUrl: linkField,
  imageFocus: focusSchema,
  featured: z.boolean(),
  metaTitle: shortText,
  metaDescription: longText,
  /** Time of publication: null for a draft, in the future for a scheduled post. */
  publishedAt: z.iso
    .datetime({ offset: true, error: 'Please enter a date and time' })
    .nullable()
    .transform((value) => (value === null ? null : new Date(value))),
};

const postChangeSchema = z.object(fields).partial();
export const postUpdateSchema = postChangeSchema.extend({ ...idSchema.shape, ...versionShape });
export type PostUpdate = z.output<typeof postUpdateSchema>;
export const postFieldsSchema = postChangeSchema.extend({
  title: fields.title,
  category: fields.category.default('Technology'),
  authorName: fields.authorName.optional(),
});
/** Input for creating or updating a post. */
export type PostFields = z.input<typeof postFieldsSchema>;
export type PostChanges = z.input<typeof postChangeSchema>;

/** Content of a post for its preview. An incomplete URL or time counts as empty. */
export const postDraftSchema = z.object({
  /** Id of the post if it is already stored, to exclude it from its own related posts. */
  id: z.int().optional(),
  title: text({ max: titleMax }),
  category: fields.category,
  excerpt: fields.excerpt,
  body: fields.body,
  authorName: text({ max: nameMax }),
  authorAvatar: fields.authorAvatar.catch(null),
  imageUrl: fields.imageUrl.catch(null),
  imageFocus: fields.imageFocus,
  publishedAt: z.iso.datetime({ offset: true }).nullable().catch(null),
});
export type PostDraft = z.output<typeof postDraftSchema>;

export const adminPostSchema = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  category: z.enum(postCategories),
  excerpt: z.string(),
  body: z.string(),
  authorName: z.string(),
  authorAvatar: z.string().nullable(),
  imageUrl: z.string().nullable(),
  imageFocus: focusSchema,
  featured: z.boolean(),
  metaTitle: z.string(),
  metaDescription: z.string(),
  publishedAt: z.iso.datetime().nullable(),
  readTime: z.int(),
  status: z.enum(postStatuses),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
});
export type AdminPost = z.output<typeof adminPostSchema>;
