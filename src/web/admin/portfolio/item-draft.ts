import type {
  AdminPortfolioItem,
  PortfolioFields,
} from '~/contract/portfolio/portfolio-form-schema';
import type { Draft } from '~/web/admin/form/draft';

export type FactKey = 'weeks' | 'people' | 'priceFrom' | 'priceTo' | 'hoursQuoted' | 'hoursTaken';

/** Values of a portfolio item's form, which are texts, lists and switches. */
export type ItemDraft = Draft<PortfolioFields, Record<FactKey, string | number>>;

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
  weeks: '',
  people: '',
  priceFrom: '',
  priceTo: '',
  hoursQuoted: '',
  hoursTaken: '',
  exhibits: [],
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
    weeks: item.weeks ?? '',
    people: item.people ?? '',
    priceFrom: item.priceFrom ?? '',
    priceTo: item.priceTo ?? '',
    hoursQuoted: item.hoursQuoted ?? '',
    hoursTaken: item.hoursTaken ?? '',
  };
}
