import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { BroughtRecords } from '~/contract/companies/companies-schema';
import { sampleCompany } from '~/testing/company-samples';
import { renderSection } from '~/testing/panel';
import { sampleItemDefaults } from '~/testing/proposals';
import { shownToasts } from '~/testing/render';

const priya = {
  clientId: 'client-2',
  name: 'Priya Raman',
  email: 'priya@example.com',
  rights: ['requests' as const, 'invoices' as const],
  isManager: false,
};
const company = sampleCompany({ people: [priya] });

const open = (brought: Partial<BroughtRecords> = {}) =>
  renderSection('?section=companies&open=7', {
    proposals: { itemDefaults: () => sampleItemDefaults() },
    companies: {
      page: () => ({ rows: [company], total: 1, counts: {} }),
      suggestions: () => [],
      get: () => company,
      brought: () => ({
        requests: 0,
        proposals: 0,
        invoices: 0,
        recurringInvoices: 0,
        openInvoices: 0,
        owed: [],
        ...brought,
      }),
      removeMember: () => sampleCompany(),
    },
  });

async function ask(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  return within(await screen.findByRole('dialog', { name: 'Remove Priya Raman?' }));
}

describe('removing a member', () => {
  it('asks for a confirmation, and assigns the records that the member brought to the company or the member', async () => {
    const { user, api } = await open({
      requests: 3,
      proposals: 1,
      invoices: 4,
      openInvoices: 2,
      owed: [{ amount: '3553.00', currency: 'USD' }],
    });
    const dialog = await ask(user);
    expect(api.inputsOf('admin.companies.removeMember')).toEqual([]);
    expect(
      await dialog.findByText(
        'Priya Raman brought 3 requests, 1 proposal and 4 invoices, 2 of them open with $3,553.00 outstanding.',
      ),
    ).toBeVisible();
    expect(dialog.getByRole('radio', { name: /^Leave them with Holm Joinery AS/ })).toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.companies.removeMember')).toEqual([
        { id: 7, clientId: 'client-2', withBrought: false },
      ]),
    );
    expect(shownToasts().join()).toContain('Priya Raman removed from Holm Joinery AS');

    const again = await ask(user);
    await user.click(again.getByRole('radio', { name: /^Return them to the person/ }));
    await user.click(again.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(api.inputsOf('admin.companies.removeMember')).toHaveLength(2));
    expect(api.inputsOf('admin.companies.removeMember')[1]).toMatchObject({ withBrought: true });
    expect(shownToasts().join()).toContain('with their records');
  });
});
