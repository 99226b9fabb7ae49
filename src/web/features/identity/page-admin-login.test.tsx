import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { ada } from '~/testing/client-samples';
import { type Answers, renderScreen } from '~/testing/render';

const form = () => screen.getByRole('form', { name: 'Admin Login' });
const username = () => within(form()).getByLabelText('Username');
const password = () => within(form()).getByLabelText('Password');
const submit = () => within(form()).getByRole('button', { name: /^Sign/ });
const admin: CurrentUser = { ...ada, isAdmin: true, role: 'owner' };

async function start(signInAdmin: NonNullable<Answers['identity']>['signInAdmin'], search = '') {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  const rendered = await renderScreen(`/cplogin${search}`, {
    identity: { ...(signInAdmin && { signInAdmin }) },
  });
  return { ...rendered, replace };
}

async function logIn(user: UserEvent, secret = 'admin-demo') {
  await user.clear(username());
  await user.type(username(), 'admin');
  await user.clear(password());
  await user.type(password(), `${secret}{Enter}`);
}

describe('the admin login', () => {
  it('has a form that password managers fill in, and not the site’s layout', async () => {
    await start(undefined);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Admin Login');
    expect(document.title).toBe('Admin login | Kestrel');
    expect(username()).toHaveAttribute('autocomplete', 'username');
    expect(password()).toHaveAttribute('autocomplete', 'current-password');
    expect(password()).toHaveAttribute('type', 'password');
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  });

  it('shows beside the fields why the sign-in failed, and accepts another attempt', async () => {
    const { user, api, replace } = await start(() => {
      throw new AppError('UNAUTHORIZED', 'Invalid username or password');
    });
    await logIn(user, 'not-the-password');
    const alert = await within(form()).findByRole('alert');
    expect(alert).toHaveTextContent('Invalid username or password');
    expect(username()).toHaveValue('admin');
    api.answer({
      identity: {
        signInAdmin: () => {
          throw new Error('the connection was lost');
        },
      },
    });
    await user.click(submit());
    await waitFor(() =>
      expect(within(form()).getByRole('alert')).toHaveTextContent(
        'Login failed. Please check your credentials.',
      ),
    );
    expect(replace).not.toHaveBeenCalled();
    api.answer({ identity: { signInAdmin: () => ({ user: admin }) } });
    await logIn(user);
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/admin'));
  });

  it('never leads to another site', async () => {
    const { user, replace } = await start(
      () => ({ user: admin }),
      `?next=${encodeURIComponent('//elsewhere.example/admin')}`,
    );
    await logIn(user);
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/admin'));
  });
});

describe('the second step of the admin login', () => {
  const setup = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Kestrel:ada?secret=JBSWY3DP' };
  const codeField = (name: string) => screen.findByLabelText(name);

  it('asks for a code of the app, and reports a wrong one', async () => {
    const { user, api, replace } = await start(() => ({
      secondFactor: { methods: ['totp', 'recovery'] },
    }));
    api.answer({
      identity: {
        secondFactor: {
          verify: () => {
            throw new AppError('UNAUTHORIZED', 'This code is not right.');
          },
        },
      },
    });
    await logIn(user);
    const field = await codeField('Code from your authenticator app');
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    expect(field).toHaveFocus();
    await user.type(field, '123456{Enter}');
    expect(await screen.findByText('This code is not right.')).toBeVisible();
    expect(replace).not.toHaveBeenCalled();
    api.answer({ identity: { secondFactor: { verify: () => ({ user: admin }) } } });
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await user.type(await codeField('Recovery code'), 'abcd-efgh-jkmn{Enter}');
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/admin'));
    expect(api.inputsOf('identity.secondFactor.verify')).toEqual([
      { method: 'totp', code: '123456' },
      { method: 'recovery', code: 'abcd-efgh-jkmn' },
    ]);
  });

  it('leads an admin who needs a second factor to its setup, and shows the recovery codes before the panel', async () => {
    const { user, api, replace } = await start(() => ({ secondFactor: { methods: [] } }));
    api.answer({
      identity: {
        secondFactor: {
          beginTotp: () => setup,
          confirmTotp: () => ({ user: admin, recoveryCodes: ['aaaa-bbbb-cccc'] }),
        },
      },
    });
    await logIn(user);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Set up a second factor',
    );
    await user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }));
    expect(
      await screen.findByRole('img', { name: 'QR code for your authenticator app' }),
    ).toBeVisible();
    expect(screen.getByText(setup.secret)).toBeVisible();
    await user.type(await codeField('Code from the app'), '12{Enter}');
    expect(await screen.findByText('The code is 6 digits')).toBeVisible();
    await user.clear(await codeField('Code from the app'));
    await user.type(await codeField('Code from the app'), '123456{Enter}');
    expect(await screen.findByText('aaaa-bbbb-cccc')).toBeVisible();
    expect(replace).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    expect(replace).toHaveBeenCalledWith('/admin');
  });
});
