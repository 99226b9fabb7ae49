import type { Blog } from '~/server/features/content/blog/blog.service';
import type { Forms } from '~/server/features/content/forms/forms.service';
import type { Plans } from '~/server/features/content/plans/plans.service';
import type { Portfolio } from '~/server/features/content/portfolio/portfolio.service';
import type { Services } from '~/server/features/content/services/services.service';
import type { Testimonials } from '~/server/features/content/testimonials/testimonials.service';
import type { SettingsReader } from '~/server/features/settings/settings.service';
import type { BlockOf, BlockType, ShownOf } from './block-schemas';

/** Sources of the rows that blocks show. They only return data that visitors may read. */
export interface BlockSources {
  services: Pick<Services, 'listPicked' | 'listCards'>;
  portfolio: Pick<Portfolio, 'listPicked'>;
  blog: Pick<Blog, 'listPicked'>;
  plans: Pick<Plans, 'list'>;
  forms: Pick<Forms, 'find'>;
  testimonials: Pick<Testimonials, 'listPicked'>;
  settings: Pick<SettingsReader, 'getAbout' | 'getQuestions'>;
  /** True for a preview, which shows the unsaved fields of a form. */
  isPreview?: boolean;
  /** True if clients can pay for plans on this site. */
  takesPayments: boolean;
  /** Returns whether a picture still exists; always true for pictures of other sites. */
  hasPicture(url: string): boolean;
}

/**
 * Converts a block to the form that visitors read. Returns undefined if the block has no content to
 * show.
 */
export type Resolver<Type extends BlockType> = (
  block: BlockOf<Type>,
  sources: BlockSources,
) => Promise<ShownOf<Type> | undefined> | ShownOf<Type> | undefined;
