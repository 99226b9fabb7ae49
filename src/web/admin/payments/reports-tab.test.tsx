import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { TrafficReport } from '~/contract/traffic/traffic-schema';
import { renderSection } from '~/testing/panel';
import { allowOnConsole } from '~/testing/render';

const usd = (amount: string) => ({ currency: 'USD', amount });

const report: TrafficReport = {
  from: '2026-08-25',
  to: '2026-11-22',
  sources: [
    {
      source: 'www.google.com',
      visits: 1190,
      leads: 10,
      proposals: 5,
      accepted: 2,
      paid: [{ currency: 'EUR', amount: '90.00' }, usd('2204.00')],
    },
    { source: '', visits: 545, leads: 0, proposals: 0, accepted: 0, paid: [] },
    { source: 'other', visits: 3, leads: 0, proposals: 0, accepted: 0, paid: [] },
    { source: null, visits: 0, leads: 1, proposals: 0, accepted: 0, paid: [] },
  ],
  total: {
    visits: 1738,
    leads: 11,
    proposals: 5,
    accepted: 2,
    paid: [{ currency: 'EUR', amount: '90.00' }, usd('2204.00')],
  },
  pages: [
    { page: '/', views: 2275 },
    { page: '/blog/what-a-website-costs', views: 357 },
  ],
};

async function open(read: (input: { days?: unknown }) => TrafficReport) {
  // The test DOM has no layout, which the chart measures.
  allowOnConsole(/of chart should be greater than 0/);
  const none = { from: '2026-10-01', to: '2026-10-31', homeCurrency: 'EUR', currencies: [] };
  const rendered = await renderSection('?section=payments&tab=reports', {
    traffic: { report: read },
    overview: { chart: () => [] },
    accounting: { get: () => none },
  });
  const card = await screen.findByRole('region', { name: 'Lead sources' });
  return { ...rendered, card: within(card) };
}

/** Returns the cells of a row by its first text. */
async function cellsOf(card: ReturnType<typeof within>, name: string): Promise<(string | null)[]> {
  const head = await card.findByRole('rowheader', { name });
  const row = head.closest('tr') as HTMLElement;
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
}

describe('the card of lead sources', () => {
  it('shows each step by source with its conversion rate, and the totals', async () => {
    const { card } = await open(() => report);
    expect(await cellsOf(card, 'www.google.com')).toEqual([
      '1,190',
      '100.8% of visits',
      '550% of leads',
      '240% of proposals',
      '€90.00$2,204.00',
    ]);
    expect(await cellsOf(card, 'Direct')).toEqual(['545', '0', '0', '0', '–']);
    // Leads from sources without counted visits have no conversion rate.
    expect(await cellsOf(card, 'Not known')).toEqual(['0', '1', '0', '0', '–']);
    expect(await cellsOf(card, 'Others')).toEqual(['3', '0', '0', '0', '–']);
    expect(await cellsOf(card, 'Total')).toEqual([
      '1,738',
      '110.6% of visits',
      '545.5% of leads',
      '240% of proposals',
      '€90.00$2,204.00',
    ]);
  });

  it('lists the most visited pages, and the period', async () => {
    const { card } = await open(() => report);
    const list = await card.findByRole('list', { name: 'Most visited pages' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['/2,275', '/blog/what-a-website-costs357']);
    expect(card.getByText(/25 August 2026 to 22 November 2026/)).toBeVisible();
  });
});
