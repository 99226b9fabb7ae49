import type { Resolver } from '~/blocks/block-sources';

export const resolvePosts: Resolver<'posts'> = async (block, sources) => {
  const { type, title, ...picked } = block;
  const posts = await sources.blog.listPicked(picked);
  return posts.length > 0 ? { type, title, posts } : undefined;
};
