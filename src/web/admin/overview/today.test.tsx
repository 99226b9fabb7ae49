import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { RecentActivity } from '~/contract/admin/admin-schema';
import type { Today as Figures } from '~/contract/admin/today-schema';
import { emptyOverview, quietToday, renderSection } from '~/testing/panel';
import { allowOnConsole } from '~/testing/render';

it('a figure of the dashboard opens the records that it counts', async () => {
  await linksOf(quietToday);
  const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf(/^Clients 0$|^Clients0$/)).toBe('/admin?section=users');
  expect(hrefOf(/^Pending requests/)).toBe('/admin?section=requests&status=pending');
  expect(hrefOf(/^Revenue, all time/)).toBe('/admin?section=payments');
});

it('an activity opens its record, whose id is a text for users and a number for others', async () => {
  const time = '2026-07-01T10:00:00.000Z';
  await linksOf(quietToday, [
    { id: 'user:k3x9', description: 'Ada Byron signed up', time, about: 'user:k3x9' },
    { id: 'change:7', description: 'Grace updated an item', time, about: 'portfolio_item:5' },
    { id: 'change:8', description: 'Grace deleted a post', time },
  ]);
  const hrefOf = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await hrefOf('Ada Byron signed up')).toBe('/admin?section=users&open=k3x9');
  expect(await hrefOf('Grace updated an item')).toBe('/admin?section=portfolio&open=5');
  expect(screen.getByText('Grace deleted a post').closest('a')).toBeNull();
});

async function linksOf(figures: Figures, activities: RecentActivity[] = []) {
  // The test DOM has no layout, so charts have no size.
  allowOnConsole(/^The width\(0\) and height\(0\) of chart/);
  await renderSection('', {
    ...emptyOverview,
    overview: {
      ...emptyOverview.overview,
      today: () => figures,
      activities: () => activities,
    },
  });
  const today = within(await screen.findByRole('region', { name: 'Today' }));
  await waitFor(() =>
    expect(today.queryByText(/^Nothing is overdue/) ?? today.queryAllByRole('link')).not.toEqual(
      [],
    ),
  );
  return today
    .queryAllByRole('link')
    .map((link) => [
      [...link.children].map(({ textContent }) => textContent).join(' '),
      link.getAttribute('href'),
    ]);
}

const usd = (count: number, amount: string) => ({ count, sums: [{ currency: 'USD', amount }] });

it('the dashboard shows the five most urgent figures above zero, which link to their rows', async () => {
  const invoices = quietToday.invoices && {
    ...quietToday.invoices,
    overdue: usd(2, '2680.00'),
    open: {
      count: 3,
      sums: [
        { currency: 'EUR', amount: '7.00' },
        { currency: 'USD', amount: '2780.00' },
      ],
    },
  };
  const answers = { quotes: 3, messages: 0 };
  const proposals = usd(1, '900.00');
  const figures = {
    ...quietToday,
    answers,
    clientsWaiting: 4,
    invoices,
    proposals,
    proposedChanges: 2,
  };
  expect(await linksOf(figures)).toEqual([
    ['Overdue quotes 3', '/admin?section=quotes&status=overdue'],
    ['Clients waiting 4', '/admin?section=requests&status=waiting'],
    ['Changes to confirm 2', '/admin?section=settings&tab=integrations'],
    ['Overdue invoices 2 $2,680.00', '/admin?section=invoices&status=overdue'],
    ['Outstanding 3 €7.00 + $2,780.00', '/admin?section=invoices&status=open'],
  ]);
});

it('a role without permission sees no amounts', async () => {
  const figures = { ...quietToday, clientsWaiting: 4, invoices: null, proposals: null };
  expect(await linksOf(figures)).toHaveLength(1);
});
