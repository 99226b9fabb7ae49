import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { AdminAccount } from '~/contract/identity/admins-schema';
import { adminUser, choose, drawer, inRow, pageOf, renderSection } from '~/testing/panel';
import { type Answers, shownToasts } from '~/testing/render';

type AdminAnswers = NonNullable<NonNullable<Answers['admin']>['admins']>;

const sample = (changes: Partial<AdminAccount> = {}): AdminAccount => ({
  id: 'admin-2',
  email: 'ines@example.com',
  name: 'Ines Calder',
  username: 'ines',
  role: 'manager',
  status: 'active',
  disabled: false,
  hasSecondFactor: false,
  invitedUntil: null,
  lastSeenAt: null,
  createdAt: '2026-05-04T10:00:00.000Z',
  ...changes,
});

function adminsOf(start = sample()) {
  let admin = start;
  const answers: AdminAnswers = {
    page: () => pageOf([admin]),
    get: () => ({ admin, changes: [] }),
    secondFactorRequirement: () => ({ isRequired: false }),
    update: ({ role, disabled }) => {
      admin = {
        ...admin,
        ...(role && { role }),
        ...(disabled !== undefined && { disabled, status: disabled ? 'disabled' : 'active' }),
      };
      return admin;
    },
  };
  return answers;
}

describe('the Admins section', () => {
  it('changes a role, and disables an account', async () => {
    const { user, api } = await renderSection('?section=admins', { admins: adminsOf() });
    await user.click((await waitFor(() => inRow('Ines Calder'))).getByRole('link'));
    await choose(user, await drawer().findByRole('combobox', { name: 'Role' }), 'Editor');
    await user.click(await drawer().findByRole('button', { name: 'Disable account' }));
    expect(await drawer().findByRole('button', { name: 'Enable account' })).toBeVisible();
    expect(api.inputsOf('admin.admins.update')).toEqual([
      { id: 'admin-2', role: 'editor' },
      { id: 'admin-2', disabled: true },
    ]);
    expect(shownToasts()).toContain('SuccessAccount disabled');
  });

  it('does not let admins disable themselves', async () => {
    const admins = adminsOf(sample({ id: adminUser.id }));
    await renderSection(`?section=admins&open=${adminUser.id}`, { admins });
    expect(await drawer().findByText(/^This is you/)).toBeVisible();
    expect(drawer().queryByRole('button', { name: 'Disable account' })).not.toBeInTheDocument();
  });

  it('shows each error next to its field, then sends the invitation', async () => {
    const invited: unknown[] = [];
    const admins: AdminAnswers = {
      ...adminsOf(),
      invite: (fields) => {
        invited.push(fields);
        if (invited.length === 1) {
          const message = 'This address belongs to a client.';
          throw new AppError('CONFLICT', message, { issues: [{ path: 'email', message }] });
        }
        return sample({ email: fields.email.toLowerCase(), status: 'invited' });
      },
    };
    const { user } = await renderSection('?section=admins', { admins });
    await user.click(screen.getByRole('button', { name: 'Invite admin' }));
    const form = within(await screen.findByRole('form', { name: 'Invite an admin' }));
    await user.click(form.getByRole('button', { name: 'Send invitation' }));
    expect(await form.findByText('Please enter a valid email address')).toBeVisible();
    await user.type(form.getByLabelText('Name'), 'Edith Clarke');
    await user.type(form.getByLabelText('Email'), 'Edith@Example.com{Enter}');
    expect(await form.findByText('This address belongs to a client.')).toBeVisible();
    await waitFor(() =>
      expect(form.getByRole('button', { name: 'Send invitation' })).toBeEnabled(),
    );
    await user.click(form.getByRole('button', { name: 'Send invitation' }));
    await waitFor(() =>
      expect(shownToasts()).toEqual(['SuccessInvitation sent to edith@example.com']),
    );
    expect(invited.at(-1)).toEqual({
      email: 'Edith@Example.com',
      name: 'Edith Clarke',
      role: 'editor',
    });
  });
});
