import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ada, allMails, emptyDashboard, noCompany, noPersonalData } from '~/testing/client-samples';
import { type Answers, renderScreen } from '~/testing/render';
import { stubLive } from '~/testing/thread-samples';

const navigation = () => screen.getByRole('navigation', { name: 'Client area' });
const links = () =>
  within(navigation())
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
const current = () =>
  within(navigation())
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
    .map((link) => link.textContent);

const noneWaiting = { requests: 0, files: 0, proposals: 0, invoices: 0, plan: 0 };

const answers: Answers = {
  ...emptyDashboard,
  identity: { viewer: () => ada, sessions: () => [] },
  notifications: { get: () => allMails },
  companies: noCompany,
  personalData: { get: () => noPersonalData },
};

describe('the client area navigation', () => {
  it('links to each of its pages, and counts the client’s open tasks', async () => {
    await renderScreen('/dashboard', {
      ...answers,
      dashboard: {
        ...emptyDashboard.dashboard,
        waiting: () => ({
          requests: 1,
          files: 2,
          proposals: 0,
          invoices: 12,
          plan: 0,
          member: null,
        }),
      },
    });
    await waitFor(() => expect(navigation()).toHaveTextContent('12'));
    expect(links()).toEqual([
      ['Overview', '/dashboard'],
      ['Requests1 waiting on you', '/dashboard/requests'],
      ['Files2 waiting on you', '/dashboard/files'],
      ['Proposals', '/dashboard/proposals'],
      ['Invoices12 waiting on you', '/dashboard/invoices'],
      ['Payments', '/dashboard/payments'],
      ['Plan', '/dashboard/plan'],
      ['Account', '/account'],
    ]);
    expect(current()).toEqual(['Overview']);
  });

  it('marks the current page', async () => {
    await renderScreen('/dashboard/plan', answers);
    expect(current()).toEqual(['Plan']);
  });

  it('hides requests and files from a member without the right to requests', async () => {
    const bookkeeper = { company: 'Holm Joinery AS', mayRequest: false, hasAsked: false };
    const open = (member: typeof bookkeeper) =>
      renderScreen('/dashboard', {
        ...answers,
        dashboard: { ...emptyDashboard.dashboard, waiting: () => ({ ...noneWaiting, member }) },
      });
    const first = await open(bookkeeper);
    await waitFor(() => expect(links()).toHaveLength(6));
    expect(links().map(([label]) => label)).not.toContain('Requests');
    expect(links().map(([label]) => label)).not.toContain('Files');
    first.unmount();
    // A member without the right to requests sees the link if they have sent quotes or messages themselves.
    await open({ ...bookkeeper, hasAsked: true });
    await waitFor(() => expect(links()).toHaveLength(7));
    expect(links().map(([label]) => label)).toContain('Requests');
  });
});

describe('the files of a client', () => {
  it('are listed by page, with their request', async () => {
    stubLive();
    const file = {
      id: 21,
      name: 'front.png',
      size: 18_400,
      type: 'image/png',
      deliverable: 'waiting' as const,
      comment: '',
      decidedAt: null,
      messageId: 4,
      byAgency: true,
      sentAt: '2026-05-04T10:00:00.000Z',
      requestId: 7,
      requestTitle: 'An engine',
    };
    const { api, user, location } = await renderScreen('/dashboard/files', {
      ...answers,
      requestThreads: {
        ...emptyDashboard.requestThreads,
        files: ({ status, page = 1 }) => ({
          rows: status === 'approved' ? [] : [{ ...file, id: page }],
          total: status === 'approved' ? 0 : 12,
          page,
        }),
      },
    });
    const row = within(screen.getByRole('list', { name: 'Files' })).getByRole('listitem');
    expect(row.textContent?.match(/Awaiting your approval/g)).toHaveLength(1);
    expect(row).toHaveTextContent('In An engine');
    expect(within(row).getByRole('link', { name: 'An engine' })).toHaveAttribute(
      'href',
      '/dashboard/requests/7',
    );
    await user.click(screen.getByRole('link', { name: 'Next' }));
    await waitFor(() => expect(location()).toBe('/dashboard/files?page=2'));
    await user.click(screen.getByRole('button', { name: 'Approved' }));
    expect(await screen.findByText('No files match.')).toBeVisible();
    expect(api.inputsOf('requestThreads.files').at(-1)).toEqual({ status: 'approved' });
  });
});
