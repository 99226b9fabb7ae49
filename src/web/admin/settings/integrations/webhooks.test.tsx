import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Delivery, Webhook } from '~/contract/webhooks/webhooks-schema';
import { openIntegrations } from '~/testing/integrations-panel';
import { shownToasts } from '~/testing/render';

const url = 'https://hooks.example/agency';
const at = '2026-05-04T10:00:00.000Z';

const sample: Webhook = {
  id: 1,
  url,
  events: ['quote.created', 'invoice.paid'],
  enabled: true,
  kind: 'standard',
  disabledAt: null,
  previousSecretUntil: null,
  createdAt: at,
  updatedAt: at,
};

const failed: Delivery = {
  id: 7,
  eventId: 'evt_3',
  type: 'quote.created',
  record: 'quote:12',
  status: 'failed',
  attempts: 10,
  code: 503,
  ms: 120,
  answer: 'Busy',
  nextAttemptAt: null,
  lastAttemptAt: at,
  createdAt: at,
};

async function open(start: Webhook[]) {
  let webhooks = start;
  return openIntegrations({
    webhooks: {
      list: () => webhooks,
      create: (fields) => {
        webhooks = [{ ...sample, url: fields.url }];
        return { ...sample, url: fields.url, secret: 'whsec_new' };
      },
      update: (fields) => {
        webhooks = [{ ...sample, url: fields.url, enabled: fields.enabled ?? true }];
        return webhooks[0] ?? sample;
      },
      remove: ({ id }) => {
        webhooks = [];
        return { id: Number(id) };
      },
      rotateSecret: () => ({ ...sample, secret: 'whsec_rotated' }),
      test: () => ({
        ...failed,
        type: 'webhook.test',
        code: null,
        answer: 'No answer within 10 s',
      }),
      deliveriesPage: () => ({ rows: [failed], total: 1, counts: { failed: 1 } }),
      resend: () => ({ ...failed, id: 8, status: 'pending' as const }),
    },
  });
}

const button = (name: string) => screen.findByRole('button', { name });

it('a webhook is added for selected events, and its secret shown once', async () => {
  const { user, api } = await open([]);
  expect(await screen.findByText('No webhooks yet')).toBeVisible();
  await user.click(await button('Add webhook'));
  const form = within(await screen.findByRole('form', { name: 'Add webhook' }));
  await user.click(form.getByRole('switch', { name: /^All events/ }));
  await user.click(form.getByRole('button', { name: 'Add webhook' }));
  expect(await form.findByText('A URL is required')).toBeVisible();
  expect(await form.findByText('Please choose at least one event')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^URL/ }), url);
  await user.click(form.getByRole('checkbox', { name: 'Invoices: Paid' }));
  await user.click(form.getByRole('button', { name: 'Add webhook' }));
  expect(await screen.findByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_new');
  expect(api.inputsOf('admin.webhooks.create')).toEqual([
    { url, events: ['invoice.paid'], enabled: true, kind: 'standard' },
  ]);
  await user.click(await button('Done'));
  await waitFor(() => expect(screen.queryByDisplayValue('whsec_new')).toBeNull());
  expect(await screen.findByRole('region', { name: url })).toBeVisible();
});

it('a webhook is changed, tested and rotated, and deleted after a confirmation', async () => {
  const { user, api } = await open([sample]);
  await user.click(await button(`Edit ${url}`));
  const form = within(await screen.findByRole('form', { name: 'Edit webhook' }));
  await user.click(form.getByRole('switch', { name: 'Enabled' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  const card = within(await screen.findByRole('region', { name: url }));
  expect(await card.findByText('Disabled')).toBeVisible();
  expect(api.inputsOf('admin.webhooks.update')).toMatchObject([{ id: 1, enabled: false }]);
  await user.click(card.getByRole('button', { name: `Send test to ${url}` }));
  await waitFor(() => expect(shownToasts()).toContain('Test failedNo answer within 10 s'));
  await user.click(card.getByRole('button', { name: `Rotate secret of ${url}` }));
  await user.click(card.getByRole('button', { name: 'Create new secret' }));
  expect(await screen.findByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_rotated');
  await user.click(await button('Done'));
  await user.click(card.getByRole('button', { name: `Delete ${url}` }));
  expect(api.inputsOf('admin.webhooks.remove')).toEqual([]);
  await user.click(card.getByRole('button', { name: 'Delete webhook' }));
  expect(await screen.findByText('No webhooks yet')).toBeVisible();
});

it('deliveries are listed with their responses, and one is resent', async () => {
  const { user, api } = await open([sample]);
  await user.click(await button(`Deliveries to ${url}`));
  const delivery = within(await screen.findByRole('region', { name: 'quote.created of quote:12' }));
  expect(delivery.getByText('HTTP 503 · 120 ms · 10 attempts')).toBeVisible();
  expect(delivery.getByText('Busy')).toBeVisible();
  await user.click(delivery.getByRole('button', { name: /^Resend/ }));
  expect(api.inputsOf('admin.webhooks.resend')).toEqual([{ id: 1, deliveryId: 7 }]);
});
