import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { CurrentUser, SessionSummary } from '~/contract/identity/identity-schema';
import { ada, allMails, noCompany } from '~/testing/client-samples';
import { expectFieldError, expectValues, fillForm } from '~/testing/forms';
import { type Answers, createGate, renderScreen, shownToasts } from '~/testing/render';

const profile = () => screen.getByRole('form', { name: 'Profile' });
const save = () => within(profile()).getByRole('button', { name: /^Sav/ });
const sessions = () =>
  within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem');
const grace: CurrentUser = { ...ada, firstName: 'Grace', lastName: 'Hopper' };

const session = (id: number, device: string): SessionSummary => ({
  id,
  device,
  createdAt: '2026-05-04T10:00:00.000Z',
  lastSeenAt: '2026-05-05T10:00:00.000Z',
  isCurrent: id === 1,
});

const open = (
  identity: Answers['identity'] = {},
  notifications: Answers['notifications'] = { get: () => allMails },
) =>
  renderScreen('/account', {
    notifications,
    companies: noCompany,
    identity: {
      viewer: () => ada,
      sessions: () => [session(1, 'Chrome on Windows')],
      ...identity,
    },
  });

describe('the profile', () => {
  it('shows name and address of the user', async () => {
    await open();
    expectValues(profile(), { 'First name': 'Ada', 'Last name': 'Byron' });
    expect(profile()).toHaveTextContent('You sign in as ada@example.com.');
    expect(screen.getByLabelText('Account of Ada')).toHaveTextContent('A');
  });

  it('rejects names that sign-up rejects', async () => {
    const { user, api } = await open();
    await fillForm(user, profile(), { 'First name': 'A', 'Last name': ' ' });
    await user.click(save());
    await expectFieldError(profile(), 'First name', 'First name must be at least 2 characters');
    await expectFieldError(profile(), 'Last name', 'Last name must be at least 2 characters');
    expect(within(profile()).getByLabelText('First name')).toHaveFocus();
    expect(api.inputsOf('identity.changeProfile')).toEqual([]);
  });

  it('shows a new name in the menu at once', async () => {
    const { user, api } = await open({ changeProfile: () => grace });
    await fillForm(user, profile(), { 'First name': 'Grace', 'Last name': 'Hopper' });
    await user.click(save());
    await waitFor(() => expect(screen.getByLabelText('Account of Grace')).toHaveTextContent('G'));
    expect(shownToasts()).toEqual(['Profile SavedYour name was changed.']);
    expect(api.inputsOf('identity.changeProfile')).toEqual([
      { firstName: 'Grace', lastName: 'Hopper' },
    ]);
  });

  it('restores the input after the session ended during a save', async () => {
    // The answer to a client without a session: they are taken to sign in.
    const never = new Promise<CurrentUser>(() => {});
    const first = await open({ changeProfile: () => never });
    await fillForm(first.user, profile(), { 'First name': 'Grace' });
    await first.user.click(save());
    await waitFor(() => expect(first.api.inputsOf('identity.changeProfile')).toHaveLength(1));
    cleanup();

    const { user } = await open({ changeProfile: () => ({ ...ada, firstName: 'Grace' }) });
    await waitFor(() => expectValues(profile(), { 'First name': 'Grace', 'Last name': 'Byron' }));
    await user.click(save());
    await waitFor(() => expect(shownToasts()).toHaveLength(1));
    cleanup();

    await open();
    expectValues(profile(), { 'First name': 'Ada', 'Last name': 'Byron' });
  });
});

describe('the picture', () => {
  const withPicture = { viewer: () => ({ ...ada, profileImageUrl: '/media/a-384x384.webp' }) };

  it('is shown in the menu, and can be removed', async () => {
    const { user, api } = await open({ ...withPicture, changePicture: () => ada });
    const avatar = () => screen.getByLabelText('Account of Ada');
    expect(avatar().querySelector('img')).toHaveAttribute('src', '/media/a-384x384.webp');
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(avatar()).toHaveTextContent('A'));
    expect(avatar().querySelector('img')).toBeNull();
    expect(screen.queryByRole('img', { name: 'Your picture' })).not.toBeInTheDocument();
    expect(shownToasts()).toEqual(['Profile SavedYour picture was removed.']);
    expect(api.inputsOf('identity.changePicture')).toEqual([null]);
  });

  it('keeps the picture when the file is not an image', async () => {
    const { user, api } = await open(withPicture);
    const file = new File(['no picture'], 'me.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('Picture file'), file);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This file is not a picture that can be read',
    );
    expect(api.inputsOf('identity.changePicture')).toEqual([]);
  });
});

describe('the sessions', () => {
  it('are listed, and those elsewhere can be ended', async () => {
    let listed = [session(1, 'Chrome on Windows'), session(2, 'Firefox on Linux')];
    const gate = createGate<{ id: number }>();
    const { user, api } = await open({
      sessions: () => listed,
      endSession: async () => {
        const ended = await gate.answer;
        listed = listed.slice(0, 1);
        return ended;
      },
    });
    expect(sessions()[0]).toHaveTextContent(/^Chrome on Windows\s*This device$/);
    const other = sessions()[1] as HTMLElement;
    expect(other).toHaveTextContent(/Firefox on Linux.*Last seen .*, signed in /);
    const button = within(other).getByRole('button', { name: 'Sign out' });
    await user.click(button);
    expect(button).toBeDisabled();
    await act(async () => gate.open({ id: 2 }));
    await waitFor(() => expect(sessions()).toHaveLength(1));
    expect(shownToasts()).toEqual(['Signed OutFirefox on Linux is signed out.']);
    expect(api.inputsOf('identity.endSession')).toEqual([{ id: 2 }]);
    expect(screen.queryByRole('button', { name: /^Sign out/ })).not.toBeInTheDocument();
  });

  it('can all be ended except this one', async () => {
    let listed = [1, 2, 3].map((id) => session(id, `Device ${id}`));
    const { user } = await open({
      sessions: () => listed,
      endOtherSessions: () => {
        listed = listed.slice(0, 1);
        return null;
      },
    });
    await user.click(screen.getByRole('button', { name: 'Sign out of all others' }));
    await waitFor(() => expect(sessions()).toHaveLength(1));
    expect(sessions()[0]).toHaveTextContent('This device');
    expect(shownToasts()).toEqual(['Signed OutYou are signed in on this device alone.']);
  });

  it('that could not be ended are still listed', async () => {
    const { user } = await open({
      sessions: () => [session(1, 'Chrome on Windows'), session(2, 'Firefox on Linux')],
      endSession: () => {
        throw new Error('the connection was lost');
      },
    });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to sign out there. Please try again.',
    );
    expect(sessions()).toHaveLength(2);
  });
});

describe('the mails about requests', () => {
  const mails = (name: string) => screen.getByRole('switch', { name });

  it('are chosen by kind, each saved at once', async () => {
    const { user, api } = await open(
      {},
      { get: () => allMails, update: (change) => ({ ...allMails, ...change }) },
    );
    expect(mails('New messages')).toBeChecked();
    expect(mails('Files to approve')).toHaveAccessibleDescription(/decide on/);
    await user.click(mails('New messages'));
    expect(mails('New messages')).not.toBeChecked();
    await waitFor(() =>
      expect(api.inputsOf('notifications.update')).toEqual([{ messages: false }]),
    );
    expect(mails('Status and notes')).toBeChecked();
  });

  it('that could not be saved are as they were', async () => {
    const { user } = await open(
      {},
      {
        get: () => allMails,
        update: () => {
          throw new Error('the connection was lost');
        },
      },
    );
    await user.click(mails('New messages'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save.');
    await waitFor(() => expect(mails('New messages')).toBeChecked());
  });
});
