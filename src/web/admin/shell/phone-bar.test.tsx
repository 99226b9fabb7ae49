import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { contentKeys, contentTypes } from '~/contract/content/content-types';
import type { AdminRole } from '~/contract/identity/roles';
import { pageOf, renderPanel, sampleAdminService, sampleMessage } from '~/testing/panel';
import { allowOnConsole } from '~/testing/render';

const messages = { page: () => pageOf([sampleMessage()]) };
const services = { page: () => pageOf([sampleAdminService()]), get: () => sampleAdminService() };
const inbox = {
  page: () => ({ rows: [], total: 0, counts: { todo: 7, waiting: 0, snoozed: 0, done: 0 } }),
};
const onPhone = (
  search: string,
  admin: Parameters<typeof renderPanel>[1] = {},
  role: AdminRole = 'owner',
) => renderPanel(search, { messages, services, ...admin }, { role, isPhone: true });

const bar = () => within(screen.getByRole('navigation', { name: 'Shortcuts' }));
const texts = () =>
  [...bar().queryAllByRole('link'), ...bar().queryAllByRole('button')].map((one) =>
    one.textContent?.replace(/\d+/, ''),
  );

describe('the bar of a phone', () => {
  it.each<[AdminRole, string[]]>([
    ['owner', ['Inbox', 'Requests', 'Search', 'New']],
    ['manager', ['Inbox', 'Requests', 'Search', 'New']],
    ['viewer', ['Inbox', 'Requests', 'Search']],
    ['editor', ['Search', 'New']],
  ])('for %s has the role’s actions', async (role, names) => {
    await onPhone('?section=services', {}, role);
    expect(texts()).toEqual(names);
  });

  it('counts the inbox and marks the current section', async () => {
    const { user, location } = await onPhone('?section=messages', { inbox });
    const link = bar().getByRole('link', { name: /^Inbox/ });
    await waitFor(() => expect(within(link).getByLabelText('7 to do')).toBeVisible());
    expect(link).not.toHaveAttribute('aria-current');
    await user.click(link);
    await waitFor(() => expect(location()).toBe('/admin?section=inbox'));
    expect(link).toHaveAttribute('aria-current', 'page');
  });
});

/** Opens the menu. Without a layout, the menu finds no item to focus. */
async function openMenu(user: UserEvent) {
  allowOnConsole(/use-focus-trap/);
  await user.click(bar().getByRole('button', { name: 'New' }));
}

describe('the phone bar’s menu of new records', () => {
  const content = (permission: string) =>
    contentKeys
      .filter((key) => contentTypes[key].permissions.write === permission)
      .map((key) => {
        const { noun } = contentTypes[key];
        return noun.charAt(0).toUpperCase() + noun.slice(1);
      });
  const business = [
    'Quote',
    'Proposal',
    'Request',
    'Client',
    'Company',
    'Invoice',
    'Recurring invoice',
  ];

  it.each<[AdminRole, string[]]>([
    ['owner', [...business, 'Plan', ...content('content.write')]],
    ['manager', [...business, ...content('content.write')]],
    ['editor', content('content.write')],
  ])('for %s has the records that the role can create', async (role, names) => {
    const { user } = await onPhone('?section=services', {}, role);
    await openMenu(user);
    const items = await screen.findAllByRole('menuitem', { hidden: true });
    expect(items.map((one) => one.textContent)).toEqual(names);
  });

  it.each([
    ['Quote', 'Add lead', 'quotes'],
    ['Request', 'New request', 'requests'],
    ['Client', 'Add a client', 'users'],
  ])(
    'opens the form of a new %s at a URL, and the Back button closes it',
    async (item, form, section) => {
      const { user, location, back } = await onPhone('?section=messages', {
        quotes: { page: () => pageOf([]) },
        requests: { page: () => pageOf([]) },
        users: { page: () => pageOf([]) },
        companies: { page: () => pageOf([]) },
      });
      await openMenu(user);
      await user.click(await screen.findByRole('menuitem', { name: item, hidden: true }));
      expect(await screen.findByRole('form', { name: form })).toBeVisible();
      expect(location()).toBe(`/admin?section=${section}&open=new`);
      back();
      await waitFor(() => expect(location()).toBe('/admin?section=messages'));
      expect(screen.queryByRole('form', { name: form })).not.toBeInTheDocument();
    },
  );

  it('creates a proposal without a form', async () => {
    const { user, api } = await onPhone('?section=messages', {
      proposals: { create: () => new Promise(() => {}) },
    });
    await openMenu(user);
    await user.click(await screen.findByRole('menuitem', { name: 'Proposal', hidden: true }));
    await waitFor(() => expect(api.inputsOf('admin.proposals.create')).toEqual([{}]));
  });
});
