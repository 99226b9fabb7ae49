import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { AppError } from '~/contract/common/errors';
import { ada } from '~/testing/client-samples';
import { renderScreen } from '~/testing/render';

afterEach(() => {
  window.location.hash = '';
});

const invitation = {
  email: 'edith@example.com',
  name: 'Edith Clarke',
  role: 'editor' as const,
  username: 'edith',
};

describe('the invitation page', () => {
  it('accepts a username and a password, and opens the panel', async () => {
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
    window.location.hash = '#the-token';
    const { user, api } = await renderScreen('/invitation', {
      identity: {
        invitation: {
          open: () => invitation,
          accept: () => ({ user: { ...ada, isAdmin: true, role: 'editor' } }),
        },
      },
    });
    expect(await screen.findByText('Welcome, Edith Clarke')).toBeVisible();
    expect(screen.getByLabelText('Username')).toHaveValue('edith');
    await user.type(screen.getByLabelText('Password'), 'a long password{Enter}');
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/admin'));
    expect(api.inputsOf('identity.invitation.accept')).toEqual([
      { token: 'the-token', username: 'edith', password: 'a long password' },
    ]);
  });

  it('shows what is wrong with an invalid link', async () => {
    window.location.hash = '#used';
    await renderScreen('/invitation', {
      identity: {
        invitation: {
          open: () => {
            throw new AppError('NOT_FOUND', 'This invitation was used.');
          },
        },
      },
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('This invitation was used.');
  });
});
