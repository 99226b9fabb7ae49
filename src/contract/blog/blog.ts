/** The chips of the blog, in the order they are shown. */
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
  /** A portrait's address; without one, a mark is drawn for the name. */
  avatar: string | null;
}

export interface PostHeading {
  id: string;
  text: string;
}

/** How far a post is; nothing but its date says so. */
export const postStatuses = ['draft', 'scheduled', 'published'] as const;
export type PostStatus = (typeof postStatuses)[number];
