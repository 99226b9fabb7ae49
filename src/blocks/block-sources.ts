import type { Blog } from '~/server/features/content/blog/blog.service';
import type { Forms } from '~/server/features/content/forms/forms.service';
import type { Plans } from '~/server/features/content/plans/plans.service';
import type { Portfolio } from '~/server/features/content/portfolio/portfolio.service';
import type { Services } from '~/server/features/content/services/services.service';
import type { Testimonials } from '~/server/features/content/testimonials/testimonials.service';
import type { SettingsReader } from '~/server/features/settings/settings.service';
import type { BlockOf, BlockType, ShownOf } from './block-schemas';

/** Where blocks have their rows from: what visitors read, and nothing else. */
export interface BlockSources {
  services: Pick<Services, 'listPicked' | 'listCards'>;
  portfolio: Pick<Portfolio, 'listPicked'>;
  blog: Pick<Blog, 'listPicked'>;
  plans: Pick<Plans, 'list'>;
  forms: Pick<Forms, 'find'>;
  testimonials: Pick<Testimonials, 'listPicked'>;
  settings: Pick<SettingsReader, 'getAbout' | 'getQuestions'>;
  /** Whether what is shown is not saved yet: a form that is being made is shown as it is typed. */
  isPreview?: boolean;
  /** Whether plans can be paid for on this site. */
  takesPayments: boolean;
  /** Whether a picture can still be shown; those of other sites always can. */
  hasPicture(url: string): boolean;
}

/** The server's part of a type of block: what visitors read of it; undefined where it has nothing to show. */
export type Resolver<Type extends BlockType> = (
  block: BlockOf<Type>,
  sources: BlockSources,
) => Promise<ShownOf<Type> | undefined> | ShownOf<Type> | undefined;
