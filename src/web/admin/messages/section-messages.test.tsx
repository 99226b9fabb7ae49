import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { AdminMessageRow } from '~/contract/leads/leads-schema';
import { drawer, inRow, pageOf, renderPanel, rowOf, sampleMessage } from '~/testing/panel';
import { sampleProposal } from '~/testing/proposals';
import { type Answers, allowOnConsole, shownToasts } from '~/testing/render';

function messagesOf(message: AdminMessageRow) {
  let current = message;
  const answers: NonNullable<NonNullable<Answers['admin']>['messages']> = {
    page: () => pageOf([current]),
    get: () => ({ message: current, proposals: [], notes: [], mails: [], changes: [] }),
    setStatuses: ({ status }) => {
      current = { ...current, status };
      return [current];
    },
    reply: () => {
      current = { ...current, status: 'replied' };
      return current;
    },
  };
  return answers;
}

it('marks a message read from the list', async () => {
  const { user, api } = await renderPanel('?section=messages', {
    messages: messagesOf(sampleMessage()),
  });
  await waitFor(() => inRow('Hopper'));
  await user.click(inRow('Hopper').getByRole('button', { name: /^Mark Read: the message/ }));
  await waitFor(() =>
    expect(shownToasts()).toEqual(['SuccessMessage status updated successfullyUndo']),
  );
  expect(api.inputsOf('admin.messages.setStatuses')).toEqual([{ ids: [12], status: 'read' }]);
});

it('replies by a mail draft that quotes the message', async () => {
  await renderPanel('?section=messages&open=12', { messages: messagesOf(sampleMessage()) });
  const draft = await drawer().findByRole('link', { name: 'Reply via Email' });
  expect(draft).toHaveAttribute(
    'href',
    expect.stringMatching(/^mailto:grace@example\.com\?subject=Kestrel.*body=Hello%20Grace/),
  );
});

it('a message answered from the panel is marked replied, and Mark Read is disabled', async () => {
  const { user, api } = await renderPanel('?section=messages&open=12', {
    messages: messagesOf(sampleMessage()),
  });
  await user.type(await drawer().findByLabelText('Reply from here'), 'It is the pictures.');
  await user.click(drawer().getByRole('button', { name: 'Send reply' }));
  await waitFor(() =>
    expect(shownToasts()).toEqual(['SuccessYour reply is on its way to grace@example.com']),
  );
  expect(api.inputsOf('admin.messages.reply')).toEqual([{ id: 12, text: 'It is the pictures.' }]);
  expect(drawer().getByLabelText('Reply from here')).toHaveValue('');
  await waitFor(() => expect(drawer().getByRole('button', { name: 'Mark Read' })).toBeDisabled());
});

it('names the owner in the list, and becomes a proposal in one action', async () => {
  // The test's document has none.
  allowOnConsole(/No <!doctype html> found/);
  const { user, api, location } = await renderPanel('?section=messages&open=12', {
    messages: messagesOf(sampleMessage({ ownerId: 'a', ownerName: 'Ann Owner' })),
    proposals: {
      create: () => sampleProposal(),
      get: () => sampleProposal(),
      itemDefaults: () => ({ taxRate: '19', currency: 'USD' }),
      suggestions: () => [],
    },
  });
  await waitFor(() => expect(rowOf('Hopper')).toHaveTextContent('Ann Owner'));
  await user.click(await drawer().findByRole('button', { name: 'Make a proposal' }));
  await waitFor(() => expect(location()).toBe('/admin?section=proposals&open=21'));
  expect(api.inputsOf('admin.proposals.create')).toEqual([{ messageId: 12 }]);
});
