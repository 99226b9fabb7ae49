import type { Resolver } from '~/blocks/block-sources';

export const resolveWork: Resolver<'work'> = async (block, sources) => {
  const { type, title, ...picked } = block;
  const items = await sources.portfolio.listPicked(picked);
  return items.length > 0 ? { type, title, items } : undefined;
};
