import { z } from 'zod';

import { isUrl } from '~/contract/common/fields-schema';
import { middle } from '~/contract/common/focus';
import { focusSchema } from '~/contract/common/focus-schema';
import { int4Max, textMax } from '~/contract/common/limits';
import { line, text } from '~/contract/common/text-schema';

/**
 * Fields that several blocks have. Optional fields have defaults, so that REST callers can omit
 * them.
 */

/** Heading of a block; empty for none. */
export const titleField = line({ max: 160 }).default('');
export const shortField = text({ max: 400 }).default('');
/** Text in Markdown. */
export const markdownField = text({ max: textMax * 4 }).default('');

/** Returns whether a link target is valid: a page of this site, a part of this page, another site, an email or a phone number. */
const isTarget = (value: string): boolean =>
  isUrl(value) || /^#[\w-]+$/.test(value) || /^(mailto|tel):\S+$/.test(value);

export const linkSchema = z.object({
  label: line({ min: 1, minMessage: 'Please enter a name for the link', max: 40 }),
  to: text({ min: 1, minMessage: 'Please enter a link', max: 2000 }).refine(
    isTarget,
    'Please start with https://, / for a page of this site, # for a part of this page, mailto: or tel:',
  ),
});
export type BlockLink = z.output<typeof linkSchema>;

export const linksField = z.array(linkSchema).max(2, 'Please use at most two links').default([]);

export const pictureSchema = z.object({
  url: text({ min: 1, minMessage: 'Please choose a picture', max: 2000 }).refine(
    isUrl,
    'Please enter a full address, with https://',
  ),
  /** Alternative text. Empty for a decorative picture. */
  alt: shortField,
  caption: shortField,
  focus: focusSchema.default(middle),
});
export type BlockPicture = z.output<typeof pictureSchema>;

const chosenMax = 50;

/** Fields of a block that shows rows, except for the rule that selects the rows. */
export const pickedShape = {
  /** Ids of chosen rows, in order. */
  ids: z
    .array(z.int().min(1).max(int4Max))
    .max(chosenMax, `Please keep this to ${chosenMax} entries`)
    .default([]),
  limit: z.int().min(1).max(chosenMax).default(6),
};
