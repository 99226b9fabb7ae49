import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { pageOf, renderSection, sampleAdminService, sampleQuote } from '~/testing/panel';
import type { Answers } from '~/testing/render';

const day = '2026-05-04T10:00:00.000Z';
const rows = [
  sampleQuote({ id: 11, name: 'Mary Shelley', status: 'pending' }),
  sampleQuote({
    id: 12,
    name: 'Ada Byron',
    serviceName: 'Brand Identity',
    firstAnswerAt: day,
    dueAt: null,
  }),
];
const quotes: NonNullable<NonNullable<Answers['admin']>['quotes']> = {
  page: () => pageOf(rows),
  setStatuses: ({ ids }) => rows.filter(({ id }) => ids.includes(id)),
};

const open = (search: string, admin: Parameters<typeof renderSection>[1] = { quotes }) =>
  renderSection(search, admin, { isPhone: true });

const card = async (text: string) => {
  await screen.findByText(text);
  const found = screen.getAllByRole('listitem').find((one) => one.textContent?.includes(text));
  if (!found) throw new Error(`no card says ${text}`);
  return found;
};
const factsOf = (one: HTMLElement) =>
  within(one)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);

describe('a row on a phone', () => {
  it('is a card: its name, two columns and its status', async () => {
    await open('?section=quotes');
    const ada = await card('Ada Byron');
    expect(within(ada).getByRole('link', { name: 'Ada Byron' })).toHaveAttribute(
      'href',
      '/admin?section=quotes&open=12',
    );
    expect(factsOf(ada)).toEqual([
      ['Service', 'Brand Identity'],
      ['Reply by', 'Answered'],
    ]);
    expect(
      within(ada).getByRole('combobox', { name: 'Status of the quote from Ada Byron' }),
    ).toHaveValue('Pending');
    // The card omits columns that a table only shows on tablets.
    expect(within(ada).queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('labels a switch, and keeps the row’s actions', async () => {
    const { user, api } = await open('?section=services', {
      services: {
        page: () => pageOf([sampleAdminService()]),
        update: () => sampleAdminService({ isActive: false }),
        remove: () => sampleAdminService(),
      },
    });
    const rescue = await card('Site Rescue');
    expect(factsOf(rescue).map(([label]) => label)).toEqual(['Category', 'From']);
    expect(within(rescue).getByText('Active')).toBeVisible();
    await user.click(within(rescue).getByRole('switch', { name: 'Site Rescue is active' }));
    await waitFor(() => expect(api.inputsOf('admin.services.update')).toHaveLength(1));
    await user.click(within(rescue).getByRole('button', { name: 'Delete Site Rescue' }));
    await waitFor(() => expect(api.inputsOf('admin.services.remove')).toHaveLength(1));
  });
});

describe('cards', () => {
  it('are selected one by one and all together, and changed together', async () => {
    const { user, api } = await open('?section=quotes');
    const mary = within(await card('Mary Shelley'));
    const all = screen.getByRole('checkbox', { name: 'Select all on this page' });
    await user.click(mary.getByRole('checkbox', { name: 'Choose 11' }));
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }));
    expect(bar.getByText(/^1 chosen/)).toHaveTextContent('1 chosen: Mary Shelley');
    await user.click(all);
    expect(bar.getByText(/^2 chosen/)).toBeVisible();
    expect(all).toBeChecked();
    await user.click(mary.getByRole('checkbox'));
    expect(bar.getByText(/^1 chosen/)).toHaveTextContent('1 chosen: Ada Byron');
    await user.click(bar.getByRole('button', { name: 'Contacted' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.quotes.setStatuses')).toEqual([
        { ids: [12], status: 'contacted' },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
  });

  it('are sorted by the sort orders of the table, in both directions', async () => {
    const { user, api, location } = await open('?section=quotes');
    await card('Mary Shelley');
    const sort = screen.getByRole('combobox', { name: 'Sort by' });
    expect([...sort.querySelectorAll('option')].map((one) => one.textContent)).toEqual([
      'Default order',
      'Name',
      'Service',
      'Status',
      'Received',
      'Owner',
    ]);
    await user.selectOptions(sort, 'Received');
    await waitFor(() => expect(location()).toBe('/admin?section=quotes&sort=createdAt'));
    await user.click(screen.getByRole('button', { name: 'Descending', pressed: false }));
    await waitFor(() => expect(location()).toBe('/admin?section=quotes&sort=-createdAt'));
    expect(screen.getByRole('button', { name: 'Descending', pressed: true })).toBeVisible();
    await waitFor(() =>
      expect(api.inputsOf('admin.quotes.page')).toContainEqual(
        expect.objectContaining({ sort: '-createdAt' }),
      ),
    );
    await user.selectOptions(sort, 'Default order');
    await waitFor(() => expect(location()).toBe('/admin?section=quotes'));
  });

  it('have paging if there are more than the smallest page size', async () => {
    const { user, location } = await open('?section=quotes', {
      quotes: { ...quotes, page: () => ({ ...pageOf(rows), total: 60 }) },
    });
    expect(await screen.findByText('1–25 of 60')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(location()).toBe('/admin?section=quotes&page=2'));
    expect(await screen.findByText('26–50 of 60')).toBeVisible();
  });
});
