import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { signedOut } from '~/contract/common/errors';
import { ada, emptyDashboard } from '~/testing/client-samples';
import { emptyOverview, pageOf, renderPanel, sampleMessage } from '~/testing/panel';
import { allowOnConsole, renderScreen, shownToasts } from '~/testing/render';

const waiting = () => ({ quotes: 3, messages: 0, requests: 1, testimonials: 0, settings: 0 });
const lists = {
  ...emptyOverview,
  overview: { ...emptyOverview.overview, waiting },
  messages: { page: () => pageOf([sampleMessage()]) },
};
function openDashboard() {
  // The test DOM has no layout, so charts have no size.
  allowOnConsole(/^The width\(0\) and height\(0\) of chart/);
  return renderPanel('', lists);
}

describe('the panel', () => {
  it('shows its first section if the URL names an unknown one', async () => {
    allowOnConsole(/^The width\(0\) and height\(0\) of chart/);
    await renderPanel('?section=constructor', lists);
    expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
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

  it('starts with a link to the content, past the header and the sections', async () => {
    const { user } = await openDashboard();
    await user.tab();
    const skip = screen.getByRole('link', { name: 'Skip to the section' });
    expect(skip).toHaveFocus();
    expect(skip).toHaveAttribute('href', '#content');
    expect(screen.getByRole('main')).toHaveAttribute('id', 'content');
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

describe('a client at the URL of the panel', () => {
  it('sees a notice, and is redirected to the dashboard', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { location } = await renderScreen('/admin', emptyDashboard);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    await waitFor(() =>
      expect(shownToasts()).toEqual(["Access DeniedYou don't have admin privileges."]),
    );
    act(() => vi.advanceTimersByTime(3_000));
    await waitFor(() => expect(location()).toBe('/dashboard'));
    expect(await screen.findByLabelText(`Account of ${ada.firstName}`)).toBeVisible();
  });
});
