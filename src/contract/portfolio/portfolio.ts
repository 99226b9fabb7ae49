import type { Category } from '~/contract/services/categories';

export const cardTechnologiesLimit = 3;
export const featuredPortfolioLimit = 2;

/** One figure that sums up what a project changed, such as '-41%' with 'time to first order'. */
export interface Outcome {
  value: string;
  label: string;
}

/** Field names are those the outside knows, mixed spelling included. */
export interface PortfolioItem {
  id: number;
  title: string;
  slug: string;
  description: string;
  category: Category;
  client_name: string;
  project_url: string | null;
  liveUrl: string | null;
  githubUrl: string | null;
  images: string[];
  technologies: string[];
  featured: boolean;
  /** The case study: what was wrong, what was done, what came of it. */
  problem: string;
  approach: string;
  result: string;
  outcome: Outcome | null;
  createdAt: string;
}

export type PortfolioCard = Pick<
  PortfolioItem,
  | 'id'
  | 'title'
  | 'slug'
  | 'description'
  | 'category'
  | 'client_name'
  | 'images'
  | 'technologies'
  | 'featured'
  | 'outcome'
>;

/** What leads from one piece of work to another. */
export type PortfolioLink = Pick<PortfolioItem, 'slug' | 'title' | 'client_name' | 'images'>;

/** Those before and after a piece, in a ring: null only where it is the single one. */
export interface PortfolioNeighbours {
  previous: PortfolioLink | null;
  next: PortfolioLink | null;
}
