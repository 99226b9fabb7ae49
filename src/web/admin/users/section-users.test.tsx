import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { UserDetail } from '~/contract/admin/admin-schema';
import { AppError } from '~/contract/common/errors';
import type { ClientData } from '~/contract/personal-data/personal-data-schema';
import { sampleCompany } from '~/testing/company-samples';
import { drawer, inRow, pageOf, renderPanel, sampleUser } from '~/testing/panel';
import { type Answers, shownToasts } from '~/testing/render';

const emptyRecord: Omit<UserDetail, 'user' | 'history' | 'changes'> = {
  company: null,
  phone: '',
  owed: [],
  openInvoices: [],
  openProposals: [],
  openRequests: [],
  billing: { name: 'Ada Byron', email: 'ada@example.com' },
  notes: [],
  mails: [],
  files: [],
  signedIn: [],
};

function usersOf(start = sampleUser()) {
  let person = start;
  const answers: NonNullable<NonNullable<Answers['admin']>['users']> = {
    page: () => pageOf([person]),
    get: () => ({ user: person, ...emptyRecord, history: [], changes: [] }),
    setDisabled: ({ isDisabled }) => {
      person = { ...person, isDisabled, status: isDisabled ? 'disabled' : 'active', sessions: 0 };
      return person;
    },
  };
  return answers;
}

const noData: ClientData = { deletion: null, export: null, companies: [], deletedAt: null };
const personalData = { get: () => noData };

it('an account is disabled and enabled again', async () => {
  const { user, api } = await renderPanel('?section=users', { users: usersOf(), personalData });
  await waitFor(() => inRow('ada@example.com'));
  await user.click(inRow('ada@example.com').getByRole('link'));
  await user.click(await drawer().findByRole('button', { name: 'Disable account' }));
  await user.click(await drawer().findByRole('button', { name: 'Enable account' }));
  expect(await drawer().findByRole('button', { name: 'Disable account' })).toBeVisible();
  expect(shownToasts()).toEqual(['SuccessAccount enabled']);
  expect(api.inputsOf('admin.users.setDisabled')).toEqual([
    { id: 'client-1', isDisabled: true },
    { id: 'client-1', isDisabled: false },
  ]);
});

it.each([
  ['a viewer', sampleUser(), 'viewer'],
  ['an owner, of a client who was deleted', sampleUser({ status: 'deleted' }), 'owner'],
] as const)('the view as client is not offered to %s', async (_, person, role) => {
  const users = usersOf(person);
  await renderPanel('?section=users&open=client-1', { users, personalData }, { role });
  expect(await drawer().findByText('ada@example.com')).toBeVisible();
  expect(drawer().queryByRole('button', { name: 'View as client' })).not.toBeInTheDocument();
});

it('a client’s data is shown next to outstanding amounts, open proposals and requests', async () => {
  const record = {
    ...emptyRecord,
    company: { id: 3, name: 'Engines Ltd', rights: [] },
    phone: '+44 20 7946 0958',
    owed: [{ amount: '640.00', currency: 'USD' }],
    openInvoices: [
      {
        id: 9,
        number: 'INV-2026-0009',
        remaining: '640.00',
        currency: 'USD',
        dueDate: '2026-05-01',
        isOverdue: true,
      },
    ],
  };
  const users = usersOf();
  await renderPanel('?section=users&open=client-1', {
    users: {
      ...users,
      get: () => ({ user: sampleUser(), ...record, history: [], changes: [] }),
    },
    personalData,
  });
  expect(await drawer().findByText('$640.00')).toBeVisible();
  expect(drawer().getByRole('link', { name: 'Engines Ltd' })).toBeVisible();
  expect(drawer().getByText('+44 20 7946 0958')).toBeVisible();
  expect(drawer().getByRole('link', { name: 'INV-2026-0009: $640.00' })).toBeVisible();
  expect(drawer().getByText('Overdue')).toBeVisible();
});

it('a company can be created from a client’s billing data', async () => {
  const stored = {
    ...{ city: 'London', email: 'bills@engines.example', buyerReference: '04011000-12345-03' },
    electronicAddress: { scheme: '9930', value: 'DE136695976' },
  };
  const billing = { ...emptyRecord.billing, ...stored, company: 'Engines Ltd' };
  const { user, api } = await renderPanel('?section=users&open=client-1', {
    users: {
      ...usersOf(),
      get: () => ({ user: sampleUser(), ...emptyRecord, billing, history: [], changes: [] }),
    },
    companies: {
      page: () => pageOf([]),
      create: () => ({ ...sampleCompany(), id: 7 }),
      addMember: () => ({ ...sampleCompany(), id: 7 }),
    },
    personalData,
  });
  await user.click(await drawer().findByRole('button', { name: 'Create company' }));
  await waitFor(() =>
    expect(api.inputsOf('admin.companies.addMember')).toEqual([
      { id: 7, clientId: 'client-1', rights: ['requests', 'invoices'], isManager: true },
    ]),
  );
  expect(api.inputsOf('admin.companies.create')).toEqual([{ name: 'Engines Ltd', ...stored }]);
});

it('a client is added, and the owner of an email in use is named', async () => {
  const { user, api } = await renderPanel('?section=users', {
    users: {
      ...usersOf(),
      create: () => {
        const message = 'There is an account with this email already: that of Ada Byron';
        throw new AppError('CONFLICT', message, { issues: [{ path: 'email', message }] });
      },
    },
    companies: { page: () => pageOf([]) },
  });
  await user.click(await screen.findByRole('button', { name: 'Add client' }));
  const form = within(await screen.findByRole('form', { name: 'Add a client' }));
  await user.type(form.getByLabelText(/^First name/), 'Ada');
  await user.type(form.getByLabelText(/^Email/), 'ada@example.com');
  await user.click(form.getByRole('button', { name: 'Add client' }));
  expect(await form.findByText(/that of Ada Byron/)).toBeVisible();
  expect(api.inputsOf('admin.users.create')).toMatchObject([
    { firstName: 'Ada', email: 'ada@example.com', invite: false },
  ]);
});

it('restoring an earlier email lists what it undoes, and sends a confirmation', async () => {
  const { user, api } = await renderPanel('?section=users&open=client-1', {
    users: {
      ...usersOf(),
      change: ({ confirmsUndo }) => {
        const message = 'Restoring it undoes: Ada took Bob out of Engines Ltd.';
        if (!confirmsUndo)
          throw new AppError('CONFLICT', message, { issues: [{ path: 'confirmsUndo', message }] });
        return { user: sampleUser(), ...emptyRecord, history: [], changes: [] };
      },
    },
    personalData,
  });
  await user.click(await drawer().findByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('form', { name: 'Edit client' }));
  await user.clear(form.getByLabelText(/^Email(?! for)/));
  await user.type(form.getByLabelText(/^Email(?! for)/), 'real@example.com');
  expect(form.queryByRole('checkbox')).toBeNull();
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(/took Bob out/)).toBeVisible();
  await user.click(form.getByLabelText(/^Restore this email/));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessThe client was changed']));
  const inputs = api.inputsOf('admin.users.change');
  expect(inputs).toMatchObject([{ confirmsUndo: false }, { confirmsUndo: true }]);
});

describe('the data of a client', () => {
  const dueAt = '2026-05-11T10:00:00.000Z';

  it('is deleted after a confirmation, and the deletion can be canceled', async () => {
    let data: ClientData = {
      ...noData,
      companies: [{ name: 'Engines Ltd', isLastMember: true }],
    };
    const { user, api } = await renderPanel('?section=users&open=client-1', {
      users: usersOf(),
      personalData: {
        get: () => data,
        delete: () => {
          data = { ...data, deletion: { dueAt, by: 'Admin Aldridge' } };
          return { dueAt, by: 'Admin Aldridge' };
        },
        keep: () => {
          data = noData;
          return null;
        },
      },
    });
    await user.click(await drawer().findByRole('button', { name: 'Delete client’s data' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Delete the data of/ }));
    expect(dialog.getByText(/Engines Ltd will have no members/)).toBeVisible();
    expect(api.inputsOf('admin.personalData.delete')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete in 7 days' }));
    expect(await drawer().findByText('The data will be deleted on 11 May 2026')).toBeVisible();
    expect(drawer().getByText(/^Admin Aldridge requested this/)).toBeVisible();
    expect(drawer().queryByRole('button', { name: 'Delete client’s data' })).toBeNull();
    await user.click(drawer().getByRole('button', { name: 'Keep' }));
    expect(await drawer().findByRole('button', { name: 'Delete client’s data' })).toBeVisible();
    expect(api.inputsOf('admin.personalData.keep')).toEqual([{ id: 'client-1' }]);
  });

  it('is exported, and downloaded once it is ready', async () => {
    let data = noData;
    const { user } = await renderPanel('?section=users&open=client-1', {
      users: usersOf(),
      personalData: {
        get: () => data,
        export: () => {
          const one = {
            id: 5,
            size: 2_000_000,
            requestedBy: 'Admin Aldridge',
            createdAt: '2026-05-04T10:00:00.000Z',
            expiresAt: dueAt,
          };
          data = { ...noData, export: { ...one, status: 'ready' } };
          return { ...one, status: 'waiting' };
        },
      },
    });
    await user.click(await drawer().findByRole('button', { name: 'Export data' }));
    expect(
      await drawer().findByRole('link', { name: 'Download the export (2.0 MB)' }),
    ).toHaveAttribute('href', '/api/admin/clients/client-1/exports/5');
  });

  it('can be exported by a manager and deleted by an owner; a deleted client has no actions', async () => {
    const users = usersOf();
    await renderPanel('?section=users&open=client-1', { users, personalData }, { role: 'manager' });
    expect(await drawer().findByRole('button', { name: 'Export data' })).toBeVisible();
    expect(drawer().queryByRole('button', { name: 'Delete client’s data' })).toBeNull();
    cleanup();
    await renderPanel('?section=users&open=client-1', {
      users: usersOf({ ...sampleUser(), status: 'deleted', isDisabled: true }),
      personalData: { get: () => ({ ...noData, deletedAt: dueAt }) },
    });
    expect(await drawer().findByText(/was deleted on 11 May 2026/)).toBeVisible();
    for (const name of ['Enable account', 'New invoice', 'Export data']) {
      expect(drawer().queryByRole('button', { name })).toBeNull();
    }
  });
});
