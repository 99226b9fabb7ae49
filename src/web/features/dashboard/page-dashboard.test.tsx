import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import {
  emptyDashboard,
  sampleOwnInvoice,
  sampleOwnProposal,
  samplePayment,
  sampleRequest,
  sampleSubscription,
} from '~/testing/client-samples';
import { renderScreen } from '~/testing/render';

const main = () => within(screen.getByRole('main'));
const latest = () =>
  main()
    .queryAllByRole('list', { name: 'Latest service requests' })
    .flatMap((list) => within(list).getAllByRole('listitem'))
    .map((row) => row.textContent);
/** Returns the tiles with their figures. */
const tiles = () =>
  Object.fromEntries(
    main()
      .getAllByRole('term')
      .slice(0, 4)
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

describe('the dashboard', () => {
  it('of a new client shows no figures, but how to begin', async () => {
    await renderScreen('/dashboard', emptyDashboard);
    expect(document.title).toBe('Dashboard | Kestrel');
    expect(tiles()).toEqual({
      'Active Services': '0',
      'Total Spent': '$0',
      'In Progress': '0',
      Subscription: 'Inactive',
    });
    expect(
      main().getByText('No service requests yet. Create your first request!'),
    ).toBeInTheDocument();
    expect(main().getByText('No payments yet.')).toBeInTheDocument();
    const next = main().getByRole('region', { name: 'What happens next' });
    expect(
      within(next)
        .getAllByRole('listitem')
        .map((step) => within(step).getByRole('heading').textContent),
    ).toEqual([
      'Tell us what you need',
      'We answer within one working day',
      'You accept, and we start',
    ]);
    expect(within(next).getByRole('link', { name: 'Write your first request' })).toHaveAttribute(
      'href',
      '/dashboard/requests/new',
    );
    expect(main().getByRole('link', { name: 'New Request' })).toHaveAttribute(
      'href',
      '/dashboard/requests/new',
    );
  });

  it('of a member shows the company, and offers no request to one without the right', async () => {
    const member = { company: 'Holm Joinery AS', mayRequest: true, hasAsked: false };
    const open = (changes: Partial<typeof member>) =>
      renderScreen('/dashboard', {
        ...emptyDashboard,
        dashboard: {
          ...emptyDashboard.dashboard,
          waiting: () => ({
            ...{ requests: 0, files: 0, proposals: 0, invoices: 0, plan: 0 },
            member: { ...member, ...changes },
          }),
        },
      });
    const first = await open({});
    expect(await main().findByText('Holm Joinery AS')).toBeVisible();
    expect(main().getByRole('link', { name: 'New Request' })).toBeVisible();
    first.unmount();
    const second = await open({ mayRequest: false });
    await main().findByText('Holm Joinery AS');
    expect(main().queryByRole('link', { name: 'New Request' })).toBeNull();
    expect(main().queryByRole('heading', { name: 'Service Requests' })).toBeNull();
    expect(main().queryByText(/new request/)).toBeNull();
    second.unmount();
    await open({ mayRequest: false, hasAsked: true });
    await main().findByText('Holm Joinery AS');
    expect(main().queryByRole('link', { name: 'New Request' })).toBeNull();
    expect(main().getByRole('link', { name: 'All requests, quotes and messages' })).toBeVisible();
  });

  it('shows the client’s figures, the latest five requests and payments', async () => {
    const statuses = ['in_progress', 'in_progress', 'completed', 'pending', 'pending', 'pending'];
    const rows = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((title, index) =>
      sampleRequest({ id: index + 1, title, status: statuses[index] as 'pending' }),
    );
    const payments = [1, 2, 3, 4, 5, 6].map((id) =>
      samplePayment({ id, description: `Engine ${id}` }),
    );
    await renderScreen('/dashboard', {
      ...emptyDashboard,
      dashboard: {
        stats: () => ({
          activeServices: 5,
          totalSpent: '1240.50',
          requestsInProgress: 2,
          subscriptionStatus: 'active',
        }),
      },
      requests: { search: () => ({ rows, total: 6, page: 1 }) },
      billing: { ...emptyDashboard.billing, payments: () => payments },
    });
    expect(tiles()).toEqual({
      'Active Services': '5',
      'Total Spent': '$1,240.50',
      'In Progress': '2',
      Subscription: 'Active',
    });
    expect(latest()).toEqual([
      expect.stringMatching(/^One.*In progress$/),
      expect.stringMatching(/^Two.*In progress$/),
      expect.stringMatching(/^Three.*Completed$/),
      expect.stringMatching(/^Four.*Pending$/),
      expect.stringMatching(/^Five.*Pending$/),
    ]);
    const recent = main().getByRole('region', { name: 'Recent Payments' });
    expect(within(recent).getAllByRole('listitem')).toHaveLength(5);
    expect(within(recent).getByRole('link', { name: 'All payments' })).toHaveAttribute(
      'href',
      '/dashboard/payments',
    );
  });

  it('lists all open tasks of the client first', async () => {
    await renderScreen('/dashboard', {
      ...emptyDashboard,
      requestThreads: {
        unread: () => ({
          requests: [
            { requestId: 7, title: 'An engine', unread: 2, isWaiting: true, undecided: 2 },
            { requestId: 8, title: 'A mill', unread: 1, isWaiting: false, undecided: 0 },
          ],
          total: 3,
        }),
      },
      proposals: { mine: () => [sampleOwnProposal] },
      invoices: { mine: () => [sampleOwnInvoice] },
    });
    const waiting = main().getByRole('region', { name: 'Waiting on you' });
    expect(
      within(waiting)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      'We need your replyAn engineReply',
      '2 files to approveAn engineReview',
      'A second engineProposal P-0002 for $6,800.00, valid until 31 December 2026Review',
      'Invoice INV-2026-0007$928.00 of $1,428.00, was due on 15 November 2026Pay',
    ]);
    expect(
      within(waiting).getByRole('link', { name: 'Pay invoice INV-2026-0007' }),
    ).toHaveAttribute('href', '/dashboard/invoices/7?pay=true');
    expect(within(waiting).getByRole('link', { name: 'Reply about An engine' })).toHaveAttribute(
      'href',
      '/dashboard/requests/7#write',
    );
    const [figures] = main().getAllByRole('term');
    expect(waiting.compareDocumentPosition(figures as Element)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it('shows a failed payment first', async () => {
    await renderScreen('/dashboard', {
      ...emptyDashboard,
      billing: {
        ...emptyDashboard.billing,
        mine: () => sampleSubscription({ status: 'past_due' }),
      },
      invoices: { mine: () => [sampleOwnInvoice] },
    });
    const waiting = main().getByRole('region', { name: 'Waiting on you' });
    const [first] = within(waiting).getAllByRole('listitem');
    expect(first).toHaveTextContent(
      'Your last payment failedProfessional, $400. We retry in the next few days, or right away if you add another card.',
    );
    expect(within(waiting).getByRole('link', { name: 'Update card' })).toHaveAttribute(
      'href',
      '/dashboard/plan?card=true',
    );
    expect(main().getByRole('region', { name: 'Subscription' })).not.toHaveTextContent('Renews on');
  });

  it('shows what happens next if there are no open tasks', async () => {
    await renderScreen('/dashboard', {
      ...emptyDashboard,
      requests: { search: () => ({ rows: [sampleRequest()], total: 1, page: 1 }) },
    });
    expect(main().getByRole('region', { name: 'Nothing needs your attention' })).toHaveTextContent(
      'We’re working on your requests.',
    );
    expect(main().queryByRole('list', { name: 'What happens next' })).toBeNull();
  });
});
