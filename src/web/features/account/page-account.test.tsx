import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { OwnCompany } from '~/contract/companies/companies-schema';
import type { CurrentUser, SessionSummary } from '~/contract/identity/identity-schema';
import type { DataExport, Deletion } from '~/contract/personal-data/personal-data-schema';
import { ada, allMails, noCompany, noPersonalData, sampleProfile } from '~/testing/client-samples';
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
  personalData: Answers['personalData'] = { get: () => noPersonalData },
) =>
  renderScreen('/account', {
    notifications,
    companies: noCompany,
    personalData,
    identity: {
      viewer: () => ada,
      sessions: () => [session(1, 'Chrome on Windows')],
      ...identity,
    },
  });

describe('the profile', () => {
  it('shows a new name in the menu at once', async () => {
    const { user, api } = await open({ changeProfile: () => grace });
    await fillForm(user, profile(), { 'First name': 'Grace', 'Last name': 'Hopper' });
    await user.click(save());
    await waitFor(() => expect(screen.getByLabelText('Account of Grace')).toHaveTextContent('G'));
    expect(shownToasts()).toEqual(['Profile savedYour name was changed.']);
    expect(api.inputsOf('identity.changeProfile')).toEqual([
      { firstName: 'Grace', lastName: 'Hopper' },
    ]);
  });

  it('restores the input after the session ended during a save', async () => {
    // Never resolves, like the response to a client without a session, who is redirected to sign-in.
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

it('billing data that changed meanwhile is named at its field, and the typed value stays', async () => {
  let stored = sampleProfile({ address: 'Gasse 1', city: 'Wien', country: 'AT' });
  const message = 'Changed to “Berlin” in the meantime. Save again to replace it';
  let isOutdated = true;
  const { user, api } = await renderScreen('/account', {
    notifications: { get: () => allMails },
    personalData: { get: () => noPersonalData },
    identity: { viewer: () => ada, sessions: () => [] },
    companies: {
      ...noCompany,
      profile: () => stored,
      changeProfile: ({ expected: _, ...changes }) => {
        if (isOutdated) {
          stored = { ...stored, city: 'Berlin', country: 'DE' };
          isOutdated = false;
          throw new AppError('CONFLICT', 'Not saved', { issues: [{ path: 'city', message }] });
        }
        stored = { ...stored, ...changes };
        return stored;
      },
    },
  });
  const form = await screen.findByRole('form', { name: 'Billing details' });
  const press = () =>
    user.click(within(form).getByRole('button', { name: 'Save billing details' }));
  await fillForm(user, form, { City: 'Graz' });
  await press();
  await expectFieldError(form, 'City', message);
  await waitFor(() => expectValues(form, { City: 'Graz', Country: 'DE', Address: 'Gasse 1' }));
  await press();
  await waitFor(() => expect(stored).toMatchObject({ city: 'Graz', country: 'DE' }));
  expect(api.inputsOf('companies.changeProfile')).toEqual([
    { city: 'Graz', expected: { companyId: null, city: 'Wien' } },
    { city: 'Graz', expected: { companyId: null, city: 'Berlin' } },
  ]);
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
    expect(shownToasts()).toEqual(['Profile savedYour picture was removed.']);
    expect(api.inputsOf('identity.changePicture')).toEqual([null]);
  });
});

describe('the sessions', () => {
  it('are listed, and all but the current one can be ended', async () => {
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
    expect(shownToasts()).toEqual(['Signed outFirefox on Linux is signed out.']);
    expect(api.inputsOf('identity.endSession')).toEqual([{ id: 2 }]);
    expect(screen.queryByRole('button', { name: /^Sign out/ })).not.toBeInTheDocument();
  });
});

describe('the emails about requests', () => {
  const mails = (name: string) => screen.getByRole('switch', { name });

  it('are chosen by kind, each saved at once', async () => {
    const { user, api } = await open(
      {},
      { get: () => allMails, update: (change) => ({ ...allMails, ...change }) },
    );
    expect(mails('New messages')).toBeChecked();
    expect(mails('Files to approve')).toHaveAccessibleDescription(/for your approval/);
    await user.click(mails('New messages'));
    expect(mails('New messages')).not.toBeChecked();
    await waitFor(() =>
      expect(api.inputsOf('notifications.update')).toEqual([{ messages: false }]),
    );
    expect(mails('Status and notes')).toBeChecked();
  });
});

describe('an invitation to a company', () => {
  it('is accepted with a code sent to the client’s email', async () => {
    let mine: OwnCompany = {
      company: null,
      invitations: [{ id: 7, company: 'Engines Ltd', invitedBy: 'Eve', rights: ['requests'] }],
    };
    const { user, api } = await renderScreen('/account', {
      notifications: { get: () => allMails },
      personalData: { get: () => noPersonalData },
      identity: { viewer: () => ada, sessions: () => [session(1, 'Chrome on Windows')] },
      companies: {
        ...noCompany,
        mine: () => mine,
        sendCode: () => ({ message: 'Sent', demo: true, demoCode: '123456' }),
        accept: () => {
          const joined = { id: 3, name: 'Engines Ltd', isManager: false, people: [] };
          mine = {
            company: { ...joined, rights: ['requests'], leavesWithBrought: true, invitations: [] },
            invitations: [],
          };
          return mine;
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Send a code to join' }));
    const form = await screen.findByRole('form', { name: 'Join Engines Ltd' });
    expect(form).toHaveTextContent('123456');
    await user.type(within(form).getByLabelText('Code'), '123456');
    await user.click(within(form).getByRole('button', { name: 'Join Engines Ltd' }));
    expect(await screen.findByText(/You are in Engines Ltd/)).toBeVisible();
    expect(api.inputsOf('companies.accept')).toEqual([{ id: 7, otp: '123456' }]);
    await user.click(screen.getByRole('button', { name: 'Leave Engines Ltd' }));
    expect(screen.getByText(/that you brought to Engines Ltd will be yours again/)).toBeVisible();
  });
});

describe('the personal data', () => {
  const part = () => within(screen.getByRole('region', { name: 'Your data' }));
  const dueAt = '2026-05-11T10:00:00.000Z';
  const file: DataExport = {
    id: 4,
    status: 'ready',
    size: 1_200_000,
    requestedBy: '',
    createdAt: '2026-05-04T10:00:00.000Z',
    expiresAt: dueAt,
  };

  it('is requested, and downloaded once it is ready', async () => {
    let newest: DataExport | null = null;
    const { user, api } = await open({}, undefined, {
      get: () => ({ ...noPersonalData, export: newest }),
      export: () => {
        newest = { ...file, status: 'waiting', size: 0, expiresAt: null };
        return newest;
      },
    });
    await user.click(part().getByRole('button', { name: 'Download my data' }));
    expect(await part().findByText('Preparing your file…')).toBeVisible();
    expect(part().getByRole('button', { name: 'Download my data' })).toBeDisabled();
    expect(shownToasts()).toEqual(['Export requestedWe’ll email you when your file is ready.']);
    expect(api.inputsOf('personalData.export')).toHaveLength(1);
    cleanup();

    await open({}, undefined, { get: () => ({ ...noPersonalData, export: file }) });
    const link = part().getByRole('link', { name: 'Download (1.2 MB)' });
    expect(link).toHaveAttribute('href', '/api/account/exports/4');
    expect(part().getByText(/available until 11 May 2026/)).toBeVisible();
    expect(part().getByRole('button', { name: 'Create a new file' })).toBeEnabled();
  });

  it('is deleted after a code is entered, and the banner can cancel the deletion', async () => {
    let viewer: CurrentUser = ada;
    let deletion: Deletion | null = null;
    const { user, api } = await open({ viewer: () => viewer }, undefined, {
      get: () => ({
        ...noPersonalData,
        deletion,
        companies: [{ name: 'Engines Ltd', isLastMember: false }],
      }),
      sendCode: () => ({ message: 'It is on its way.', demo: true, demoCode: '123456' }),
      delete: ({ otp }) => {
        if (otp !== '123456') {
          throw new AppError('UNAUTHORIZED', 'Invalid OTP. Please try again.');
        }
        deletion = { dueAt, by: '' };
        viewer = { ...ada, deletionDueAt: dueAt };
        return deletion;
      },
      keep: () => {
        deletion = null;
        viewer = ada;
        return null;
      },
    });
    await user.click(part().getByRole('button', { name: 'Delete my account' }));
    expect(part().getByText(/You are the only manager of Engines Ltd/)).toBeVisible();
    await user.click(part().getByRole('button', { name: 'Send a code to confirm' }));
    const form = await screen.findByRole('form', { name: 'Confirm deletion' });
    expect(form).toHaveTextContent('ada@example.com');
    await fillForm(user, form, { Code: '000000' });
    // Entering the code does not delete anything yet.
    expect(api.inputsOf('personalData.delete')).toEqual([]);
    await user.click(within(form).getByRole('button', { name: 'Delete my account' }));
    await expectFieldError(form, 'Code', 'Invalid OTP. Please try again.');
    await fillForm(user, form, { Code: '123456' });
    await user.click(within(form).getByRole('button', { name: 'Delete my account' }));
    const banner = await screen.findByRole('complementary', { name: 'Deletion of your account' });
    expect(banner).toHaveTextContent('Your account will be deleted on 11 May 2026.');
    expect(await part().findByText(/To keep it/)).toBeVisible();
    expect(part().queryByRole('button', { name: 'Delete my account' })).not.toBeInTheDocument();

    await user.click(within(banner).getByRole('button', { name: 'Keep my account' }));
    await waitFor(() => expect(banner).not.toBeInTheDocument());
    expect(await part().findByRole('button', { name: 'Delete my account' })).toBeVisible();
  });
});
