import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { CompanyMember } from '~/contract/companies/companies-schema';
import type { AdminRole } from '~/contract/identity/roles';
import { sampleCompany } from '~/testing/company-samples';
import { pageOf, renderSection } from '~/testing/panel';
import { proposalServer } from '~/testing/proposal-server';
import { sampleItemDefaults, sampleProposal } from '~/testing/proposals';

const member = (name: string, rights: CompanyMember['rights'], isManager = false) => ({
  clientId: name.toLowerCase(),
  name,
  email: `${name.toLowerCase()}@example.com`,
  rights,
  isManager,
});

const open = (people: CompanyMember[], role: AdminRole = 'owner') =>
  renderSection(
    '?section=companies&open=7',
    {
      companies: {
        page: () => ({ rows: [sampleCompany()], total: 1, counts: {} }),
        suggestions: () => [],
        get: () => sampleCompany({ people }),
      },
      invoices: {
        page: () => ({ ...pageOf([]), totals: [] }),
        lastBuyer: () => ({ name: 'Bea', email: 'bea@example.com', company: 'Holm' }),
      },
      proposals: {
        ...proposalServer().answers,
        itemDefaults: () => sampleItemDefaults(),
        create: () => sampleProposal(),
      },
    },
    { role },
  );

describe('the company page', () => {
  it('links to a new invoice for the first member with the right to see invoices', async () => {
    const people = [member('Ann', ['requests'], true), member('Bea', ['invoices'])];
    const { user, location } = await open(people);
    await user.click(await screen.findByRole('button', { name: 'New invoice' }));
    await waitFor(() => expect(location()).toContain('section=invoices&open=new&client=bea'));
  });

  it('offers no action whose result no member may see, and no action to a viewer', async () => {
    const { unmount } = await open([member('Ann', ['requests'], true)]);
    expect(await screen.findByRole('button', { name: 'New request' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'New invoice' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New proposal' })).toBeNull();
    unmount();
    await open([member('Ann', ['requests', 'invoices'], true)], 'viewer');
    expect(await screen.findByRole('link', { name: 'Ann' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^New/ })).toBeNull();
  });
});

it('the confirmation of a merge names the billing data that is lost', async () => {
  const target = sampleCompany({ id: 8, name: 'Holm AG', vatNumber: 'DE136695976' });
  const { user } = await renderSection('?section=companies&open=7', {
    companies: {
      page: () => ({ rows: [target], total: 1, counts: {} }),
      suggestions: () => [],
      get: ({ id }) =>
        Number(id) === 8 ? target : sampleCompany({ name: 'Holm', vatNumber: 'DE811569869' }),
    },
    proposals: { itemDefaults: () => sampleItemDefaults() },
  });
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Merge into…', hidden: true }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Holm' }));
  await user.click(dialog.getByLabelText(/^Into/, { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: 'Holm AG', hidden: true }));
  expect(await dialog.findByText(/VAT number DE811569869/)).toHaveTextContent(
    'This data of Holm will be lost',
  );
});
