import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

import type { BlockProps } from './block-props';
import type { BlockType, ShownBlock } from './block-schemas';

/** Views of the block types. Each is loaded only if a page has such a block. */
const blockViews: { [Type in BlockType]: AsyncRouteComponent<BlockProps<Type>> } = {
  heading: lazyRouteComponent(() => import('./heading/view'), 'HeadingView'),
  text: lazyRouteComponent(() => import('./text/view'), 'TextView'),
  picture: lazyRouteComponent(() => import('./picture/view'), 'PictureView'),
  gallery: lazyRouteComponent(() => import('./gallery/view'), 'GalleryView'),
  exhibit: lazyRouteComponent(() => import('./exhibit/view'), 'ExhibitBlockView'),
  services: lazyRouteComponent(() => import('./services/view'), 'ServicesView'),
  work: lazyRouteComponent(() => import('./work/view'), 'WorkView'),
  posts: lazyRouteComponent(() => import('./posts/view'), 'PostsView'),
  prices: lazyRouteComponent(() => import('./prices/view'), 'PricesView'),
  claims: lazyRouteComponent(() => import('./claims/view'), 'ClaimsView'),
  testimonials: lazyRouteComponent(() => import('./testimonials/view'), 'TestimonialsView'),
  questions: lazyRouteComponent(() => import('./questions/view'), 'QuestionsView'),
  people: lazyRouteComponent(() => import('./people/view'), 'PeopleView'),
  form: lazyRouteComponent(() => import('./form/view'), 'FormView'),
  callToAction: lazyRouteComponent(() => import('./call-to-action/view'), 'CallToActionView'),
  divider: lazyRouteComponent(() => import('./divider/view'), 'DividerView'),
};

/** Returns the view of a block type. Callers must only pass it blocks of that type. */
export const viewOf = (type: BlockType) =>
  blockViews[type] as unknown as ComponentType<{ block: ShownBlock; isFirst: boolean }>;

/**
 * Loads the views of a page's blocks in a route's loader, so that they are rendered with the page.
 *
 * @returns the types of the blocks, without duplicates
 */
export async function loadBlockViews(blocks: readonly { type: BlockType }[]): Promise<BlockType[]> {
  const types = [...new Set(blocks.map(({ type }) => type))];
  await Promise.all(types.map((type) => blockViews[type].preload?.()));
  return types;
}
