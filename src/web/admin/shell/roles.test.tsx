import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { AdminRole } from '~/contract/identity/roles';
import {
  inRow,
  pageOf,
  renderPanel,
  sampleAdminService,
  sampleQuote,
  sampleQuoteDetail,
} from '~/testing/panel';

const quotes = {
  page: () => pageOf([sampleQuote()]),
  get: () => sampleQuoteDetail({ client: { id: 'client-1', name: 'Mary Shelley' } }),
};
const services = {
  page: () => pageOf([sampleAdminService()]),
  get: () => sampleAdminService(),
};

const sectionNames = () =>
  within(screen.getByRole('navigation', { name: 'Sections' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('the sidebar', () => {
  const clients = ['Quotes', 'Messages', 'Proposals', 'Service Requests', 'Users'];
  const website = ['Services', 'Portfolio', 'Blog', 'Pages'];
  const business = ['Dashboard', 'Inbox', ...clients, 'Invoices', 'Payments', ...website];

  it.each<[AdminRole, string[]]>([
    [
      'owner',
      ['Dashboard', 'Inbox', ...clients, 'Invoices', 'Payments', 'Plans', ...website, 'Settings'],
    ],
    ['manager', business],
    ['viewer', business],
    ['editor', website],
  ])('for %s has the entries of the role', async (role, names) => {
    await renderPanel('?section=services', { services }, { role });
    expect(sectionNames()).toEqual(names);
  });

  it('marks the entry of a section that is one of its tabs', async () => {
    const companies = { page: () => pageOf([]), suggestions: () => [] };
    const { user, location } = await renderPanel('?section=companies', {
      companies,
      users: { page: () => pageOf([]) },
    });
    const entry = within(screen.getByRole('navigation', { name: 'Sections' })).getByRole('link', {
      name: 'Users',
    });
    expect(entry).toHaveAttribute('aria-current', 'page');
    const tabs = within(screen.getByRole('navigation', { name: 'Users tabs' }));
    expect(tabs.getAllByRole('link').map((one) => one.textContent)).toEqual(['Users', 'Companies']);
    expect(tabs.getByRole('link', { name: 'Companies' })).toHaveAttribute('aria-current', 'page');
    await user.click(tabs.getByRole('link', { name: 'Users' }));
    await waitFor(() => expect(location()).toBe('/admin?section=users'));
  });

  it('marks one view of a section', async () => {
    await renderPanel('?section=invoices&tab=credit-notes', {
      invoices: { creditNotesPage: () => pageOf([]) },
    });
    const tabs = within(screen.getByRole('navigation', { name: 'Invoices tabs' }));
    const marks = tabs
      .getAllByRole('link')
      .map((one) => [one.textContent, one.getAttribute('aria-current')]);
    expect(marks).toEqual([
      ['Invoices', null],
      ['Credit notes', 'page'],
      ['Recurring invoices', null],
    ]);
  });
});

it('a group of the sidebar stays collapsed', async () => {
  const { user } = await renderPanel('?section=services', { services });
  const title = screen.getByRole('button', { name: 'Money' });
  expect(title).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('link', { name: 'Invoices' })).toBeVisible();
  await user.click(title);
  expect(title).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('link', { name: 'Invoices' })).not.toBeInTheDocument();
  cleanup();
  await renderPanel('?section=services', { services });
  expect(screen.getByRole('button', { name: 'Money' })).toHaveAttribute('aria-expanded', 'false');
  expect(screen.getByRole('link', { name: 'Quotes' })).toBeVisible();
});

describe('a section without permission', () => {
  it('shows a notice at its URL, with a link to a permitted one', async () => {
    const { user, location, api } = await renderPanel(
      '?section=settings',
      { services },
      { role: 'editor' },
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Settings');
    expect(
      screen.getByText('As an editor you cannot see the settings; that takes an owner.'),
    ).toBeVisible();
    expect(api.inputsOf('admin.settings.get')).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Go to Services' }));
    await waitFor(() => expect(location()).toBe('/admin?section=services'));
  });
});

describe('a viewer', () => {
  it('reads leads, without any controls for changes', async () => {
    const { user } = await renderPanel('?section=quotes', { quotes }, { role: 'viewer' });
    await screen.findByText('mary@example.com');
    expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.queryByLabelText(/^Status of/)).not.toBeInTheDocument();
    await user.click(inRow('mary@example.com').getByRole('link'));
    const drawer = within(await screen.findByRole('dialog'));
    expect(await drawer.findByText('A site about a creature')).toBeVisible();
    expect(screen.queryByLabelText('Add a note')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /request$/ })).not.toBeInTheDocument();
  });

  it('reads content in forms that cannot be saved', async () => {
    await renderPanel('?section=services&open=2', { services }, { role: 'viewer' });
    expect(screen.queryByRole('button', { name: 'Add Service' })).not.toBeInTheDocument();
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByDisplayValue('Site Rescue')).toBeDisabled();
    expect(dialog.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    // All tabs of the form can be read.
    expect(dialog.getAllByRole('tab')[1]).toBeEnabled();
  });
});
