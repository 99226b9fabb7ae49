import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { drawer, inRow, pageOf, renderPanel, sampleUser } from '~/testing/panel';
import { type Answers, shownToasts } from '~/testing/render';

function usersOf(start = sampleUser()) {
  let person = start;
  const answers: NonNullable<NonNullable<Answers['admin']>['users']> = {
    page: () => pageOf([person]),
    get: () => ({ user: person, history: [], changes: [] }),
    setDisabled: ({ isDisabled }) => {
      person = { ...person, isDisabled, status: isDisabled ? 'disabled' : 'active', sessions: 0 };
      return person;
    },
  };
  return answers;
}

it('disables an account and enables it again', async () => {
  const { user, api } = await renderPanel('?section=users', { users: usersOf() });
  await waitFor(() => inRow('ada@example.com'));
  await user.click(inRow('ada@example.com').getByRole('link'));
  await user.click(await drawer().findByRole('button', { name: 'Disable account' }));
  await user.click(await drawer().findByRole('button', { name: 'Enable account' }));
  expect(await drawer().findByRole('button', { name: 'Disable account' })).toBeVisible();
  expect(shownToasts()).toEqual(['SuccessThe account is open again']);
  expect(api.inputsOf('admin.users.setDisabled')).toEqual([
    { id: 'client-1', isDisabled: true },
    { id: 'client-1', isDisabled: false },
  ]);
});

it('offers no change of an account to a viewer', async () => {
  await renderPanel('?section=users&open=client-1', { users: usersOf() }, { role: 'viewer' });
  expect(await drawer().findByText('ada@example.com')).toBeVisible();
  expect(drawer().queryByRole('button', { name: 'Disable account' })).not.toBeInTheDocument();
});
