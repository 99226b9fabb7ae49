import type { Block, BlockType, ShownBlock } from './block-schemas';
import type { BlockSources, Resolver } from './block-sources';
import { resolveExhibit } from './exhibit/resolve';
import { resolveForm } from './form/resolve';
import { resolveGallery } from './gallery/resolve';
import { resolvePeople } from './people/resolve';
import { resolvePicture } from './picture/resolve';
import { resolvePosts } from './posts/resolve';
import { resolvePrices } from './prices/resolve';
import { resolveQuestions } from './questions/resolve';
import { resolveServices } from './services/resolve';
import { resolveTestimonials } from './testimonials/resolve';
import { resolveText } from './text/resolve';
import { resolveWork } from './work/resolve';

const asWritten = <Shown>(block: Shown): Shown => block;

const resolvers: { [Type in BlockType]: Resolver<Type> } = {
  heading: asWritten,
  text: resolveText,
  picture: resolvePicture,
  gallery: resolveGallery,
  exhibit: resolveExhibit,
  services: resolveServices,
  work: resolveWork,
  posts: resolvePosts,
  prices: resolvePrices,
  claims: asWritten,
  testimonials: resolveTestimonials,
  questions: resolveQuestions,
  people: resolvePeople,
  form: resolveForm,
  callToAction: asWritten,
  divider: asWritten,
};

/**
 * Converts blocks to the form that visitors read. Leaves out blocks that have no content to show.
 */
export async function resolveBlocks(
  blocks: readonly Block[],
  sources: BlockSources,
): Promise<ShownBlock[]> {
  const shown = await Promise.all(
    blocks.map((block) => (resolvers[block.type] as Resolver<BlockType>)(block as never, sources)),
  );
  return shown.filter((block) => block !== undefined);
}
