import { within } from '@testing-library/dom';
import { beforeAll, describe, expect, it } from 'vitest';

import { type Category, categoryLabels } from '~/contract/services/categories';
import { seedTestimonials } from '~/server/seed/testimonials';
import { testApp } from '~/testing/app';
import { type HtmlPage, readHtml, textOf, textsOf } from '~/testing/html';

interface Item {
  id: number;
  slug: string;
  title: string;
  description: string;
  category: Category;
  client_name: string;
  project_url: string | null;
  live_url: string | null;
  github_url: string | null;
  technologies: string[];
  featured: boolean;
  problem: string;
  approach: string;
  result: string;
  outcome: { value: string; label: string } | null;
  weeks: number | null;
  exhibits: unknown[];
}

const app = testApp();
let items: Item[];
const pages = new Map<string, HtmlPage>();
const pageOf = ({ slug }: Item) => pages.get(slug) as HtmlPage;

beforeAll(async () => {
  items = await app.sql<Item[]>`
    select * from portfolio_items where deleted_at is null order by position, id`;
  for (const { slug } of items) pages.set(slug, await readHtml(app, `/portfolio/${slug}`));
});

/** Returns the items in the order of the page: two featured ones, then all others. */
function arranged(): { featured: Item[]; others: Item[] } {
  const featured = items.filter((item) => item.featured).slice(0, 2);
  return { featured, others: items.filter((item) => !featured.includes(item)) };
}

function expectCard(card: HTMLElement, item: Item, level: number) {
  const inside = within(card);
  expect(textOf(inside.getByRole('heading', { level }))).toBe(item.title);
  expect(inside.getByText(item.client_name)).toBeDefined();
  expect(inside.getByText(item.description)).toBeDefined();
  if (item.outcome) {
    expect(textOf(card)).toContain(`${item.outcome.value} ${item.outcome.label}`);
  }
  const { technologies } = item;
  expect(technologies.length).toBeGreaterThan(3);
  const list = within(inside.getByRole('list', { name: 'Technologies' }));
  expect(textsOf(list.getAllByRole('listitem'))).toEqual([
    ...technologies.slice(0, 3),
    `+${technologies.length - 3} more`,
  ]);
  const link = inside.getByRole('link', { name: `View Project: ${item.title}` });
  expect(link.getAttribute('href')).toBe(`/portfolio/${item.slug}`);
  // The samples have no pictures, so each item shows a drawing of its first exhibit.
  expect(card.querySelectorAll('svg[viewBox="0 0 320 200"] text').length).toBeGreaterThan(0);
}

const itemsOf = (list: HTMLElement) => Array.from(list.children) as HTMLElement[];

describe('the portfolio', () => {
  it('lists two featured items and then all others, each once', async () => {
    const { main } = await readHtml(app, '/portfolio');
    const { featured, others } = arranged();
    // More items are featured than fit on the page.
    expect(items.filter((item) => item.featured).length).toBeGreaterThan(2);
    expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Our work, and what it changed');
    const first = itemsOf(main.getByRole('list', { name: 'Featured work' }));
    expect(first).toHaveLength(2);
    for (const [index, card] of first.entries()) expectCard(card, featured[index] as Item, 2);
    const more = main.getByRole('region', { name: 'More work' }).querySelector(':scope > ul');
    const rest = itemsOf(more as HTMLElement);
    expect(rest).toHaveLength(others.length);
    for (const [index, card] of rest.entries()) expectCard(card, others[index] as Item, 3);
  });
});

describe('the portfolio item page', () => {
  it('shows all parts of its story', () => {
    for (const item of items) {
      const { main, body } = pageOf(item);
      const article = main.getByRole('article');
      const chapter = (name: string) =>
        within(within(article).getByRole('heading', { name }).closest('section') as HTMLElement);
      expect(textOf(main.getByRole('heading', { level: 1 }))).toBe(item.title);
      expect(textsOf(within(article).getAllByRole('heading', { level: 2 }))).toEqual([
        'Problem',
        'What we did',
        'Result',
        ...(seedTestimonials.some(({ work }) => work === item.slug) ? ['In their words'] : []),
        'Made with',
      ]);
      for (const [name, text] of [
        ['Problem', item.problem],
        ['What we did', item.approach],
        ['Result', item.result],
      ] as const) {
        const paragraphs = text.split('\n\n');
        expect(paragraphs.length).toBeGreaterThan(1);
        const written = chapter(name).getAllByRole('paragraph');
        expect(textsOf(written.filter((one) => !one.closest('figure')))).toEqual(paragraphs);
      }
      // The page lists all technologies, while a card shows three.
      expect(textsOf(chapter('Made with').getAllByRole('listitem'))).toEqual(item.technologies);

      const hero = article.querySelector('header') as HTMLElement;
      expect(within(hero).getByText(categoryLabels[item.category])).toBeDefined();
      expect(within(hero).getByText(item.description)).toBeDefined();
      const { outcome } = item;
      const about = within(hero.querySelector('dl') as HTMLElement);
      expect(textsOf(about.getAllByRole('term'))).toEqual([
        ...(outcome ? [outcome.label] : []),
        'Client',
      ]);
      expect(textsOf(about.getAllByRole('definition'))).toEqual([
        ...(outcome ? [outcome.value] : []),
        item.client_name,
      ]);
      const took = within(within(article).getByLabelText('Time and team'));
      expect(textsOf(took.getAllByRole('definition'))[0]).toBe(String(item.weeks));
      // Each drawing appears once. The first one replaces the missing picture, so there is no gallery.
      expect(hero.querySelectorAll('figure')).toHaveLength(1);
      const quotes = article.querySelectorAll('figure:has(blockquote)').length;
      expect(article.querySelectorAll('figure').length - quotes).toBe(item.exhibits.length);
      expect(main.queryByRole('region', { name: 'Pictures' })).toBeNull();
      expect(textOf(main.getByRole('region', { name: 'What isn’t working for you?' }))).not.toBe(
        '',
      );

      // The navigation links back to the portfolio.
      const nav = body.getByRole('navigation', { name: 'Main' });
      expect(textsOf(nav.querySelectorAll('[aria-current=page]'))).toEqual(['Portfolio']);
      expect(within(article).getByText('Portfolio').getAttribute('href')).toBe('/portfolio');
    }
  });

  it('links to the previous and the next item, wrapping around', () => {
    expect(items.length).toBeGreaterThan(2);
    for (const [index, item] of items.entries()) {
      const { main } = pageOf(item);
      const nav = within(main.getByRole('navigation', { name: 'More projects' }));
      for (const [name, neighbour] of [
        [/^Next project/, items[(index + 1) % items.length]],
        [/^Previous project/, items.at(index - 1)],
      ] as const) {
        const link = nav.getByRole('link', { name });
        expect(link.getAttribute('href')).toBe(`/portfolio/${neighbour?.slug}`);
        expect(textOf(link)).toContain(neighbour?.title);
        expect(textOf(link)).toContain(neighbour?.client_name);
      }
    }
  });
});

describe('an unknown portfolio item', () => {
  it.each(['no-such-item', '0', '99999999999999', '%00'])(
    'answers 404 with a link to the list: %s',
    async (slug) => {
      const { status, main, document } = await readHtml(app, `/portfolio/${slug}`);
      expect(status).toBe(404);
      expect(document.title).toMatch(/Project Not Found/);
      expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Project Not Found');
      expect(
        main.getByText("The project you're looking for doesn't exist or has been removed."),
      ).toBeDefined();
      expect(main.getByRole('link').getAttribute('href')).toBe('/portfolio');
    },
  );
});
