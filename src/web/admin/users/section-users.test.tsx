import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { AdminRole } from '~/contract/identity/roles';
import type { ClientData } from '~/contract/personal-data/personal-data-schema';
import { sampleCompany } from '~/testing/company-samples';
import { inRow, pageOf, renderSection, sampleUser, sampleUserDetail } from '~/testing/panel';
import { sampleItemDefaults } from '~/testing/proposals';
import { type Answers, shownToasts } from '~/testing/render';

type Panel = NonNullable<Answers['admin']>;

function usersOf(start = sampleUser()) {
  let person = start;
  const answers: NonNullable<Panel['users']> = {
    page: () => pageOf([person]),
    get: () => sampleUserDetail({ user: person }),
    setDisabled: ({ isDisabled }) => {
      person = { ...person, isDisabled, status: isDisabled ? 'disabled' : 'active', sessions: 0 };
      return person;
    },
  };
  return answers;
}

const noData: ClientData = { deletion: null, export: null, companies: [], deletedAt: null };

/** Opens the page of a client, or the list. */
const open = (users: NonNullable<Panel['users']>, more: Panel = {}, role: AdminRole = 'owner') =>
  renderSection(
    '?section=users&open=client-1',
    {
      users: { ...usersOf(), ...users },
      personalData: { get: () => noData },
      proposals: { itemDefaults: () => sampleItemDefaults() },
      ...more,
    },
    { role },
  );

/** Returns an item of the open menu, which is hidden because the test DOM has no layout. */
const item = (name: string) => screen.findByRole('menuitem', { name, hidden: true });

/** Clicks an item of the page's menu. */
async function choose(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await item(name));
}

const field = (name: RegExp) => screen.findByRole('textbox', { name });

it('an account is disabled and enabled again', async () => {
  const { user, api } = await open({});
  await choose(user, 'Disable account');
  expect(await screen.findByText('Disabled')).toBeVisible();
  await choose(user, 'Enable account');
  expect(await screen.findByText('Active')).toBeVisible();
  expect(shownToasts()).toEqual(['SuccessAccount enabled']);
  expect(api.inputsOf('admin.users.setDisabled')).toEqual([
    { id: 'client-1', isDisabled: true },
    { id: 'client-1', isDisabled: false },
  ]);
});

it.each([
  ['a viewer', sampleUser(), 'viewer'],
  ['an owner, of a client who was deleted', sampleUser({ status: 'deleted' }), 'owner'],
] as const)('the page offers no change to %s', async (_, person, role) => {
  await open(usersOf(person), {}, role);
  expect(await field(/^Email(?! for)/)).toBeDisabled();
  expect(screen.queryByRole('button', { name: /^(More|New .*)$/ })).not.toBeInTheDocument();
});

it('shows outstanding amounts and open records next to a client’s data', async () => {
  const detail = sampleUserDetail({
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
    conversations: [
      { kind: 'quote', id: 5, about: 'A web shop', status: 'pending', waitingSince: null },
    ],
  });
  await open({ get: () => detail });
  const beside = within(await screen.findByRole('complementary', { name: 'Open' }));
  expect(beside.getByRole('link', { name: 'INV-2026-0009: $640.00' })).toBeVisible();
  expect(beside.getByText('Overdue')).toBeVisible();
  expect(beside.getByRole('link', { name: 'A web shop' })).toHaveAttribute(
    'href',
    '/admin?section=quotes&open=5',
  );
  expect(screen.getByText('$640.00')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Engines Ltd' })[0]).toBeVisible();
  expect(screen.getByDisplayValue('+44 20 7946 0958')).toBeVisible();
});

it('lists the billing data that an invoice requires until it is saved', async () => {
  let detail = sampleUserDetail();
  const { user, api } = await open({
    get: () => detail,
    change: ({ billing }) => {
      const address = billing?.address ?? '';
      detail = sampleUserDetail({ billing: { ...detail.billing, country: 'DE', address } });
      return detail;
    },
  });
  expect(await screen.findByText(/The client’s address is missing/)).toBeVisible();
  await user.type(await field(/^Address/), 'Hafenstrasse 3');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText(/is missing/)).toBeNull());
  expect(api.inputsOf('admin.users.change')).toEqual([
    {
      ...{ id: 'client-1', confirmsUndo: false, billing: { address: 'Hafenstrasse 3' } },
      expected: { companyId: null, billing: { address: '' } },
    },
  ]);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('shows other admins’ changes while nothing is typed', async () => {
  let detail = sampleUserDetail({ phone: '1' });
  const { user, announce } = await open({ get: () => detail });
  expect(await field(/^Phone/)).toHaveValue('1');
  detail = sampleUserDetail({ phone: '2' });
  announce();
  await waitFor(async () => expect(await field(/^Phone/)).toHaveValue('2'));
  await user.type(await field(/^Last name/), '-King');
  detail = sampleUserDetail({ phone: '3' });
  announce();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect(await field(/^Phone/)).toHaveValue('3'));
  expect(await field(/^Last name/)).toHaveValue('Byron');
});

it('a company can be created from a client’s billing data', async () => {
  const stored = {
    ...{ city: 'London', email: 'bills@engines.example', buyerReference: '04011000-12345-03' },
    electronicAddress: { scheme: '9930', value: 'DE136695976' },
  };
  const billing = { name: 'Ada Byron', company: 'Engines Ltd', ...stored };
  const { user, api } = await open(
    { get: () => sampleUserDetail({ billing }) },
    {
      companies: {
        page: () => pageOf([]),
        create: () => ({ ...sampleCompany(), id: 7 }),
        addMember: () => ({ ...sampleCompany(), id: 7 }),
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Create company' }));
  await waitFor(() =>
    expect(api.inputsOf('admin.companies.addMember')).toEqual([
      { id: 7, clientId: 'client-1', rights: ['requests', 'invoices'], isManager: true },
    ]),
  );
  expect(api.inputsOf('admin.companies.create')).toEqual([{ name: 'Engines Ltd', ...stored }]);
});

it('a client is added, and the owner of an email in use is named', async () => {
  const { user, api } = await renderSection('?section=users', {
    users: {
      ...usersOf(),
      create: () => {
        const message = 'There is an account with this email already: that of Ada Byron';
        throw new AppError('CONFLICT', message, { issues: [{ path: 'email', message }] });
      },
    },
    companies: { page: () => pageOf([]) },
  });
  await waitFor(() => inRow('ada@example.com'));
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
  const { user, api } = await open({
    change: ({ confirmsUndo }) => {
      const message = 'Restoring it undoes: Ada took Bob out of Engines Ltd.';
      if (!confirmsUndo)
        throw new AppError('CONFLICT', message, { issues: [{ path: 'confirmsUndo', message }] });
      return sampleUserDetail();
    },
  });
  await user.clear(await field(/^Email(?! for)/));
  await user.type(await field(/^Email(?! for)/), 'real@example.com');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/took Bob out/)).toBeVisible();
  await user.click(screen.getByLabelText(/^Restore this email/));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessThe client was changed']));
  expect(api.inputsOf('admin.users.change')).toMatchObject([
    { id: 'client-1', email: 'real@example.com', confirmsUndo: false },
    { id: 'client-1', email: 'real@example.com', confirmsUndo: true },
  ]);
});

describe('the data of a client', () => {
  const dueAt = '2026-05-11T10:00:00.000Z';

  it('is deleted after a confirmation, and the deletion can be canceled', async () => {
    let data: ClientData = {
      ...noData,
      companies: [{ name: 'Engines Ltd', isLastMember: true }],
    };
    const { user, api } = await open(
      {},
      {
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
      },
    );
    await choose(user, 'Delete client’s data');
    const dialog = within(await screen.findByRole('dialog', { name: /^Delete the data of/ }));
    expect(dialog.getByText(/Engines Ltd will have no members/)).toBeVisible();
    expect(api.inputsOf('admin.personalData.delete')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete in 7 days' }));
    expect(await screen.findByText('The data will be deleted on 11 May 2026')).toBeVisible();
    expect(screen.getByText(/^Admin Aldridge requested this/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(screen.queryByText(/^The data will be deleted on/)).toBeNull());
    expect(api.inputsOf('admin.personalData.keep')).toEqual([{ id: 'client-1' }]);
  });

  it('is exported, and downloaded once it is ready', async () => {
    let data = noData;
    const { user } = await open(
      {},
      {
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
      },
    );
    await choose(user, 'Export data');
    await waitFor(() => expect(shownToasts().join()).toContain('Preparing the export'));
    await user.click(screen.getByRole('button', { name: 'More' }));
    const download = await screen.findByText('Download the export (2.0 MB)');
    expect(download.closest('a')).toHaveAttribute('href', '/api/admin/clients/client-1/exports/5');
  });

  it('can be exported by a manager, but deleted only by an owner', async () => {
    const { user } = await open({}, {}, 'manager');
    await user.click(await screen.findByRole('button', { name: 'More' }));
    expect(await item('Export data')).toBeInTheDocument();
    expect(screen.queryByText('Delete client’s data')).toBeNull();
    cleanup();
    await open(usersOf(sampleUser({ status: 'deleted', isDisabled: true })), {
      personalData: { get: () => ({ ...noData, deletedAt: dueAt }) },
    });
    expect(await screen.findByText(/was deleted on 11 May 2026/)).toBeVisible();
  });
});
