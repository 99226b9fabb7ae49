import type { Post, PostCard, PostPage } from '~/contract/blog/blog-schema';
import { AppError } from '~/contract/common/errors';
import { homeServicesLimit } from '~/contract/common/limits';
import { centsToDecimal } from '~/contract/common/money';
import type { Plan } from '~/contract/plans/plans-schema';
import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import type { Service } from '~/contract/services/services-schema';
import { seedPlans } from '~/server/seed/plans';
import { seedPortfolio } from '~/server/seed/portfolio';
import { seedPosts } from '~/server/seed/posts';
import { seedServices } from '~/server/seed/services';
import { seedSettings } from '~/server/seed/settings';
import type { Answers } from './api-double';

/** The sample content as the server returns it. */

export const services: Service[] = seedServices.map(({ priceCents, ...service }, index) => ({
  ...service,
  id: index + 1,
  price: centsToDecimal(priceCents),
}));

export const pieces: PortfolioItem[] = seedPortfolio.map((piece, index) => ({
  ...piece,
  id: index + 1,
}));

export const posts: Post[] = seedPosts.map((post, index) => ({
  ...post,
  id: index + 1,
  readTime: 4,
  updatedAt: post.publishedAt,
}));

export const plans: Plan[] = seedPlans.map(({ monthlyCents, yearlyCents, ...plan }, index) => ({
  ...plan,
  id: index + 1,
  monthlyPrice: centsToDecimal(monthlyCents),
  yearlyPrice: centsToDecimal(yearlyCents),
}));

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

/** The responses for the public pages. */
export const publicAnswers: Answers = {
  services: {
    cards: () => services,
    firstCards: () => services.slice(0, homeServicesLimit),
    get: ({ slug }) => serviceOf(slug),
    related: ({ category, slug }) =>
      services.filter((one) => one.category === category && one.slug !== slug).slice(0, 3),
  },
  portfolio: {
    cards: () => pieces,
    featuredCards: () => pieces.filter(({ featured }) => featured),
    get: ({ slug }) => bySlug(pieces, slug),
    neighbours: ({ slug }) => {
      const index = pieces.findIndex((piece) => piece.slug === slug);
      return {
        previous: pieces.at(index - 1) ?? null,
        next: pieces[(index + 1) % pieces.length] ?? null,
      };
    },
  },
  blog: {
    list: () => posts.map(cardOf),
    page: ({ slug }) => pageOf(bySlug(posts, slug)),
  },
  dashboard: {
    waiting: () => ({ requests: 0, files: 0, proposals: 0, invoices: 0, plan: 0 }),
  },
  plans: { list: () => plans },
  billing: { provider: () => ({ kind: 'sandbox' }) },
  settings: {
    about: () => seedSettings.about,
    careers: () => seedSettings.careers,
    questions: () => seedSettings.questions,
  },
};
