import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { ApiKey } from '~/contract/identity/api-keys-schema';
import { openIntegrations } from '~/testing/integrations-panel';
import { shownToasts } from '~/testing/render';

const sample: ApiKey = {
  id: 1,
  name: 'Zapier',
  start: 'kst_4f1c',
  permissions: ['leads.read', 'leads.write', 'requests.read'],
  status: 'active',
  createdBy: 'Ada Lovelace',
  createdAt: '2026-05-04T10:00:00.000Z',
  expiresAt: null,
  lastUsedAt: '2026-05-05T10:00:00.000Z',
  lastUsedFrom: '192.0.2.7',
};

async function open(start: ApiKey[]) {
  let keys = start;
  return openIntegrations({
    apiKeys: {
      list: () => keys,
      create: ({ name, permissions }) => {
        keys = [{ ...sample, id: 2, name, permissions, lastUsedAt: null, lastUsedFrom: null }];
        return { id: 2, key: 'kst_new' };
      },
      revoke: ({ id }) => {
        keys = [];
        return { id: Number(id) };
      },
    },
  });
}

const button = (name: string) => screen.findByRole('button', { name });

it('a key is created with chosen permissions, and shown once', async () => {
  const { user, api } = await open([]);
  expect(await screen.findByText('No API keys yet')).toBeVisible();
  await user.click(await button('Create API key'));
  const form = within(await screen.findByRole('form', { name: 'Create API key' }));
  await user.click(form.getByRole('button', { name: 'Create API key' }));
  expect(await form.findByText('Please choose at least one permission')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Zapier');
  await user.click(form.getByRole('checkbox', { name: 'Leads: View' }));
  await user.click(form.getByRole('button', { name: 'Create API key' }));
  expect(await screen.findByRole('textbox', { name: 'API key' })).toHaveValue('kst_new');
  expect(api.inputsOf('admin.apiKeys.create')).toMatchObject([
    { name: 'Zapier', permissions: ['leads.read'], expiresAt: expect.stringMatching(/Z$/) },
  ]);
  await user.click(await button('Done'));
  await waitFor(() => expect(screen.queryByDisplayValue('kst_new')).toBeNull());
  expect(await screen.findByText('Leads: view')).toBeVisible();
});

it('a key has its permissions and last use, and is revoked after a confirmation', async () => {
  const { user, api } = await open([sample]);
  const card = within(await screen.findByRole('region', { name: 'Zapier' }));
  expect(card.getByText('Leads: view, edit · Service requests: view')).toBeVisible();
  expect(card.getByText(/from 192\.0\.2\.7/)).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Revoke Zapier' }));
  expect(api.inputsOf('admin.apiKeys.revoke')).toEqual([]);
  await user.click(card.getByRole('button', { name: 'Revoke API key' }));
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessAPI key revoked']));
  expect(await screen.findByText('No API keys yet')).toBeVisible();
});
