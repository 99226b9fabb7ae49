import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { renderPart, shownToasts } from '~/testing/render';
import { toast } from './toast-store';

beforeEach(() => {
  vi.useFakeTimers();
});

async function raise(title = 'Error') {
  const rendered = await renderPart(<p>Something else</p>);
  act(() => void toast({ title, description: 'It was not sent.', variant: 'destructive' }));
  return rendered;
}

const region = () => screen.getByRole('region', { name: 'Notifications (F8)' });
const shown = () => screen.getByRole('listitem');
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

/** Moves the pointer from one point of the notice to another. */
function drag(x: number) {
  const notice = shown();
  notice.setPointerCapture = () => {};
  const at = (clientX: number) => ({ clientX, pointerId: 1 });
  fireEvent.pointerDown(notice, at(40));
  fireEvent.pointerMove(notice, at(40 + x / 2));
  fireEvent.pointerMove(notice, at(40 + x));
  return { drop: () => fireEvent.pointerUp(notice, at(40 + x)) };
}

describe('a notice', () => {
  it('disappears after five seconds', async () => {
    await raise();
    pass(4999);
    expect(shownToasts()).toHaveLength(1);
    pass(1);
    expect(shownToasts()).toEqual([]);
  });

  it('stays while the pointer is on it, then continues its time', async () => {
    const { user } = await raise();
    pass(4000);
    await user.hover(shown());
    pass(60_000);
    expect(shownToasts()).toHaveLength(1);
    await user.hover(screen.getByText('Something else'));
    pass(900);
    expect(shownToasts()).toHaveLength(1);
    pass(100);
    expect(shownToasts()).toEqual([]);
  });

  it('is announced, and replaced by a newer one', async () => {
    await raise('First');
    expect(screen.getByRole('alert')).toHaveTextContent('First');
    act(() => void toast({ title: 'Second' }));
    expect(shownToasts()).toEqual(['Second']);
    expect(screen.getByRole('status')).toHaveTextContent('Second');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('can be swiped away to the right, past fifty pixels, unless the swipe is canceled', async () => {
    await raise();
    // No time passes, so only the swipe can close the notice.
    const short = drag(45);
    expect(shown().style.transform).toBe('translateX(45px)');
    short.drop();
    expect(shown().style.transform).toBe('');
    drag(-120).drop();
    expect(shownToasts()).toHaveLength(1);
    drag(50).drop();
    drag(80);
    fireEvent.pointerCancel(shown(), { clientX: 120, pointerId: 1 });
    expect(shownToasts()).toHaveLength(1);
    expect(shown().style.transform).toBe('');
    drag(51).drop();
    expect(shownToasts()).toEqual([]);
  });

  it('is focused by F8, stays while focused, and can be closed by keyboard', async () => {
    const { user } = await raise();
    pass(4000);
    await user.keyboard('{F8}');
    expect(region()).toHaveFocus();
    pass(60_000);
    await user.tab();
    expect(screen.getByRole('button', { name: 'Dismiss' })).toHaveFocus();
    pass(60_000);
    await user.keyboard('{Enter}');
    expect(shownToasts()).toEqual([]);
  });

  it('is closed by Escape while it has the focus', async () => {
    const { user } = await raise();
    await user.keyboard('{F8}');
    await user.tab();
    await user.keyboard('{Escape}');
    expect(shownToasts()).toEqual([]);
  });
});
