import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { ConversationMessage } from '~/contract/conversations/conversations-schema';
import type { AdminMessageRow } from '~/contract/leads/leads-schema';
import { drawer, pageOf, renderSection, sampleMessage } from '~/testing/panel';
import { type Answers, shownToasts } from '~/testing/render';

const sampleConversationMessage = (changes: Partial<ConversationMessage>): ConversationMessage => ({
  id: 1,
  requestId: null,
  about: 'message',
  address: null,
  text: 'Hello',
  cutText: '',
  possiblyAutomatic: false,
  byAgency: true,
  internal: false,
  author: 'Olive Owner',
  isOwn: true,
  createdAt: '2026-05-04T10:00:00.000Z',
  editedAt: null,
  editableUntil: null,
  files: [],
  delivery: 'queued',
  deliveryReason: '',
  origin: null,
  mailId: null,
  ...changes,
});

function messagesOf(message: AdminMessageRow) {
  let current = message;
  const answers: NonNullable<NonNullable<Answers['admin']>['messages']> = {
    page: () => pageOf([current]),
    get: () => ({ message: current, proposals: [], notes: [], mails: [], changes: [] }),
    setStatuses: ({ status }) => {
      current = { ...current, status };
      return [current];
    },
  };
  return answers;
}

it('a reply from the panel is emailed and stored', async () => {
  const text = 'It is the pictures.';
  let rows: ConversationMessage[] = [];
  const { user, api } = await renderSection('?section=messages&open=12', {
    messages: messagesOf(sampleMessage()),
    conversations: {
      page: () => ({ rows, before: null }),
      send: ({ internal = false }) => {
        const message = sampleConversationMessage({ text, internal });
        rows = [message];
        return message;
      },
    },
  });
  await user.type(await drawer().findByRole('textbox', { name: 'Your message' }), text);
  await user.click(drawer().getByRole('button', { name: 'Send email' }));
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessMessage sent to grace@example.com']));
  expect(api.inputsOf('admin.conversations.send')).toMatchObject([
    { kind: 'message', id: 12, text, internal: false },
  ]);
  expect(await drawer().findByRole('article')).toHaveTextContent('Sending');
  expect(drawer().getByRole('textbox', { name: 'Your message' })).toHaveValue('');
});

it('a reply starts with a template filled in for the sender', async () => {
  const { user } = await renderSection('?section=messages&open=12', {
    messages: messagesOf(sampleMessage()),
    replyTemplates: {
      list: () => [
        {
          id: 1,
          name: 'Thanks',
          text: 'Hello {{firstName}}, thank you.',
          createdAt: '',
          updatedAt: '',
        },
      ],
    },
  });
  await user.click(await drawer().findByRole('button', { name: /^Use a template/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Thanks', hidden: true }));
  await waitFor(() =>
    expect(drawer().getByRole('textbox', { name: 'Your message' })).toHaveValue(
      'Hello Grace, thank you.',
    ),
  );
});
