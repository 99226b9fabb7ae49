import type { Post } from '~/contract/blog/blog-schema';
import posts from './samples/posts.json';

/** A sample post. The database computes the reading time. Posts have no cover, and therefore no focus for cropping. */
export type PostSeed = Omit<Post, 'id' | 'readTime' | 'updatedAt' | 'imageFocus' | 'cover'>;

const bodies = import.meta.glob<string>('./samples/posts/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function bodyOf(slug: string): string {
  const body = bodies[`./samples/posts/${slug}.md`];
  if (body === undefined) throw new Error(`The sample post ${slug} has no Markdown file`);
  return body;
}

/** Posts, newest first. Companies and figures are invented. */
export const seedPosts: PostSeed[] = (posts as Omit<PostSeed, 'body'>[]).map((post) => ({
  ...post,
  body: bodyOf(post.slug),
}));
