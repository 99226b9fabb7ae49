import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { PortfolioItem } from '~/contract/portfolio/portfolio-schema';
import { type Answers, renderScreen } from '~/testing/render';
import { portfolioItems, workCardOf } from '~/testing/samples';

/** Returns a portfolio item with only the required fields. */
const bare = (slug: string, changes: Partial<PortfolioItem> = {}): PortfolioItem => ({
  ...(portfolioItems[0] as PortfolioItem),
  id: 100,
  slug,
  title: slug,
  description: 'What it is, in a line',
  client_name: 'A Client',
  project_url: null,
  liveUrl: null,
  githubUrl: null,
  images: [],
  technologies: [],
  featured: false,
  problem: '',
  approach: '',
  result: '',
  outcome: null,
  ...changes,
});

const alone = { previous: null, next: null };
const openItem = (item: PortfolioItem, neighbours: object = alone) =>
  renderScreen(`/portfolio/${item.slug}`, {
    portfolio: { get: () => item, neighbours: () => ({ ...alone, ...neighbours }) },
  } as Answers);
const openList = (all: PortfolioItem[]) =>
  renderScreen('/portfolio', { portfolio: { cards: () => all.map(workCardOf) } });

const headings = (inside: HTMLElement, level: number) =>
  within(inside)
    .queryAllByRole('heading', { level })
    .map((heading) => heading.textContent);

describe('a portfolio item', () => {
  it('links to each place where it is published, and shows all its pictures', async () => {
    await openItem(
      bare('seen-item', {
        title: 'An Item to See',
        project_url: 'https://project.example',
        liveUrl: 'https://live.example/now',
        githubUrl: 'https://github.example/seen/item',
        images: ['/favicon.svg', '/favicon.svg?second', '/favicon.svg?third'],
        problem: 'What was wrong',
      }),
    );
    const links = {
      'Visit the live site': 'https://live.example/now',
      'Read the source code': 'https://github.example/seen/item',
    };
    for (const [name, href] of Object.entries(links)) {
      const link = screen.getByRole('link', { name: new RegExp(name) });
      expect(link).toHaveAttribute('href', href);
      expect(link.getAttribute('rel')).toContain('noopener');
      expect(link).not.toHaveAttribute('target');
    }
    // The item's current link replaces its old one.
    expect(document.querySelector('main a[href*="project.example"]')).toBeNull();

    const article = screen.getByRole('article');
    expect(article.querySelector('header img')).toHaveAttribute('src', '/favicon.svg');
    const pictures = within(screen.getByRole('region', { name: 'Pictures' })).getAllByRole('link');
    expect(pictures.map((link) => link.getAttribute('href'))).toEqual([
      '/favicon.svg?second',
      '/favicon.svg?third',
    ]);
    expect(pictures.map((link) => within(link).getByRole('img').getAttribute('alt'))).toEqual([
      'An Item to See, view 2',
      'An Item to See, view 3',
    ]);
  });

  it('leaves out parts without content', async () => {
    await openItem(bare('bare-item', { title: 'A Bare Item' }));
    const article = screen.getByRole('article');
    expect(headings(article, 1)).toEqual(['A Bare Item']);
    expect(article).toHaveTextContent('What it is, in a line');
    expect(article).toHaveTextContent('A Client');
    expect(headings(article, 2)).toEqual([]);
    expect(
      within(article)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Portfolio']);
  });

  it('shows a single neighbor once, and none for a single item', async () => {
    const other = bare('other', { title: 'Another' });
    await openItem(bare('first'), { previous: other, next: other });
    const ring = within(screen.getByRole('navigation', { name: 'More projects' }));
    expect(ring.getAllByRole('link')).toHaveLength(1);
    expect(ring.getByRole('link')).toHaveTextContent('Another');
    cleanup();
    await openItem(bare('first'));
    expect(screen.queryByRole('navigation', { name: 'More projects' })).not.toBeInTheDocument();
  });

  it('that was removed in the meantime shows a notice with a link back', async () => {
    const { user, location } = await renderScreen('/portfolio', {
      portfolio: {
        cards: () => [workCardOf(bare('gone-item', { title: 'Soon Gone' }))],
        get: () => {
          throw new AppError('NOT_FOUND', 'There is no such item');
        },
        neighbours: () => alone,
      },
    });
    await user.click(screen.getByRole('link', { name: /Soon Gone/ }));
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Project Not Found'),
    );
    await waitFor(() => expect(document.title).toContain('Project Not Found'));
    await user.click(screen.getByRole('link', { name: 'See the whole portfolio' }));
    await waitFor(() => expect(location()).toBe('/portfolio'));
  });
});

describe('the portfolio', () => {
  it('counts on each card the technologies that it leaves out', async () => {
    const technologies = ['One', 'Two', 'Three', 'Four'];
    const counts = [0, 1, 3, 4];
    await openList(
      counts.map((count) =>
        bare(`item-of-${count}`, { id: count, technologies: technologies.slice(0, count) }),
      ),
    );
    const shown = counts.map((count) => {
      const card = screen.getByRole('heading', { name: `item-of-${count}` }).closest('li');
      const list = within(card as HTMLElement).queryByRole('list', { name: 'Technologies' });
      return (
        list &&
        within(list)
          .getAllByRole('listitem')
          .map((item) => item.textContent)
      );
    });
    expect(shown).toEqual([
      null,
      ['One'],
      ['One', 'Two', 'Three'],
      ['One', 'Two', 'Three', '+1 more'],
    ]);
  });

  const featuredNames = () => {
    const list = screen.queryByRole('list', { name: 'Featured work' });
    return list && headings(list, 2);
  };
  const four = (featured: number[]) =>
    [1, 2, 3, 4].map((id) => bare(`item-${id}`, { id, featured: featured.includes(id) }));

  it('features at most two items, and keeps a third featured item in its place among the others', async () => {
    await openList(four([1, 2, 3]));
    expect(featuredNames()).toEqual(['item-1', 'item-2']);
    const more = screen.getByRole('region', { name: 'More work' });
    expect(headings(more, 3)).toEqual(['item-3', 'item-4']);
  });

  it('shows all items equally if none is featured', async () => {
    await openList(four([]));
    expect(featuredNames()).toBeNull();
    expect(screen.queryByRole('region', { name: 'More work' })).not.toBeInTheDocument();
    const all = screen.getByRole('region', { name: 'All work' });
    expect(headings(all, 3)).toEqual(['item-1', 'item-2', 'item-3', 'item-4']);
  });
});
