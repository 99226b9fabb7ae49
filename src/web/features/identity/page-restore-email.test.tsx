import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import { renderScreen } from '~/testing/render';

afterEach(() => {
  window.location.hash = '';
});

it('the email is restored by a click, not by opening the link', async () => {
  window.location.hash = '#the-token';
  const { user, api } = await renderScreen('/restore-email', {
    identity: { restoreEmail: () => ({ email: 'ada@example.com' }) },
  });
  expect(api.inputsOf('identity.restoreEmail')).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Restore email' }));
  expect(await screen.findByRole('heading', { name: 'Email restored' })).toBeVisible();
  expect(api.inputsOf('identity.restoreEmail')).toEqual([{ token: 'the-token' }]);
});

it('the page shows why a link restores no email', async () => {
  window.location.hash = '#used';
  const { user } = await renderScreen('/restore-email', {
    identity: {
      restoreEmail: () => {
        throw new AppError('NOT_FOUND', 'This link was used or has expired.');
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Restore email' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This link was used or has expired.');
});
