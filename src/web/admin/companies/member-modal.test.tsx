import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { sampleCompany } from '~/testing/company-samples';
import { renderSection } from '~/testing/panel';
import { sampleItemDefaults } from '~/testing/proposals';
import type { Answers } from '~/testing/render';

const priya = { clientId: 'client-2', name: 'Priya Raman', email: 'priya@example.com' };
const ola = { clientId: 'client-3', name: 'ola@example.com', email: 'ola@example.com' };

const open = (answers: NonNullable<NonNullable<Answers['admin']>['companies']> = {}) =>
  renderSection('?section=companies&open=7', {
    proposals: { itemDefaults: () => sampleItemDefaults() },
    companies: {
      page: () => ({ rows: [sampleCompany()], total: 1, counts: {} }),
      suggestions: () => [],
      get: () => sampleCompany(),
      // Searches in the same way as the server: labels match no client.
      candidates: ({ search = '' }) =>
        [priya, ola].filter((one) => `${one.name} ${one.email}`.toLowerCase().includes(search)),
      addMember: () => sampleCompany({ people: [{ ...priya, rights: [], isManager: false }] }),
      ...answers,
    },
  });

async function search(user: UserEvent, text: string) {
  await user.click(await screen.findByRole('button', { name: 'Add person' }));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const dialog = within(await screen.findByRole('dialog', { name: /^Add a person/ }));
  await user.type(dialog.getByLabelText(/^Client or email/), text);
  return dialog;
}

it('an admin changes the rights of a member', async () => {
  const member = { ...priya, rights: ['requests' as const], isManager: false };
  const { user, api } = await open({
    get: () => sampleCompany({ people: [member] }),
    changeMember: () => sampleCompany({ people: [{ ...member, rights: [] }] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit permissions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Permissions of Priya Raman' }));
  await user.click(dialog.getByRole('checkbox', { name: /^Requests/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.inputsOf('admin.companies.changeMember')).toEqual([
      { id: 7, clientId: 'client-2', rights: [], isManager: false },
    ]),
  );
  expect(api.inputsOf('admin.companies.addMember')).toEqual([]);
});

/** Waits until a search for the current text would have been answered. */
const searched = () => act(() => vi.advanceTimersByTimeAsync(1000));

describe('a client selected from the search results', () => {
  it('is added, even if the results have changed since', async () => {
    const { user, api } = await open();
    const dialog = await search(user, 'pri');
    await user.click(
      await screen.findByRole('option', { name: 'Priya Raman (priya@example.com)', hidden: true }),
    );
    await searched();
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.companies.addMember')).toMatchObject([
        { id: 7, clientId: 'client-2' },
      ]),
    );
  });

  it('is deselected when the admin types another text', async () => {
    const { user, api } = await open();
    const dialog = await search(user, 'pri');
    await user.click(await screen.findByRole('option', { name: /^Priya/, hidden: true }));
    const field = dialog.getByLabelText(/^Client or email/);
    await user.clear(field);
    await user.type(field, 'new@example.com');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.companies.addMember')).toMatchObject([
        { email: 'new@example.com' },
      ]),
    );
  });
});
