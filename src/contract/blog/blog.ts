/** Filters of the blog, in order. */
export const postCategories = [
  'Technology',
  'Design',
  'Business',
  'Marketing',
  'Development',
] as const;
export type PostCategory = (typeof postCategories)[number];

export const featuredPostsLimit = 2;
export const relatedPostsLimit = 3;

export interface PostHeading {
  id: string;
  text: string;
}
