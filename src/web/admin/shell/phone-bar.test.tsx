import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { contentKeys, contentTypes } from '~/contract/content/content-types';
import type { AdminRole } from '~/contract/identity/roles';
import { pageOf, renderPanel, sampleAdminService, sampleMessage } from '~/testing/panel';
import { allowOnConsole } from '~/testing/render';

const services = { page: () => pageOf([sampleAdminService()]) };

const bar = () => within(screen.getByRole('navigation', { name: 'Shortcuts' }));
const texts = () =>
  [...bar().queryAllByRole('link'), ...bar().queryAllByRole('button')].map((one) =>
    one.textContent?.replace(/\d+/, ''),
  );

/** Opens the menu. Without a layout, the menu finds no item to focus. */
async function openMenu(user: UserEvent) {
  allowOnConsole(/use-focus-trap/);
  await user.click(bar().getByRole('button', { name: 'New' }));
}

const content = contentKeys
  .filter((key) => contentTypes[key].permissions.write === 'content.write')
  .map((key) => {
    const { noun } = contentTypes[key];
    return noun.charAt(0).toUpperCase() + noun.slice(1);
  });
const business = ['Quote', 'Proposal', 'Request', 'Client', 'Company', 'Invoice'];
const records = [...business, 'Recurring invoice'];

describe('the phone bar', () => {
  it.each<[AdminRole, string[], string[]]>([
    ['owner', ['Inbox', 'Requests', 'Search', 'New'], [...records, 'Plan', ...content]],
    ['manager', ['Inbox', 'Requests', 'Search', 'New'], [...records, ...content]],
    ['viewer', ['Inbox', 'Requests', 'Search'], []],
    ['editor', ['Search', 'New'], content],
  ])('for %s has the actions and the new records of the role', async (role, names, items) => {
    const options = { role, isPhone: true };
    const { user } = await renderPanel('?section=services', { services }, options);
    expect(texts()).toEqual(names);
    if (names.includes('New')) await openMenu(user);
    await waitFor(() =>
      expect(
        screen.queryAllByRole('menuitem', { hidden: true }).map((one) => one.textContent),
      ).toEqual(items),
    );
  });

  it('counts the inbox, marks the current section, and opens new records at a URL', async () => {
    const counts = { todo: 7, waiting: 0, snoozed: 0, done: 0 };
    const { user, location, back } = await renderPanel(
      '?section=messages',
      {
        messages: { page: () => pageOf([sampleMessage()]) },
        inbox: { page: () => ({ rows: [], total: 0, counts }) },
        users: { page: () => pageOf([]) },
        companies: { page: () => pageOf([]) },
      },
      { isPhone: true },
    );
    await openMenu(user);
    await user.click(await screen.findByRole('menuitem', { name: 'Client', hidden: true }));
    expect(await screen.findByRole('form', { name: 'Add a client' })).toBeVisible();
    expect(location()).toBe('/admin?section=users&open=new');
    back();
    await waitFor(() => expect(location()).toBe('/admin?section=messages'));
    expect(screen.queryByRole('form', { name: 'Add a client' })).not.toBeInTheDocument();

    const link = bar().getByRole('link', { name: /^Inbox/ });
    await waitFor(() => expect(within(link).getByLabelText('7 to do')).toBeVisible());
    expect(link).not.toHaveAttribute('aria-current');
    await user.click(link);
    await waitFor(() => expect(location()).toBe('/admin?section=inbox'));
    expect(link).toHaveAttribute('aria-current', 'page');
  });
});
