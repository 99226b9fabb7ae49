import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import type { AdminRequestRow } from '~/contract/admin/admin-schema';
import { AppError } from '~/contract/common/errors';
import { requestServer, sampleRequestRow } from '~/testing/admin-requests';
import { pageOf, renderSection, rowOf } from '~/testing/panel';
import { createGate, shownToasts } from '~/testing/render';

const busy = (): AdminRequestRow =>
  sampleRequestRow({
    ...{ title: 'A busy engine', unread: 2, waitingSince: '2026-05-04T10:00:00.000Z' },
    ...{ assigneeId: 'admin-1', assigneeName: 'Admin Aldridge' },
    ...{ dueAt: '2026-05-05T10:00:00.000Z', targetDate: '2026-05-06' },
  });

it('the list shows assignee, due and overdue dates, unread messages and awaited replies', async () => {
  const done = sampleRequestRow({ id: 14, status: 'completed', targetDate: '2026-05-06' });
  await renderSection('?section=requests', { requests: { page: () => pageOf([busy(), done]) } });
  await screen.findAllByText('2 unread');
  const row = rowOf('A busy engine');
  for (const text of [
    'Admin Aldridge',
    'Reply overdue since 5 May 2026',
    'Overdue since 6 May 2026',
    'Waiting on client',
  ]) {
    expect(row).toHaveTextContent(text);
  }
  expect(rowOf(done.title)).toHaveTextContent('Target 6 May 2026');
  expect(rowOf(done.title)).not.toHaveTextContent(/overdue/i);
});

const columnOf = (status: string) =>
  within(screen.getByRole('region', { name: new RegExp(`^${status}, `) }));
const cardIn = (status: string) =>
  columnOf(status).queryByRole('link', { name: 'A calculating engine' });
const card = () => screen.getByRole('link', { name: 'A calculating engine' });

/** Fakes a layout of columns and cards, which the test DOM lacks. */
function layOut() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const list = this.closest('[data-rfd-droppable-id]');
    if (!list) return DOMRect.fromRect({ width: 1920, height: 1080 });
    const lists = [...document.querySelectorAll('[data-rfd-droppable-id]')];
    const left = lists.indexOf(list) * 300;
    if (list === this) return DOMRect.fromRect({ x: left, y: 100, width: 280, height: 600 });
    return DOMRect.fromRect({ x: left + 10, y: 110, width: 260, height: 80 });
  });
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1920);
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(1080);
}

/** Fires the event that browsers fire at the end of the animation. */
const endDrop = () =>
  waitFor(() => {
    const moved = card().closest('li') as HTMLElement;
    const end = createEvent.transitionEnd(moved);
    Object.defineProperty(end, 'propertyName', { value: 'transform' });
    fireEvent(moved, end);
    expect(card().closest('li')).toHaveAttribute('data-dragging', 'false');
  });

const over = () =>
  document.querySelector('[data-over=true]')?.getAttribute('data-rfd-droppable-id');

async function dragByKeyboard() {
  act(() => card().focus());
  fireEvent.keyDown(card(), { key: ' ', keyCode: 32 });
  await waitFor(() => expect(card().closest('li')).toHaveAttribute('data-dragging', 'true'));
  await waitFor(() => {
    if (over() === 'pending') fireEvent.keyDown(card(), { key: 'ArrowRight', keyCode: 39 });
    expect(over()).toBe('in_progress');
  });
  fireEvent.keyDown(card(), { key: ' ', keyCode: 32 });
  await endDrop();
}

describe('the board', () => {
  it('is kept in the URL, with the same search and filter', async () => {
    const all = pageOf([sampleRequestRow(), sampleRequestRow({ id: 14, status: 'cancelled' })]);
    const { user, location, api } = await renderSection('?section=requests&search=engine', {
      requests: {
        page: ({ status } = {}) => ({
          ...all,
          rows: all.rows.filter((row) => !status || row.status === status),
        }),
      },
    });
    await user.click(await screen.findByRole('radio', { name: 'Board' }));
    await waitFor(() => expect(cardIn('Pending')).toBeVisible());
    expect(location()).toBe('/admin?section=requests&search=engine&tab=board');
    expect(api.inputsOf('admin.requests.page').at(-1)).toMatchObject({ search: 'engine' });
    await user.click(screen.getByRole('radio', { name: /^Canceled/ }));
    await waitFor(() => expect(location()).toContain('status=cancelled'));
    expect(await columnOf('Pending').findByText('Hidden by the filter')).toBeVisible();
  });

  it('changes the status of a moved card immediately, unless the server refuses', async () => {
    layOut();
    const server = requestServer();
    let saving = createGate<boolean>();
    const { api } = await renderSection('?section=requests&tab=board', {
      ...server,
      requests: {
        ...server.requests,
        setStatus: async (input) => {
          if (await saving.answer) return server.requests.setStatus(input);
          throw new AppError('CONFLICT', 'The client has just cancelled it');
        },
      },
    });
    await waitFor(() => expect(cardIn('Pending')).toBeVisible());
    await dragByKeyboard();
    await waitFor(() => expect(cardIn('In progress')).toBeVisible());
    expect(screen.getByRole('region', { name: 'In progress, 1' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Pending, 0' })).toBeVisible();
    await waitFor(() => expect(card()).toHaveFocus());
    saving.open(false);
    await waitFor(() => expect(cardIn('Pending')).toBeVisible());
    expect(shownToasts().join()).toContain('The client has just cancelled it');

    saving = createGate();
    await dragByKeyboard();
    saving.open(true);
    await waitFor(() =>
      expect(shownToasts()).toEqual([
        expect.stringMatching(/^Success.+, .+: Service request status updated successfullyUndo$/),
      ]),
    );
    expect(api.inputsOf('admin.requests.setStatus').at(-1)).toEqual({
      id: 13,
      status: 'in_progress',
    });
    expect(cardIn('In progress')).toBeVisible();
  });
});
