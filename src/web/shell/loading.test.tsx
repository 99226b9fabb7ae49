import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { seedPortfolio } from '~/server/seed/portfolio';
import {
  type Answers,
  allowOnConsole,
  createGate,
  type ProcedurePath,
  type Rendered,
  renderScreen,
  shownToasts,
} from '~/testing/render';
import { publicAnswers } from '~/testing/samples';
import { loadExhibits } from '~/web/content/exhibits/exhibits';

// Loads the drawings in advance, because reading a file takes real time, for which these tests do not wait.
beforeAll(() => loadExhibits(seedPortfolio.flatMap(({ exhibits }) => exhibits)));

// Skips delays, such as the one before an outline is shown.
beforeEach(() => {
  vi.useFakeTimers();
});

interface Page {
  name: string;
  path: string;
  title: string | RegExp;
  /** Page with the link that leads to the screen. */
  from: string;
  link: string | RegExp;
  procedure: ProcedurePath;
  outline: string;
  /** Heading that is visible once the screen is loaded. */
  heading: string | RegExp;
  failure: string;
  advice: string;
}

const pages: Page[] = [
  {
    name: 'the services',
    path: '/services',
    title: 'Services and prices | Kestrel',
    from: '/services/brand-identity',
    link: 'Services',
    procedure: 'services.cards',
    outline: 'Loading services',
    heading: 'Brand Identity',
    failure: 'Error Loading Services',
    advice: 'Unable to load services. Please try again later.',
  },
  {
    name: 'a portfolio item',
    path: '/portfolio/skerrow-ferries',
    title: 'Sailings at a glance for an island ferry | Kestrel',
    from: '/portfolio',
    link: 'View Project: Sailings at a glance for an island ferry',
    procedure: 'portfolio.get',
    outline: 'Loading project',
    heading: 'What we did',
    failure: 'Error Loading Portfolio',
    advice: 'Unable to load the portfolio. Please try again later.',
  },
];

/** Wraps the sample response of a procedure. */
function answering(procedure: ProcedurePath, how: (sample: () => unknown) => unknown): Answers {
  const [router = '', name = ''] = procedure.split('.');
  const samples = publicAnswers as Record<string, Record<string, (input: unknown) => unknown>>;
  const sample = samples[router]?.[name];
  if (!sample) throw new Error(`the samples have no response for ${procedure}`);
  return { [router]: { [name]: (input: unknown) => how(() => sample(input)) } } as Answers;
}

const isAway = () => {
  throw new TypeError('Failed to fetch');
};
const isThere = (sample: () => unknown) => sample();

async function goThere({ user }: Rendered, { link }: Page) {
  const [found] = screen.getAllByRole('link', { name: link });
  await user.click(found as HTMLElement);
}

const firstHeading = () => screen.getByRole('heading', { level: 1 });

describe.each(pages)('$name', (page) => {
  it('shows an outline on a slow connection', async () => {
    const gate = createGate<void>();
    const rendered = await renderScreen(
      page.from,
      answering(page.procedure, async (sample) => {
        await gate.answer;
        return sample();
      }),
    );
    await goThere(rendered, page);
    const outline = await screen.findByText(page.outline);
    expect(outline).toHaveAttribute('role', 'status');
    expect(screen.getByRole('progressbar', { name: 'Loading page' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: page.heading })).not.toBeInTheDocument();

    gate.open();
    const main = within(screen.getByRole('main'));
    expect(await main.findByRole('heading', { name: page.heading })).toBeVisible();
    expect(screen.queryByText(page.outline)).not.toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument());
    expect(document.title).toMatch(page.title);
    expect(rendered.location()).toBe(page.path);
  });

  it('shows an error when loading fails, and recovers with the connection', async () => {
    allowOnConsole(/Failed to fetch/, /Error in route match/);
    const rendered = await renderScreen(page.from, answering(page.procedure, isAway));
    await goThere(rendered, page);
    await waitFor(() => expect(firstHeading()).toHaveTextContent(page.failure));
    expect(screen.getByRole('alert')).toHaveTextContent(page.failure);
    expect(screen.getByRole('alert')).toHaveTextContent(page.advice);
    expect(shownToasts()).toEqual([]);
    // The error is shown inside the layout, not in its place.
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.getByRole('contentinfo')).toBeVisible();

    const asked = rendered.api.inputsOf(page.procedure).length;
    await rendered.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(rendered.api.inputsOf(page.procedure).length).toBeGreaterThan(asked),
    );
    await waitFor(() => expect(firstHeading()).toHaveTextContent(page.failure));

    rendered.api.answer(answering(page.procedure, isThere));
    await rendered.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: page.heading })).toBeVisible();
    expect(rendered.location()).toBe(page.path);
    expect(document.title).toMatch(page.title);
  });
});

it('a page that failed to load is requested again on the next visit', async () => {
  allowOnConsole(/Failed to fetch/, /Error in route match/);
  const { user, api } = await renderScreen('/about', answering('portfolio.cards', isAway));
  const goTo = async (name: string) => {
    const nav = screen.getByRole('navigation', { name: 'Main' });
    await user.click(within(nav).getByRole('link', { name }));
  };
  await goTo('Portfolio');
  await waitFor(() => expect(firstHeading()).toHaveTextContent('Error Loading Portfolio'));
  api.answer(answering('portfolio.cards', isThere));
  await goTo('Services');
  await waitFor(() => expect(firstHeading()).toHaveTextContent('Services and prices'));
  await goTo('Portfolio');
  await waitFor(() => expect(firstHeading()).toHaveTextContent('Our work, and what it changed'));
  expect(
    within(screen.getByRole('list', { name: 'Featured work' })).getAllByRole('heading'),
  ).toHaveLength(2);
});
