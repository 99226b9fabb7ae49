import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import {
  choose,
  drawer,
  emptyOverview,
  pageOf,
  renderSection,
  sampleQuote,
  sampleQuoteDetail,
} from '~/testing/panel';
import { allowOnConsole } from '~/testing/render';

const mary = {
  id: 'admin-2',
  email: 'mary@agency.example',
  name: 'Mary Aldridge',
  username: 'mary',
  role: 'manager' as const,
  status: 'active' as const,
  disabled: false,
  hasSecondFactor: false,
  invitedUntil: null,
  lastSeenAt: null,
  createdAt: '2026-05-04T10:00:00.000Z',
};

function open(role: 'owner' | 'manager' | 'viewer') {
  return renderSection(
    '?section=quotes&open=11',
    {
      quotes: { page: () => pageOf([sampleQuote()]), get: () => sampleQuoteDetail() },
      admins: { list: () => [mary] },
      conversations: { setOwner: ({ id }) => ({ id: Number(id) }) },
    },
    { role },
  );
}

it('an owner assigns a lead to any admin', async () => {
  const { user, api } = await open('owner');
  await choose(user, await drawer().findByRole('combobox', { name: 'Owner' }), 'Mary Aldridge');
  await waitFor(() =>
    expect(api.inputsOf('admin.conversations.setOwner')).toEqual([
      { kind: 'quote', id: 11, ownerId: 'admin-2' },
    ]),
  );
});

it('a manager claims a lead', async () => {
  const { user, api } = await open('manager');
  await user.click(await drawer().findByRole('button', { name: 'Assign to me' }));
  await waitFor(() =>
    expect(api.inputsOf('admin.conversations.setOwner')).toEqual([
      { kind: 'quote', id: 11, ownerId: 'admin-1' },
    ]),
  );
});

it('a viewer sees a lead’s owner read-only', async () => {
  await open('viewer');
  expect(await drawer().findByText('Owner: none')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull();
});

it('the dashboard shows overdue leads and the measured response times', async () => {
  const lead = {
    kind: 'quote' as const,
    id: 11,
    name: 'Mary Shelley',
    createdAt: '2026-05-04T10:00:00.000Z',
    dueAt: '2026-05-05T10:00:00.000Z',
    isOverdue: true,
    ownerId: null,
    ownerName: '',
  };
  // The test DOM has no layout, so charts have no size.
  allowOnConsole(/of chart should be greater than 0/);
  await renderSection('', {
    ...emptyOverview,
    responseTimes: {
      open: () => [lead, { ...lead, id: 12, name: 'Ada Byron', isOverdue: false }],
      figures: () => ({
        promise: 'one working day',
        answered: 8,
        overdue: 1,
        medianMinutes: 95,
        keptShare: 0.875,
      }),
    },
  });
  const link = await screen.findByRole('link', { name: 'Quote from Mary Shelley' });
  expect(link).toHaveAttribute('href', '/admin?section=quotes&open=11');
  expect(screen.queryByRole('link', { name: 'Quote from Ada Byron' })).toBeNull();
  expect(
    screen.getByText(
      'Promised within one working day; median 1 h 35 min of working time, 87% kept',
    ),
  ).toBeVisible();
});
