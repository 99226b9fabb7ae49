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

/** A published post as lists show it. */
export interface PostCard {
  id: number;
  slug: string;
  title: string;
  category: PostCategory;
  excerpt: string;
  publishedAt: string;
  /** Minutes. */
  readTime: number;
  author: Author;
  imageUrl: string | null;
  featured: boolean;
}

export interface Post extends PostCard {
  /** Markdown. */
  body: string;
  metaTitle: string;
  metaDescription: string;
  updatedAt: string;
}

export interface PostHeading {
  id: string;
  text: string;
}

/** A post made ready for reading. */
export interface PostPage extends Omit<Post, 'body'> {
  /** Safe to put into a page: made of Markdown alone, without any markup of its author's. */
  html: string;
  /** Headings of the second level, to jump to. */
  headings: PostHeading[];
  related: PostCard[];
}

/** How far a post is; nothing but its date says so. */
export const postStatuses = ['draft', 'scheduled', 'published'] as const;
export type PostStatus = (typeof postStatuses)[number];
