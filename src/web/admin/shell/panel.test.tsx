import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { signedOut } from '~/contract/common/errors';
import { requestServer } from '~/testing/admin-requests';
import { ada, emptyDashboard } from '~/testing/client-samples';
import { pageOf, quietToday, renderPanel, sampleMessage } from '~/testing/panel';
import { allowOnConsole, renderScreen, shownToasts } from '~/testing/render';

const overview = {
  waiting: () => ({ quotes: 3, messages: 0, requests: 1, testimonials: 0 }),
  today: () => quietToday,
  stats: () => ({
    totalUsers: 12,
    totalRevenue: '1240.50',
    activeSubscriptions: 2,
    pendingRequests: 1,
  }),
  activities: () => [],
  chart: () => [],
};
const lists = {
  requests: { page: () => pageOf([]) },
  payments: { page: () => pageOf([]) },
  messages: { page: () => pageOf([sampleMessage()]) },
};
function openDashboard() {
  // A chart has no size where nothing is laid out.
  allowOnConsole(/^The width\(0\) and height\(0\) of chart/);
  return renderPanel('', { overview, ...lists });
}

const main = () => within(screen.getByRole('main'));

describe('the panel', () => {
  it('shows its first section where the URL names one that does not exist', async () => {
    allowOnConsole(/^The width\(0\) and height\(0\) of chart/);
    await renderPanel('?section=constructor', { overview, ...lists });
    expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  it('has quick actions, figures and a link to the site', async () => {
    await openDashboard();
    const links = Object.fromEntries(
      main()
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    );
    expect(links).toMatchObject({
      'Add Service': '/admin?section=services&open=new',
      'Add Project': '/admin?section=portfolio&open=new',
      'Write Blog': '/admin?section=blog&open=new',
      'View Requests': '/admin?section=requests',
    });
    expect(await main().findByText('$1,240.50')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View Site' })).toHaveAttribute('target', '_blank');
  });

  it('shows the admin’s initials, with sign-out in their menu', async () => {
    const { user } = await openDashboard();
    const account = screen.getByRole('button', { name: 'Account of Admin' });
    expect(account).toHaveTextContent('AA');
    await user.click(account);
    const out = await screen.findByRole('menuitem', { name: 'Log out', hidden: true });
    expect(out).toHaveAttribute('href', '/api/logout');
  });

  it('shows counts of open records in the sidebar, and goes to a section and back', async () => {
    const { user, location } = await openDashboard();
    const sections = within(screen.getByRole('navigation', { name: 'Sections' }));
    await waitFor(() =>
      expect(sections.getByRole('link', { name: /^Quotes/ })).toHaveTextContent('3'),
    );
    await user.click(sections.getByRole('link', { name: /^Messages/ }));
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Messages'),
    );
    expect(location()).toBe('/admin?section=messages');
    expect(document.title).toBe('Messages | Kestrel admin');
  });

  it('counts unread messages at the section of requests, and lists clients who wait', async () => {
    allowOnConsole(/^The width\(0\) and height\(0\) of chart/);
    const waiting = { requestId: 13, title: 'A calculating engine', clientName: 'Ada Byron' };
    const since = '2026-05-04T10:00:00.000Z';
    const { user, location } = await renderPanel('', {
      ...{ overview, ...lists },
      ...requestServer(),
      workspace: {
        ...requestServer().workspace,
        unread: () => ({ requests: [], total: 4 }),
        unanswered: () => [{ ...waiting, assigneeId: null, since, dueAt: since, isOverdue: true }],
      },
    });
    expect(await screen.findByRole('link', { name: /^Service Requests\s*4 unread/ })).toBeVisible();
    const clients = within(screen.getByRole('region', { name: 'Clients waiting for an answer' }));
    expect(await clients.findByText(/^overdue since/)).toHaveTextContent('4 May 2026');
    await user.click(clients.getByRole('link', { name: 'A calculating engine' }));
    await waitFor(() => expect(location()).toBe('/admin?section=requests&open=13'));
    expect(await screen.findByRole('textbox', { name: 'Your message' })).toBeVisible();
  });

  it('begins with a link to the content, past the header and the sections', async () => {
    const { user } = await openDashboard();
    await user.tab();
    const skip = screen.getByRole('link', { name: 'Skip to the section' });
    expect(skip).toHaveFocus();
    expect(skip).toHaveAttribute('href', '#content');
    expect(screen.getByRole('main')).toHaveAttribute('id', 'content');
  });

  it('refetches after the event stream reconnects', async () => {
    const { api, announce } = await renderPanel('?section=messages', lists);
    await screen.findByText('1–1 of 1');
    announce('connected');
    api.answer({
      admin: { messages: { page: () => pageOf([sampleMessage(), sampleMessage({ id: 20 })]) } },
    });
    announce('connected');
    expect(await screen.findByText('1–2 of 2')).toBeVisible();
  });

  it('shows a notice when the event stream is refused after the session ended', async () => {
    const { api, announce } = await renderPanel('?section=messages', lists);
    await screen.findByText('1–1 of 1');
    api.answer({
      admin: {
        messages: {
          page: () => {
            throw signedOut();
          },
        },
      },
    });
    announce('serialized-error');
    expect(await screen.findByText('Please sign in to continue')).toBeVisible();
  });
});

describe('a client at the address of the panel', () => {
  it('sees a notice, and is redirected to the dashboard', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { location } = await renderScreen('/admin', emptyDashboard);
    expect(screen.getByRole('status', { name: 'Loading the panel' })).toBeVisible();
    await waitFor(() =>
      expect(shownToasts()).toEqual(["Access DeniedYou don't have admin privileges."]),
    );
    act(() => vi.advanceTimersByTime(3_000));
    await waitFor(() => expect(location()).toBe('/dashboard'));
    expect(await screen.findByLabelText(`Account of ${ada.firstName}`)).toBeVisible();
  });
});
