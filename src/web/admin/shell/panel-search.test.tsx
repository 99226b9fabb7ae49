import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { SearchResult } from '~/contract/admin/search-schema';
import { pageOf, renderPanel, sampleMessage, sampleUser } from '~/testing/panel';

const result = (title: string, changes: Partial<SearchResult> = {}): SearchResult => ({
  kind: 'client',
  id: title,
  title,
  subtitle: `${title}@example.com`,
  path: '/admin?section=users&open=new',
  ...changes,
});

const pages = {
  messages: { page: () => pageOf([sampleMessage(), sampleMessage({ id: 20, firstName: 'Ida' })]) },
  users: { page: () => pageOf([sampleUser()]) },
  companies: { page: () => pageOf([]) },
};
type Find = (input: { q: string }) => SearchResult[] | Promise<SearchResult[]>;
const openPanel = (find: Find, isPhone = false) =>
  renderPanel('?section=messages', { ...pages, search: { find } }, { isPhone });

const field = () => screen.findByRole('combobox', { name: 'Search' });
const options = () => screen.queryAllByRole('option').map((one) => one.textContent);

describe('the panel search', () => {
  it('opens by a shortcut while text is typed, and opens the selected result', async () => {
    const { user, location } = await openPanel(({ q }) => [result(`${q} one`), result(`${q} two`)]);
    await user.click(await screen.findByRole('searchbox', { name: 'Search messages' }));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'ada');
    const [, second] = await screen.findAllByRole('option');
    expect(second).toHaveTextContent('ada twoada two@example.comClient');
    await user.keyboard('{ArrowDown}');
    expect(second).toHaveAttribute('aria-selected', 'true');
    expect(await field()).toHaveAttribute('aria-activedescendant', second?.id);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location()).toBe('/admin?section=users&open=new'));
    expect(screen.queryByRole('combobox', { name: 'Search' })).not.toBeInTheDocument();
  });

  it('shows no result of an earlier text', async () => {
    const pending = new Map<string, (results: SearchResult[]) => void>();
    const { user } = await openPanel(({ q }) => new Promise((resolve) => pending.set(q, resolve)));
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await user.type(await field(), 'first');
    await waitFor(() => expect(pending.has('first')).toBe(true));
    await user.clear(await field());
    await user.type(await field(), 'second');
    expect(screen.getByRole('status', { name: 'Searching' })).toBeInTheDocument();
    await waitFor(() => expect(pending.has('second')).toBe(true));
    pending.get('second')?.([result('of the second')]);
    pending.get('first')?.([result('of the first')]);
    await waitFor(() => expect(options()).toHaveLength(1));
    expect(options()[0]).toContain('of the second');
  });

  it('says that nothing was found, and shows an error with a retry', async () => {
    let fails = true;
    const { user } = await openPanel(() => {
      if (fails) throw new Error('no connection');
      return [];
    });
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await user.type(await field(), 'zyx');
    const retry = await screen.findByRole('button', { name: /again/i });
    fails = false;
    await user.click(retry);
    expect(await screen.findByText('No results for “zyx”.')).toBeVisible();
  });

  it('creates a proposal, which has no form', async () => {
    const { user, api } = await renderPanel('?section=messages', {
      ...pages,
      search: {
        find: () => [result('New proposal', { kind: 'action', id: 'proposals', subtitle: '' })],
      },
      proposals: { create: () => new Promise(() => {}) },
    });
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await user.type(await field(), 'new prop');
    await user.click(await screen.findByRole('option'));
    await waitFor(() => expect(api.inputsOf('admin.proposals.create')).toEqual([{}]));
  });

  it('opens from the phone bar', async () => {
    const { user } = await openPanel(() => [], true);
    const bar = within(screen.getByRole('navigation', { name: 'Shortcuts' }));
    await user.click(bar.getByRole('button', { name: 'Search' }));
    expect(await field()).toBeVisible();
  });
});

describe('the panel’s keyboard shortcuts', () => {
  it('move between rows, and focus the search of the list', async () => {
    const { user } = await openPanel(() => []);
    await screen.findByText('1–2 of 2');
    await user.keyboard('jj');
    expect(document.activeElement).toHaveTextContent('Ida Hopper');
    await user.keyboard('k');
    expect(document.activeElement).toHaveTextContent('Grace Hopper');
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Search messages' })).toHaveFocus();
    await user.keyboard('gu?');
    expect(screen.getByRole('searchbox', { name: 'Search messages' })).toHaveValue('gu?');
  });

  it('open a section with g and a letter', async () => {
    const { user, location } = await openPanel(() => []);
    await user.keyboard('gu');
    await waitFor(() => expect(location()).toBe('/admin?section=users'));
  });

  it('are listed when ? is pressed', async () => {
    const { user } = await openPanel(() => []);
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(dialog).getByRole('row', { name: 'g u Users' })).toBeVisible();
  });
});
