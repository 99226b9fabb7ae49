import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { ProposedChange } from '~/contract/proposed-changes/proposed-changes-schema';
import { openIntegrations } from '~/testing/integrations-panel';
import { shownToasts } from '~/testing/render';

const sample = (id: number, changes: Partial<ProposedChange> = {}): ProposedChange => ({
  id,
  summary: 'Change one of the services',
  description: '',
  about: 'Web development',
  proposedBy: 'key Zapier of Ada Lovelace',
  changes: [{ field: 'metaTitle', before: 'Old', after: 'New' }],
  record: [],
  version: `version ${id}`,
  createdAt: '2026-05-04T10:00:00.000Z',
  expiresAt: '2026-05-11T10:00:00.000Z',
  ...changes,
});

it('a proposed change shows fields before and after, and is applied or rejected separately', async () => {
  let waiting = [sample(2), sample(1, { summary: 'Delete a draft', changes: [] })];
  const decide = ({ id }: { id: unknown }) => {
    waiting = waiting.filter((one) => one.id !== id);
    return { id: Number(id) };
  };
  const { user, api } = await openIntegrations({
    overview: {
      waiting: () => ({ quotes: 0, messages: 0, requests: 0, testimonials: 0, settings: 2 }),
    },
    proposedChanges: { list: () => waiting, confirm: decide, reject: decide },
  });
  expect(await screen.findByRole('link', { name: 'Integrations 2 open' })).toBeVisible();
  const card = within(await screen.findByRole('region', { name: 'Change one of the services' }));
  expect(card.getByText('Web development')).toBeVisible();
  expect(card.getByRole('heading', { name: 'Meta title' })).toBeVisible();
  expect(card.getByText('Old').previousSibling).toHaveTextContent('Before');
  expect(card.getByText('New').previousSibling).toHaveTextContent('After');
  await user.click(card.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessChange applied']));
  const other = within(screen.getByRole('region', { name: 'Delete a draft' }));
  await user.click(other.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(screen.queryByText('Changes to confirm')).toBeNull());
  expect(api.inputsOf('admin.proposedChanges.confirm')).toEqual([{ id: 2, version: 'version 2' }]);
  expect(api.inputsOf('admin.proposedChanges.reject')).toEqual([{ id: 1 }]);
});

it('a proposed change shows long texts completely, with the difference marked, and its record', async () => {
  const terms = 'Either side can stop at the end of a month. '.repeat(60);
  const change = sample(1, {
    description: 'This cannot be undone.',
    changes: [
      { field: 'value.terms', before: `${terms}30 days`, after: `${terms}1 day` },
      { field: 'items.1.clientId', before: null, after: 'Ann Lee · ann@example.com (ID a1)' },
    ],
    record: [{ field: 'note', value: 'Thank you' }],
  });
  await openIntegrations({
    proposedChanges: { list: () => [change, sample(2, { changes: [], record: change.record })] },
  });
  const [card, other] = await screen.findAllByRole('region', { name: change.summary });
  const shown = within(card as HTMLElement);
  expect(shown.getByText('This cannot be undone.')).toBeVisible();
  expect(shown.getByRole('heading', { name: 'Value › Terms' })).toBeVisible();
  expect(shown.getByText('1 day').tagName).toBe('MARK');
  expect(shown.getAllByText(/Show 2,640 unchanged characters/)).toHaveLength(2);
  expect(card).toHaveTextContent(terms.trim());
  expect(shown.getByRole('heading', { name: 'Items 1 › Client' })).toBeVisible();
  expect(shown.getByText('Thank you')).not.toBeVisible();
  // If no other value changes, the person confirms the record itself.
  expect(within(other as HTMLElement).getByText('Thank you')).toBeVisible();
});
