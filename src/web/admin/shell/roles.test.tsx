import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';

import { adminSections } from '~/contract/admin/sections';
import { contentKeys, contentTypes } from '~/contract/content/content-types';
import type { AdminRole } from '~/contract/identity/roles';
import {
  inRow,
  pageOf,
  renderPanel,
  sampleAdminService,
  sampleQuote,
  single,
} from '~/testing/panel';

const quotes = {
  page: () => pageOf([sampleQuote()]),
  get: () => ({
    quote: sampleQuote(),
    client: { id: 'client-1', name: 'Mary Shelley' },
    requestId: null,
    ...single,
    proposals: [],
    notes: [],
    mails: [],
    changes: [],
  }),
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
  const titles = Object.values(adminSections).map(({ title }) => title);
  const business = titles.filter(
    (title) => !['Plans', 'Admins', 'Setup', 'Settings', 'Your account'].includes(title),
  );
  /** What an editor sees beside the content types that take no permission of their own. */
  const ofEditors = new Set([
    'Built-in pages',
    ...contentKeys
      .filter((key) => contentTypes[key].permissions.read === 'content.read')
      .map((key) => contentTypes[key].section),
  ]);

  it.each<[AdminRole, string[]]>([
    ['owner', titles.filter((title) => title !== 'Your account')],
    ['manager', business],
    ['viewer', business],
    ['editor', titles.filter((title) => ofEditors.has(title))],
  ])('of %s has the sections of the role', async (role, names) => {
    await renderPanel('?section=services', { services }, { role });
    expect(sectionNames()).toEqual(names);
    expect(names).toEqual(
      expect.arrayContaining(['Services', 'Portfolio', 'Blog', 'Built-in pages']),
    );
  });
});

it('a group of the sidebar is folded, and stays so', async () => {
  onTestFinished(() => localStorage.clear());
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

describe('a section that is not part of the role', () => {
  it('says so at its address, and leads to one that is', async () => {
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
  it('reads leads, without anything that would change them', async () => {
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
    // Every tab of the form can be read.
    expect(dialog.getAllByRole('tab')[1]).toBeEnabled();
  });
});
