import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Activity, Welcome } from '~/contract/dashboard/dashboard-schema';
import { emptyDashboard, sampleRequestDetail } from '~/testing/client-samples';
import { renderScreen } from '~/testing/render';

const memberSince = '2026-05-04T10:00:00.000Z';
const activity = (id: string, title: string, changes: Partial<Activity> = {}): Activity => ({
  id,
  kind: 'account',
  title,
  status: '',
  time: memberSince,
  requestId: null,
  ...changes,
});
const created = activity('account:1', 'Account created');

async function openHome(
  welcome: Partial<Welcome> = {},
  more: Parameters<typeof renderScreen>[1] = {},
) {
  const stats = {
    activeServices: 0,
    totalSpent: '0.00',
    requestsInProgress: 0,
    subscriptionStatus: 'none',
  };
  return renderScreen('/', {
    ...emptyDashboard,
    dashboard: {
      welcome: () => ({ stats, inquiries: 0, memberSince, activity: [created], ...welcome }),
    },
    requests: { get: () => sampleRequestDetail({ title: 'A calculating engine' }) },
    services: { cards: () => [], firstCards: () => [] },
    ...more,
  });
}

const main = () => within(screen.getByRole('main'));
const title = () => screen.getByRole('heading', { level: 1 });
const rows = () =>
  within(main().getByRole('region', { name: 'Recent activity' })).getAllByRole('listitem');
const tiles = () =>
  main()
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);

describe('the welcome page', () => {
  it('greets a new client, and shows where to begin', async () => {
    await openHome();
    expect(title()).toHaveTextContent('Welcome, Ada');
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    expect(tiles()).toEqual([
      ['Active services', '0'],
      ['Quotes and messages', '0'],
      ['Total spent', '$0'],
      ['With us since', 'May 2026'],
    ]);
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Account created$/),
    ]);
    const links = within(main().getByRole('navigation', { name: 'Quick links' }));
    expect(
      links.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Dashboard', '/dashboard'],
      ['Services', '/services'],
      ['Pricing', '/pricing'],
    ]);
    const navigation = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(navigation.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Services',
      'Home',
      'About Us',
      'Portfolio',
      'Blog',
      'Contact',
      'Dashboard',
    ]);
    const ofPhones = document.querySelector('nav[aria-label=Menu] a[href="/dashboard"]');
    expect(ofPhones).toHaveTextContent('Dashboard');
  });

  it('shows recent activity, with links to the pages of the records', async () => {
    const { user, location } = await openHome({
      stats: {
        activeServices: 1,
        totalSpent: '249.00',
        requestsInProgress: 1,
        subscriptionStatus: 'none',
      },
      inquiries: 1,
      activity: [
        activity('payment:12', 'Growth, monthly: $249', { kind: 'payment', status: 'completed' }),
        activity('payment:11', 'Growth, monthly: $24', { kind: 'payment', status: 'failed' }),
        activity('quote:4', 'Quote request: Brand', { kind: 'quote', status: 'approved' }),
        activity('invoice:9', 'Invoice INV-2026-0009: $100', {
          kind: 'invoice',
          status: 'overdue',
        }),
        activity('proposal:8', 'Proposal P-0008: An engine', { kind: 'proposal', status: 'sent' }),
        activity('request:7', 'Request: A calculating engine', {
          kind: 'request',
          status: 'in_progress',
          requestId: 7,
        }),
        created,
      ],
    });
    expect(title()).toHaveTextContent('Welcome back, Ada');
    expect(tiles().slice(0, 3)).toEqual([
      ['Active services', '1'],
      ['Quotes and messages', '1'],
      ['Total spent', '$249'],
    ]);
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringMatching(/Growth, monthly: \$249.*Completed$/),
      expect.stringMatching(/Growth, monthly: \$24.*Failed$/),
      expect.stringMatching(/Quote request: Brand.*approved$/i),
      expect.stringMatching(/Invoice INV-2026-0009: \$100.*Overdue$/),
      expect.stringMatching(/Proposal P-0008: An engine.*Sent$/),
      expect.stringMatching(/Request: A calculating engine.*In progress$/),
      expect.stringMatching(/Account created$/),
    ]);
    const hrefs = rows().map((row) => row.querySelector('a')?.getAttribute('href'));
    expect(hrefs).toEqual([
      '/dashboard/payments/12',
      '/dashboard/payments',
      '/dashboard/requests',
      '/dashboard/invoices/9',
      '/dashboard/proposals/8',
      '/dashboard/requests/7',
      undefined,
    ]);
    await user.click(main().getByRole('link', { name: 'Request: A calculating engine' }));
    await waitFor(() => expect(location()).toBe('/dashboard/requests/7'));
    await waitFor(() => expect(title()).toHaveTextContent('A calculating engine'));
  });
});
