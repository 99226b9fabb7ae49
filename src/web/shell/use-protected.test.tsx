import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { signedOut } from '~/contract/common/errors';
import { ada, emptyDashboard, sampleRequest } from '~/testing/client-samples';
import { expectLoginRedirect, watchNavigation } from '~/testing/login-redirect';
import { renderScreen, shownToasts } from '~/testing/render';

const refuses = () => {
  throw signedOut();
};

describe('a screen for clients', () => {
  it.each([
    '/account',
    '/dashboard',
    '/dashboard/requests?search=engine&status=pending',
    '/dashboard/requests/new',
    '/dashboard/requests/1',
    '/dashboard/payments',
    '/dashboard/payments/3',
    '/admin?section=quotes',
  ])('at %s redirects a visitor to sign-in and back', async (path) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const replace = watchNavigation(path);
    await renderScreen(path);
    await expectLoginRedirect(replace, path);
  });

  it('waits half a second before redirecting', async () => {
    vi.useFakeTimers();
    const replace = watchNavigation('/account');
    await renderScreen('/account');
    expect(screen.getByText('Loading account')).toBeInTheDocument();
    expect(shownToasts()).toHaveLength(1);
    act(() => vi.advanceTimersByTime(499));
    expect(replace).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(1));
    expect(replace).toHaveBeenCalledTimes(1);
  });

  it('redirects a client whose session ended elsewhere to sign-in', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    // The dashboard of a client without requests has already read the inquiries.
    const rows = [sampleRequest()];
    const { user, api, location } = await renderScreen('/dashboard', {
      ...emptyDashboard,
      requests: { search: () => ({ rows, total: 1, page: 1 }) },
    });
    api.answer({ requests: { inquiries: refuses } });
    const replace = watchNavigation('/dashboard/requests');
    await user.click(screen.getByRole('link', { name: 'All requests, quotes and messages' }));
    await waitFor(() => expect(location()).toBe('/dashboard/requests'));
    await expectLoginRedirect(replace, '/dashboard/requests');
  });
});

describe('a client whose session ended in another tab', () => {
  const atServices = () =>
    renderScreen('/services', {
      ...emptyDashboard,
      identity: { viewer: () => ada },
      services: { cards: () => [], firstCards: () => [] },
      portfolio: { featuredCards: () => [] },
    });
  const avatar = () => screen.queryByLabelText('Account of Ada');

  it('is shown as a visitor when returning to this tab', async () => {
    const { api } = await atServices();
    expect(avatar()).toBeVisible();
    api.answer({ identity: { viewer: () => null } });
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await waitFor(() => expect(avatar()).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Services and prices');
    expect(shownToasts()).toEqual([]);
  });

  it('reloads the page if another client has signed in', async () => {
    const { api } = await atServices();
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    api.answer({ identity: { viewer: () => ({ ...ada, id: 'client-2' }) } });
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('sees the landing page of visitors', async () => {
    const { user, api, location } = await atServices();
    api.answer({ dashboard: { welcome: refuses } });
    const main = screen.getByRole('navigation', { name: 'Main' });
    await user.click(within(main).getByRole('link', { name: 'Home' }));
    await waitFor(() => expect(location()).toBe('/'));
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('hover'),
    );
    expect(avatar()).not.toBeInTheDocument();
  });
});
