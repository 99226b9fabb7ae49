import { z } from 'zod';

import { blocksField, shownBlockSchema, storedBlockSchema } from '~/blocks/block-schemas';
import { pageKeys } from '~/contract/built-in-pages/built-in-pages';
import { pageSections } from '~/contract/built-in-pages/page-sections';
import { longText, shortText } from '~/contract/common/fields-schema';
import { optionMax } from '~/contract/common/limits';
import { idSchema, versionShape } from '~/contract/common/paging-schema';
import { line, text } from '~/contract/common/text-schema';
import { isPageSlug } from './page-slugs';
import { pageStatuses } from './page-statuses';
import { reservedBy, unreserved } from './reserved-paths';

/** A path of one or two segments without a leading slash. An empty one is derived from the title. */
const pageSlugField = z
  .union([text({ max: optionMax }), z.null()], 'Address is required')
  .transform((value) => (value ?? '').toLowerCase().replace(/^\/+|\/+$/g, ''))
  .refine(
    (value) => value === '' || isPageSlug(value),
    'An address has a letter, digits, single hyphens and one slash at most',
  )
  .check((context) => {
    // An empty slug is derived from the title.
    const owner = context.value === '' ? undefined : reservedBy(context.value);
    if (owner === undefined) return;
    context.issues.push({
      code: 'custom',
      input: context.value,
      message: `“/${context.value}” belongs to ${owner}. “/${unreserved(context.value)}” is free.`,
    });
  });

/** Fields of a page in forms and in the REST API. All of them are optional in an update. */
const fields = {
  title: line({ min: 1, minMessage: 'Title is required', max: 200 }),
  slug: pageSlugField,
  blocks: blocksField,
  metaTitle: shortText,
  metaDescription: longText,
  status: z.enum(pageStatuses, 'Unknown status'),
  /** Publication time of a scheduled page. */
  publishAt: z.iso
    .datetime({ offset: true, error: 'Please enter a date and time' })
    .nullable()
    .transform((value) => (value === null ? null : new Date(value))),
  inNavigation: z.boolean(),
  inFooter: z.boolean(),
};

const needsTime = z.refine<{ status?: string | undefined; publishAt?: Date | null | undefined }>(
  ({ status, publishAt }) => status !== 'scheduled' || Boolean(publishAt),
  { message: 'Please enter a publishing date', path: ['publishAt'] },
);

const pageChangeSchema = z.object(fields).partial();
export const customPageUpdateSchema = pageChangeSchema
  .extend({ ...idSchema.shape, ...versionShape })
  .check(needsTime);
export type CustomPageUpdate = z.output<typeof customPageUpdateSchema>;
export const customPageFieldsSchema = pageChangeSchema
  .extend({ title: fields.title, blocks: fields.blocks.default([]) })
  .check(needsTime);
export type CustomPageFields = z.input<typeof customPageFieldsSchema>;
export type CustomPageChanges = z.input<typeof pageChangeSchema>;

/** A page for the panel and the REST API. */
export const adminCustomPageSchema = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  /** Blocks of the page, except those of unknown types. */
  blocks: z.array(storedBlockSchema),
  metaTitle: z.string(),
  metaDescription: z.string(),
  status: z.enum(pageStatuses),
  publishAt: z.iso.datetime().nullable(),
  inNavigation: z.boolean(),
  inFooter: z.boolean(),
  /** Version of the content, which increases with each change. */
  version: z.int(),
  /** Pictures of the page's blocks that have been deleted. The page leaves them out. */
  missingPictures: z.array(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
});
export type AdminCustomPage = z.output<typeof adminCustomPageSchema>;

/** Content of a page in one version. */
export const pageVersionSchema = adminCustomPageSchema
  .pick({ title: true, blocks: true, metaTitle: true, metaDescription: true, version: true })
  .extend({ author: z.string(), createdAt: z.iso.datetime() });
export type PageVersion = z.output<typeof pageVersionSchema>;

/** A page for visitors. */
export const customPageSchema = z.object({
  slug: z.string(),
  title: z.string(),
  metaTitle: z.string(),
  metaDescription: z.string(),
  blocks: z.array(shownBlockSchema),
  updatedAt: z.iso.datetime(),
});
export type CustomPage = z.output<typeof customPageSchema>;

/** Content of a page for its preview. */
export const customPageDraftSchema = z.object({
  title: fields.title.or(z.literal('')),
  blocks: z.array(z.unknown()).max(200),
  /** Built-in page below whose sections the blocks are shown; omitted for a custom page. */
  below: z.enum(pageKeys).optional(),
  /** Hidden sections of the built-in page. */
  hidden: z.array(z.enum(pageSections)).optional(),
});
export type CustomPageDraft = z.output<typeof customPageDraftSchema>;
