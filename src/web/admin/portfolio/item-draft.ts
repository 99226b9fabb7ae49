import type { AdminPortfolioItem } from '~/contract/portfolio/portfolio-form-schema';
import type { Category } from '~/contract/services/categories';

/** A piece of work as its form holds it: all of it text, lists and switches. */
export interface ItemDraft {
  title: string;
  slug: string;
  client_name: string;
  description: string;
  category: Category;
  project_url: string;
  liveUrl: string;
  githubUrl: string;
  images: string[];
  technologies: string[];
  featured: boolean;
  problem: string;
  approach: string;
  result: string;
  outcome: { value: string; label: string };
}

export const emptyDraft: ItemDraft = {
  title: '',
  slug: '',
  client_name: '',
  description: '',
  category: 'website',
  project_url: '',
  liveUrl: '',
  githubUrl: '',
  images: [''],
  technologies: [''],
  featured: false,
  problem: '',
  approach: '',
  result: '',
  outcome: { value: '', label: '' },
};

const withRow = (items: string[]) => (items.length > 0 ? items : ['']);

export function draftOf(item: AdminPortfolioItem): ItemDraft {
  const { id, createdAt, updatedAt, deletedAt, ...fields } = item;
  return {
    ...fields,
    project_url: item.project_url ?? '',
    liveUrl: item.liveUrl ?? '',
    githubUrl: item.githubUrl ?? '',
    images: withRow(item.images),
    technologies: withRow(item.technologies),
    outcome: item.outcome ?? { value: '', label: '' },
  };
}
