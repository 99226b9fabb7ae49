/** The filters of the blog, in their order. */
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

export interface Author {
  name: string;
  /** URL of a portrait; without one, a picture is generated from the name. */
  avatar: string | null;
}

export interface PostHeading {
  id: string;
  text: string;
}
