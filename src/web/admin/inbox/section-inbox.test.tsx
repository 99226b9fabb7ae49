import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { InboxItem } from '~/contract/inbox/inbox-schema';
import {
  drawer,
  renderSection,
  sampleItem,
  sampleMessage,
  sampleQuoteDetail,
} from '~/testing/panel';
import { allowOnConsole } from '~/testing/render';

const counts = { todo: 2, waiting: 1, snoozed: 0, done: 0 };

const message = sampleItem({
  key: 'message-12',
  kind: 'message',
  id: 12,
  name: 'Grace Hopper',
  about: 'website',
  details: 'A compiler, please',
  status: 'unread',
});
const request = sampleItem({
  key: 'request-13',
  kind: 'request',
  id: 13,
  name: 'Ada Byron',
  about: 'A calculating engine',
  nextStep: 'Send the plan',
  nextStepOn: '2026-05-06',
  tags: ['berlin'],
});

/** Fake inbox that stores changes, like the server. */
function inboxOf(items: InboxItem[]) {
  const changes: object[] = [];
  let rows = items;
  return {
    changes,
    answers: {
      page: ({ status = 'todo' }: { status?: string | undefined }) => ({
        rows: status === 'todo' ? rows : [],
        total: rows.length,
        counts,
      }),
      change: (change: { items: { id: number }[]; isDone?: boolean | undefined }) => {
        changes.push(change);
        const before = rows.filter(({ id }) => change.items.some((one) => one.id === id));
        rows = change.isDone
          ? rows.filter((row) => !before.includes(row))
          : items.filter((row) => rows.includes(row) || change.isDone === false);
        return { before };
      },
    },
  };
}

const links = () =>
  within(screen.getByRole('list', { name: 'To do' }))
    .getAllByRole('listitem')
    .map((row) => within(row).getByRole('link').textContent);

it('an item shows sender, subject, next step and overdue state', async () => {
  const { answers } = inboxOf([sampleItem(), message, request]);
  await renderSection('?section=inbox', { inbox: answers });
  expect(links()).toEqual(['Mary Shelley', 'Grace Hopper', 'A calculating engine']);
  const [first, , third] = screen
    .getAllByRole('listitem')
    .filter((row) => row.matches('.inbox-row'));
  expect(first).toHaveTextContent('QuoteMarketing Website');
  expect(first).toHaveTextContent('Overdue since 5 May 2026');
  expect(third).toHaveTextContent('Send the plan, 6 May 2026');
  expect(third).toHaveTextContent('berlin');
  expect(within(third as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    '/admin?section=requests&open=13',
  );
});

it('the inbox shows that a long tab has more items than counted', async () => {
  const { answers } = inboxOf([sampleItem()]);
  const page = () => ({ ...answers.page({}), total: 1_001, counts: { ...counts, todo: 1_001 } });
  await renderSection('?section=inbox', { inbox: { ...answers, page } });
  expect(await screen.findByText('1–50 of 1,000+')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'To do 1,000+' })).toBeChecked();
});

it('shortcuts act on the selected item of the inbox, also after a menu was open', async () => {
  allowOnConsole(/use-focus-trap/);
  const { answers, changes } = inboxOf([sampleItem(), message]);
  const { user, location } = await renderSection('?section=inbox', {
    inbox: { ...answers, get: () => sampleItem() },
    quotes: {
      get: () => sampleQuoteDetail(),
    },
  });
  await screen.findByRole('list', { name: 'To do' });
  // The first item is selected before any key press, so that actions continue from it.
  await user.keyboard('h');
  await screen.findByRole('menu', { hidden: true });
  await user.keyboard('2');
  await waitFor(() => expect(changes).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('link', { name: 'Mary Shelley' })).toHaveFocus());
  await user.keyboard('jd');
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(changes[1]).toEqual({ items: [{ kind: 'message', id: 12 }], isDone: true });
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location()).toBe('/admin?section=inbox&open=quote-11'));
});

it('Undo reverts one change at a time', async () => {
  const { answers, changes } = inboxOf([sampleItem(), message]);
  const { user } = await renderSection('?section=inbox', { inbox: answers });
  await screen.findByRole('list', { name: 'To do' });
  await user.keyboard('jd');
  await waitFor(() => expect(links()).toEqual(['Grace Hopper']));
  await user.keyboard('d');
  expect(await screen.findByText('All done.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(changes).toHaveLength(3));
  expect(changes[2]).toMatchObject({ items: [{ id: 12 }], isDone: false });
  await screen.findByText('Undone. Before: Done');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(changes).toHaveLength(4));
  expect(changes[3]).toMatchObject({ items: [{ id: 11 }], isDone: false });
});

it('a next step that could not be saved stays in its field, and is saved by another attempt', async () => {
  let isAway = true;
  const saved: object[] = [];
  const { answers } = inboxOf([sampleItem()]);
  const { user } = await renderSection('?section=inbox&open=message-12', {
    inbox: {
      ...answers,
      get: () => message,
      change: (change: object) => {
        if (isAway) throw new Error('away');
        saved.push(change);
        return { before: [message] };
      },
    },
    messages: {
      get: () => ({
        message: sampleMessage({ message: 'A compiler, please' }),
        proposals: [],
        notes: [],
        mails: [],
        changes: [],
      }),
    },
  });
  const followUp = within(await drawer().findByRole('region', { name: 'Follow-up' }));
  const field = followUp.getByRole('textbox', { name: 'Task' });
  await user.type(field, 'Call her{Enter}');
  await screen.findByText('Failed to update the inbox');
  expect(field).toHaveValue('Call her');
  isAway = false;
  await user.type(field, '{Enter}');
  await waitFor(() => expect(saved).toMatchObject([{ nextStep: 'Call her' }]));
});
