import type { Post, PostCard, PostPage } from '~/contract/blog/blog-schema';
import { AppError } from '~/contract/common/errors';
import { middle } from '~/contract/common/focus';
import { homeServicesLimit } from '~/contract/common/limits';
import { centsToDecimal } from '~/contract/common/money';
import type { ContentKey } from '~/contract/content/content-types';
import type { CustomPage } from '~/contract/custom-pages/custom-pages-schema';
import type { PublicForm } from '~/contract/forms/forms-schema';
import type { Plan } from '~/contract/plans/plans-schema';
import { coverOf } from '~/contract/portfolio/cover-schema';
import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import type { Service } from '~/contract/services/services-schema';
import type { Testimonial } from '~/contract/testimonials/testimonials-schema';
import { seedPlans } from '~/server/seed/plans';
import { seedPortfolio } from '~/server/seed/portfolio';
import { seedPosts } from '~/server/seed/posts';
import { seedServices } from '~/server/seed/services';
import { seedSettings } from '~/server/seed/settings';
import { seedTestimonials } from '~/server/seed/testimonials';
import type { ApiOutputs } from '~/web/lib/trpc';
import type { Answers } from './api-double';

/** Sample content in the server's format. */

export const services: Service[] = seedServices.map(({ priceCents, ...service }, index) => ({
  ...service,
  id: index + 1,
  briefFormId: null,
  price: centsToDecimal(priceCents),
}));

export const portfolioItems: PortfolioItem[] = seedPortfolio.map((item, index) => ({
  ...item,
  id: index + 1,
}));

/** Returns a portfolio item as lists contain it. */
export const workCardOf = (item: PortfolioItem) => ({
  ...item,
  cover: coverOf(item.images, item.exhibits),
});

const posts: Post[] = seedPosts.map((post, index) => ({
  ...post,
  imageFocus: middle,
  id: index + 1,
  cover: null,
  readTime: 4,
  updatedAt: post.publishedAt,
}));

export const plans: Plan[] = seedPlans.map(({ monthlyCents, yearlyCents, ...plan }, index) => ({
  ...plan,
  id: index + 1,
  monthlyPrice: centsToDecimal(monthlyCents),
  yearlyPrice: centsToDecimal(yearlyCents),
}));

const sampleField = { key: 'email', label: 'Email', type: 'email', required: true } as const;

const sampleForm: PublicForm = {
  id: 1,
  name: 'Ask for a ferry site',
  fields: [{ ...sampleField, help: '', options: [], retired: false }],
  confirmation: 'Thank you. We read it today.',
};

const testimonials: Testimonial[] = seedTestimonials.map((said, index) => {
  const { words, name, role, company } = said;
  const work = portfolioItems.find(({ slug }) => slug === said.work);
  return {
    ...{ id: index + 1, words, name, role, company },
    work: work ? { id: work.id, slug: work.slug, title: work.title } : null,
  };
});

const samplePage: CustomPage = {
  slug: 'ferries',
  title: 'Sites for ferries',
  metaTitle: '',
  metaDescription: '',
  blocks: [{ type: 'heading', title: 'Sites for ferries', lead: '', links: [] }],
  updatedAt: '2026-11-20T09:00:00.000Z',
};

function bySlug<Item extends { slug: string }>(items: Item[], slug: string): Item {
  const item = items.find((one) => one.slug === slug);
  if (!item) throw new AppError('NOT_FOUND', `There is no ${slug}`);
  return item;
}

export const serviceOf = (slug: string): Service => bySlug(services, slug);

const cardOf = ({ body: _body, ...card }: Post): PostCard => card;

function pageOf({ body, ...post }: Post): PostPage {
  const paragraphs = body.split('\n\n').filter((text) => !text.startsWith('#'));
  return {
    ...post,
    html: paragraphs.map((text) => `<p>${text}</p>`).join(''),
    headings: [],
    related: posts
      .filter(({ id }) => id !== post.id)
      .map(cardOf)
      .slice(0, 3),
  };
}

interface ContentCase<Key extends ContentKey> {
  /** Returns the required fields of a row, in the panel and over REST. */
  least(): object;
  /** Public procedures of the content type, each with an input for which the seeded database has a result. */
  reads: Record<keyof ApiOutputs[Key], object>;
  /** Responses for pages that call these procedures in a test. */
  answers: Required<Answers>[Key];
}

/** Data for the tests that every content type has. */
export const contentCases: { [Key in ContentKey]: ContentCase<Key> } = {
  services: {
    least: () => ({ name: 'A service', description: 'What it is' }),
    reads: {
      byCategory: { category: 'website' },
      cards: {},
      firstCards: {},
      get: { slug: 'marketing-website' },
      list: {},
      related: { category: 'website', slug: 'marketing-website' },
    },
    answers: {
      cards: () => services,
      firstCards: () => services.slice(0, homeServicesLimit),
      get: ({ slug }) => serviceOf(slug),
      related: ({ category, slug }) =>
        services.filter((one) => one.category === category && one.slug !== slug).slice(0, 3),
    },
  },
  portfolio: {
    least: () => ({
      title: 'An item',
      slug: `item-${crypto.randomUUID()}`,
      client_name: 'A client',
      description: 'What it is',
    }),
    reads: {
      cards: {},
      featured: {},
      featuredCards: {},
      get: { slug: 'skerrow-ferries' },
      list: {},
      neighbours: { slug: 'skerrow-ferries' },
    },
    answers: {
      cards: () => portfolioItems.map(workCardOf),
      featuredCards: () => portfolioItems.filter(({ featured }) => featured).map(workCardOf),
      get: ({ slug }) => bySlug(portfolioItems, slug),
      neighbours: ({ slug }) => {
        const cards = portfolioItems.map(workCardOf);
        const index = cards.findIndex((item) => item.slug === slug);
        return {
          previous: cards.at(index - 1) ?? null,
          next: cards[(index + 1) % cards.length] ?? null,
        };
      },
    },
  },
  blog: {
    least: () => ({ title: 'A post' }),
    reads: {
      featured: {},
      get: { slug: 'what-a-website-costs' },
      list: {},
      page: { slug: 'what-a-website-costs' },
    },
    answers: {
      list: () => posts.map(cardOf),
      page: ({ slug }) => pageOf(bySlug(posts, slug)),
    },
  },
  customPages: {
    least: () => ({ title: `A page ${crypto.randomUUID()}` }),
    reads: {
      // A new site has no custom pages. They are tested together with their blocks.
      get: { slug: 'no-such-page' },
    },
    answers: { get: ({ slug }) => ({ ...samplePage, slug }) },
  },
  forms: {
    least: () => ({ name: 'A form', fields: [sampleField] }),
    reads: {
      // A new site has no custom forms. They are tested together with their answers.
      publicForm: { id: 2e9 },
    },
    answers: { publicForm: () => sampleForm },
  },
  testimonials: {
    least: () => ({ words: 'They did what they said', name: 'A client' }),
    reads: {
      first: {},
      list: {},
      ofWork: { slug: 'skerrow-ferries' },
    },
    answers: {
      first: () => testimonials[0] ?? null,
      ofWork: ({ slug }) => testimonials.find(({ work }) => work?.slug === slug) ?? null,
    },
  },
  plans: {
    least: () => ({ name: 'A plan' }),
    reads: { list: {} },
    answers: { list: () => plans },
  },
};

/** Responses for the public pages. */
export const publicAnswers: Answers = {
  ...Object.fromEntries(Object.entries(contentCases).map(([key, { answers }]) => [key, answers])),
  dashboard: {
    waiting: () => ({ requests: 0, files: 0, proposals: 0, invoices: 0, plan: 0, member: null }),
  },
  billing: { provider: () => ({ kind: 'sandbox' }) },
  settings: {
    about: () => seedSettings.about,
    careers: () => seedSettings.careers,
    questions: () => seedSettings.questions,
  },
};
