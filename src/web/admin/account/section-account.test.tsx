import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { OwnSecondFactors } from '~/contract/identity/second-factors-schema';
import { adminUser, renderSection } from '~/testing/panel';
import { type Answers, shownToasts } from '~/testing/render';

type AccountAnswers = NonNullable<NonNullable<Answers['admin']>['account']>;

const none: OwnSecondFactors = {
  username: 'admin',
  isRequired: false,
  hasTotp: false,
  passkeys: [],
  recoveryCodesLeft: 0,
};
const wrongPassword = () => {
  const message = 'This password is wrong';
  throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'password', message }] });
};

const open = (account: AccountAnswers) =>
  renderSection('?section=account', { account }, { role: 'viewer' });
const dialog = async () => within(await screen.findByRole('dialog'));

describe('the admin’s own account', () => {
  it('requires the password before any change, and reports a wrong one', async () => {
    const { user, api } = await open({ get: () => none, beginTotp: wrongPassword });
    await user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
    const prompt = await dialog();
    await user.type(prompt.getByLabelText('Your password'), 'wrong{Enter}');
    expect(await prompt.findByText('This password is wrong')).toBeVisible();
    api.answer({
      admin: {
        account: {
          beginTotp: () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Kestrel:admin' }),
        },
      },
    });
    await user.click(prompt.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeVisible();
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible();
  });

  it('removes a passkey, unless it is the last second factor and admins need one', async () => {
    const passkey = {
      id: 'key-1',
      name: 'Laptop',
      createdAt: '2026-05-04T10:00:00.000Z',
      lastUsedAt: null,
    };
    const { user, api } = await open({
      get: () => ({ ...none, isRequired: true, passkeys: [passkey], recoveryCodesLeft: 7 }),
      removePasskey: () => {
        throw new AppError('CONFLICT', 'Every admin needs a second factor here.');
      },
    });
    expect(await screen.findByText('7 of 10 left')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove the passkey Laptop' }));
    const prompt = await dialog();
    await user.type(prompt.getByLabelText('Your password'), 'right{Enter}');
    expect(await prompt.findByText('Every admin needs a second factor here.')).toBeVisible();
    api.answer({ admin: { account: { removePasskey: () => null } } });
    await user.click(prompt.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessPasskey removed']));
    expect(api.inputsOf('admin.account.removePasskey').at(-1)).toEqual({
      password: 'right',
      id: 'key-1',
    });
  });

  it('changes the admin’s name, which the panel shows immediately', async () => {
    const { user, api } = await renderSection(
      '?section=account',
      { account: { get: () => none } },
      {
        role: 'viewer',
        answers: {
          identity: {
            changeProfile: ({ firstName, lastName }) => ({
              ...adminUser,
              role: 'viewer',
              firstName,
              lastName,
            }),
          },
        },
      },
    );
    const form = within(await screen.findByRole('region', { name: 'Name' }));
    await user.clear(form.getByLabelText('First name'));
    await user.type(form.getByLabelText('First name'), 'R{Enter}');
    expect(await form.findByText('First name must be at least 2 characters')).toBeVisible();
    await user.type(form.getByLabelText('First name'), 'owan{Enter}');
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessName updated']));
    expect(api.inputsOf('identity.changeProfile')).toEqual([
      { firstName: 'Rowan', lastName: adminUser.lastName },
    ]);
    expect(screen.getByText(/^Rowan /)).toBeVisible();
  });

  it('changes the password, after showing errors at each field', async () => {
    const { user, api } = await open({ get: () => none, changePassword: wrongPassword });
    const form = within(await screen.findByRole('region', { name: 'Password' }));
    await user.type(form.getByLabelText('Current password'), 'old password');
    await user.type(form.getByLabelText('New password'), 'short{Enter}');
    expect(await form.findByText('A password has at least 8 characters')).toBeVisible();
    await user.type(form.getByLabelText('New password'), ' no longer{Enter}');
    expect(await form.findByText('This password is wrong')).toBeVisible();
    api.answer({ admin: { account: { changePassword: () => null } } });
    await user.click(form.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(form.getByLabelText('New password')).toHaveValue(''));
  });
});

describe('an admin’s emails about requests', () => {
  it('are disabled one by one, and enabled again if the server refuses', async () => {
    const chosen = { messages: true, deliverables: true, status: true };
    const { user, api } = await renderSection(
      '?section=account',
      { account: { get: () => none } },
      {
        role: 'viewer',
        answers: {
          notifications: {
            get: () => ({ ...chosen }),
            update: ({ messages = true }) => {
              chosen.messages = messages;
              return { ...chosen };
            },
          },
        },
      },
    );
    const messages = await screen.findByRole('switch', { name: 'Client messages' });
    await user.click(messages);
    await waitFor(() => expect(messages).not.toBeChecked());
    expect(api.inputsOf('notifications.update')).toEqual([{ messages: false }]);
    await waitFor(() => expect(messages).toBeEnabled());

    api.answer({
      notifications: {
        update: () => {
          throw new AppError('BAD_REQUEST', 'Not now');
        },
      },
    });
    const decisions = screen.getByRole('switch', { name: 'Deliverable reviews' });
    await user.click(decisions);
    await waitFor(() => expect(shownToasts().join()).toContain('Not now'));
    await waitFor(() => expect(decisions).toBeChecked());
    // Emails about the status of a request only go to clients.
    expect(screen.getAllByRole('switch')).toHaveLength(2);
  });

  it('are not offered to an editor', async () => {
    await renderSection('?section=account', { account: { get: () => none } }, { role: 'editor' });
    await screen.findByRole('button', { name: 'Set up an authenticator app' });
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });
});
