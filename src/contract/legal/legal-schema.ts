import { z } from 'zod';

import { dateField } from '~/contract/common/date-schema';
import { text } from '~/contract/common/text-schema';
import { allLegalPages, legalTextMax, legalTitleMax } from './legal';
import { unknownVariables } from './legal-variables';

export const legalPageSchema = z.enum(allLegalPages, 'Legal page not found');
export const legalVersionRefSchema = z.object({
  page: legalPageSchema,
  version: z.coerce.number().int().min(1).max(10_000),
});

const versionSchema = z.object({
  version: z.int(),
  effectiveOn: z.iso.date(),
});

/** A legal text as shown, with the agency's data filled in. */
export const legalTextSchema = z.object({
  page: legalPageSchema,
  title: z.string(),
  lead: z.string(),
  version: z.string().describe('For example 1.0'),
  /** Dates in ISO format, without a time. */
  updatedOn: z.iso.date(),
  effectiveOn: z.iso.date(),
  sections: z.array(
    z.object({
      /** Fragment identifier of the section, for links. */
      id: z.string(),
      title: z.string(),
      html: z.string().describe('Safe HTML'),
    }),
  ),
  /** True if the version is currently in effect. */
  isCurrent: z.boolean(),
  /** Scheduled version, in effect from a later day. */
  upcoming: versionSchema.nullable(),
  /** Earlier versions, newest first. */
  earlier: z.array(versionSchema),
});
export type LegalText = z.output<typeof legalTextSchema>;
export type LegalSection = LegalText['sections'][number];

/** A published optional page. */
export const legalLinkSchema = z.object({ path: z.string(), title: z.string() });
export type LegalLink = z.output<typeof legalLinkSchema>;

const written = {
  page: legalPageSchema,
  title: text({ min: 1, minMessage: 'Please write a title', max: legalTitleMax }),
  text: text({ min: 1, minMessage: 'Please write the text', max: legalTextMax }).refine(
    (value) => unknownVariables(value).length === 0,
    { error: ({ input }) => `There is no variable {{${unknownVariables(String(input))[0]}}}` },
  ),
};
export const legalDraftSchema = z.object(written);
export type LegalDraft = z.output<typeof legalDraftSchema>;
export const legalChangeSchema = z.object({
  ...written,
  effectiveOn: dateField,
  /** Newest version that the caller has seen; 0 for none. */
  seenVersion: z.int().min(0),
});
export type LegalChange = z.output<typeof legalChangeSchema>;

/** A legal text in the panel's list. */
export const legalSummarySchema = z.object({
  page: legalPageSchema,
  title: z.string(),
  path: z.string(),
  isPublished: z.boolean(),
  isDefault: z.boolean().describe('Whether it is the product’s own text'),
  version: z.string(),
  effectiveOn: z.iso.date().nullable(),
  upcoming: versionSchema.nullable().describe('Newest version, if it is scheduled'),
  isToBeWithdrawn: z.boolean().describe('Whether the upcoming version is a withdrawal'),
  /**
   * Author and date of the newest version. Empty and null if the text is the product's default
   * text.
   */
  editedBy: z.string(),
  editedAt: z.iso.datetime().nullable(),
});
export type LegalSummary = z.output<typeof legalSummarySchema>;

const storedVersionSchema = versionSchema.extend({
  title: z.string(),
  text: z.string().describe('Markdown with variables'),
  author: z.string(),
  createdAt: z.iso.datetime().nullable(),
  isWithdrawn: z.boolean(),
  isDefault: z.boolean().describe('Whether it is the product’s own text'),
});
export type StoredVersion = z.output<typeof storedVersionSchema>;
export const legalRecordSchema = legalSummarySchema.extend({
  /**
   * Versions, newest first. The first version of a mandatory page is the product's default text.
   */
  versions: z.array(storedVersionSchema),
  /** Initial text of the editor. */
  draft: z.object({ title: z.string(), text: z.string() }),
  /** Current value of each variable. */
  words: z.record(z.string(), z.string()),
});
export type LegalRecord = z.output<typeof legalRecordSchema>;

/** A cookie or storage entry of this site in a visitor's browser. */
export const cookieEntrySchema = z.object({
  name: z.string(),
  kind: z.enum(['Cookie', 'Local storage', 'Session storage']),
  purpose: z.string(),
  lifetime: z.string(),
});
export type CookieEntry = z.output<typeof cookieEntrySchema>;
