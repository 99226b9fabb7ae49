import { z } from 'zod';

import { callToActionSchema } from './call-to-action/schema';
import { claimsSchema } from './claims/schema';
import { dividerSchema } from './divider/schema';
import { exhibitBlockSchema } from './exhibit/schema';
import { formBlockSchema, shownFormSchema } from './form/schema';
import { gallerySchema } from './gallery/schema';
import { headingSchema } from './heading/schema';
import { peopleSchema, shownPeopleSchema } from './people/schema';
import { pictureBlockSchema } from './picture/schema';
import { postsSchema, shownPostsSchema } from './posts/schema';
import { pricesSchema, shownPricesSchema } from './prices/schema';
import { questionsBlockSchema, shownQuestionsSchema } from './questions/schema';
import { servicesBlockSchema, shownServicesSchema } from './services/schema';
import { shownTestimonialsSchema, testimonialsSchema } from './testimonials/schema';
import { shownTextSchema, textSchema } from './text/schema';
import { shownWorkSchema, workSchema } from './work/schema';

/** Schemas of the block types as edited and stored. */
const blockSchemas = {
  heading: headingSchema,
  text: textSchema,
  picture: pictureBlockSchema,
  gallery: gallerySchema,
  exhibit: exhibitBlockSchema,
  services: servicesBlockSchema,
  work: workSchema,
  posts: postsSchema,
  prices: pricesSchema,
  claims: claimsSchema,
  testimonials: testimonialsSchema,
  questions: questionsBlockSchema,
  people: peopleSchema,
  form: formBlockSchema,
  callToAction: callToActionSchema,
  divider: dividerSchema,
} as const;

export type BlockType = keyof typeof blockSchemas;
export const blockTypes = Object.keys(blockSchemas) as [BlockType, ...BlockType[]];

/** Returns a union of schemas by block type. */
function unionOf<Schemas extends Record<BlockType, z.ZodObject>>(schemas: Schemas) {
  type Schema = Schemas[BlockType];
  const options = Object.values(schemas) as unknown as [Schema, ...Schema[]];
  return z.discriminatedUnion('type', options, 'Unknown type of block');
}

/** Schema of a block as stored, or as drawn in a preview. */
export const blockSchema = unionOf(blockSchemas);
export type Block = z.output<typeof blockSchema>;

/**
 * Schema of a block without the draft of a form. A draft is only for previews: its depth and
 * characters are not limited, so it must not be stored.
 */
const writtenSchema = unionOf({ ...blockSchemas, form: formBlockSchema.omit({ draft: true }) });
/** Schema of a stored block, with defaults for omitted fields. */
export const storedBlockSchema = writtenSchema as unknown as z.ZodType<Block, Block>;
export type BlockOf<Type extends BlockType> = Extract<Block, { type: Type }>;

/** Schemas of the block types for visitors, with the rows, and with texts as HTML. */
const shownSchemas = {
  heading: headingSchema,
  text: shownTextSchema,
  picture: pictureBlockSchema,
  gallery: gallerySchema,
  exhibit: exhibitBlockSchema,
  services: shownServicesSchema,
  work: shownWorkSchema,
  posts: shownPostsSchema,
  prices: shownPricesSchema,
  claims: claimsSchema,
  testimonials: shownTestimonialsSchema,
  questions: shownQuestionsSchema,
  people: shownPeopleSchema,
  form: shownFormSchema,
  callToAction: callToActionSchema,
  divider: dividerSchema,
} as const satisfies Record<BlockType, z.ZodObject>;

export const shownBlockSchema = unionOf(shownSchemas);
export type ShownBlock = z.output<typeof shownBlockSchema>;
export type ShownOf<Type extends BlockType> = Extract<ShownBlock, { type: Type }>;

const blocksMax = 60;

/** Blocks of a page, in order. */
export const blocksField = z
  .array(writtenSchema, 'A list of blocks is needed')
  .max(blocksMax, `Please keep this to ${blocksMax} blocks`);
