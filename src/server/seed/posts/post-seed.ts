import type { Post } from '~/contract/blog/blog-schema';

/** A post of the sample content; the database computes its reading time. None has a cover to be cut. */
export type PostSeed = Omit<Post, 'id' | 'readTime' | 'updatedAt' | 'imageFocus'>;
