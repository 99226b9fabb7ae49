import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';

import { pageOf, renderPanel, sampleMessage, sampleQuote } from '~/testing/panel';
import { patienceMs } from '~/web/admin/section-code';

/** Records whether a placeholder of a section was ever in the document. */
function watchPlaceholder() {
  let wasShown = false;
  const watcher = new MutationObserver(() => {
    wasShown ||= screen.queryByRole('status', { name: 'Loading the section' }) !== null;
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => watcher.disconnect());
  return () => wasShown;
}

const sections = () => within(screen.getByRole('navigation', { name: 'Sections' }));

/** Waits indefinitely, because a slow section would otherwise be shown without its rows on a busy machine. */
function haveAllPatience() {
  const original = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) =>
    original(run, ms === patienceMs ? 60_000 : ms),
  );
}

it('a section stays until the next one and its rows are loaded, without a placeholder', async () => {
  haveAllPatience();
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { user } = await renderPanel('?section=messages', {
    messages: { page: () => pageOf([sampleMessage()]) },
    quotes: {
      page: async () => {
        await isAnswered;
        return pageOf([sampleQuote()]);
      },
    },
  });
  await screen.findByText('1–1 of 1');
  const wasPlaceholderShown = watchPlaceholder();
  const quotes = sections().getByRole('link', { name: /^Quotes/ });
  await user.click(quotes);
  // The selection moves immediately, to confirm the click.
  await waitFor(() => expect(quotes).toHaveAttribute('aria-current', 'page'));
  // Waits longer than the delay of placeholders on other pages.
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Messages');
  answer();
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Quotes'),
  );
  expect(screen.getByRole('link', { name: 'Mary Shelley' })).toBeVisible();
  expect(quotes).toHaveFocus();
  expect(wasPlaceholderShown()).toBe(false);
});

it('hovering over the link of a section preloads its rows', async () => {
  const { user, api } = await renderPanel('?section=messages', {
    messages: { page: () => pageOf([sampleMessage()]) },
    quotes: { page: () => pageOf([sampleQuote()]) },
  });
  await screen.findByText('1–1 of 1');
  await user.hover(sections().getByRole('link', { name: /^Quotes/ }));
  await waitFor(() => expect(api.inputsOf('admin.quotes.page')).toHaveLength(1));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Messages');
});

it('a slow section is shown with the data it has', async () => {
  const { user } = await renderPanel('?section=messages', {
    messages: { page: () => pageOf([sampleMessage()]) },
    quotes: { page: () => new Promise(() => {}) },
  });
  await screen.findByText('1–1 of 1');
  await user.click(sections().getByRole('link', { name: /^Quotes/ }));
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Quotes'),
  );
});
