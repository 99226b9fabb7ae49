import type { Post } from '~/contract/blog/blog-schema';

/** A post as the sample content gives it; the database counts its reading time. */
export type PostSeed = Omit<Post, 'id' | 'readTime' | 'updatedAt'>;
