import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { ada } from '~/testing/client-samples';
import { adminUser } from '~/testing/panel';
import { type Answers, renderScreen } from '~/testing/render';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const viewed = (endsAt = inMinutes(20)): CurrentUser => ({
  ...ada,
  clientView: { admin: adminUser, endsAt },
});

const answersFor = (viewer: CurrentUser | null): Answers => ({
  identity: { viewer: () => viewer },
  admin: { users: { endView: () => ({ clientId: 'client-1' }) } },
});
const notice = () => screen.queryByRole('complementary', { name: 'View as a client' });

describe('the client view notice', () => {
  it('is the first keyboard stop after the skip link', async () => {
    const { user } = await renderScreen('/services', answersFor(viewed()));
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('button', { name: 'End view' })).toHaveFocus();
  });

  it('shows that the view has ended after its time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    await renderScreen('/services', answersFor(viewed(inMinutes(1))));
    expect(notice()).toHaveTextContent('Nothing can be changed.');
    act(() => vi.advanceTimersByTime(60_000));
    expect(notice()).toHaveTextContent('Your view as Ada Byron has ended.');
    vi.useRealTimers();
  });

  it('shows after a reload that the view has ended', async () => {
    const endedClientView = { clientId: 'client-1', name: 'Ada Byron' };
    await renderScreen('/services', answersFor({ ...adminUser, endedClientView }));
    expect(notice()).toHaveTextContent('Your view as Ada Byron has ended.');
    expect(screen.getByRole('button', { name: 'Back to the panel' })).toBeVisible();
  });

  it.each([
    ['a visitor', null],
    ['a client', ada],
    ['an admin', adminUser],
  ])('is not shown to %s', async (_, viewer) => {
    await renderScreen('/services', answersFor(viewer));
    expect(notice()).not.toBeInTheDocument();
  });
});
