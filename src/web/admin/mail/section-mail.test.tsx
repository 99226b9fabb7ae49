import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { UnmatchedMail } from '~/contract/mail/incoming-mail-schema';
import { renderSection, sampleItem } from '~/testing/panel';
import { type Answers, shownToasts } from '~/testing/render';

type MailAnswers = NonNullable<NonNullable<Answers['admin']>['incomingMail']>;

const sampleMail = (changes: Partial<UnmatchedMail> = {}): UnmatchedMail => ({
  id: 7,
  from: 'Peter Vane <peter@vane.example>',
  subject: 'A catalogue',
  text: 'We make hand tools.',
  reason: 'It answers none of our mails.',
  spam: false,
  possiblyAutomatic: false,
  confirmed: false,
  files: ['tools.pdf'],
  createdAt: '2026-05-04T10:00:00.000Z',
  ...changes,
});

function mailsOf(...mails: UnmatchedMail[]): MailAnswers {
  let rows = mails;
  // The browser sends the id as text, which the server parses as a number.
  const take = (id: unknown) => {
    const taken = rows.filter((one) => one.id === id);
    rows = rows.filter((one) => one.id !== id);
    return taken;
  };
  let discarded: UnmatchedMail[] = [];
  return {
    page: ({ status }) => ({
      rows: status === 'discarded' ? discarded : rows,
      total: rows.length,
      counts: { unmatched: rows.length, spam: 0, discarded: discarded.length },
    }),
    discard: ({ id }) => {
      discarded = take(id);
      return { id: Number(id) };
    },
    restore: ({ id }) => {
      rows = [...discarded];
      discarded = [];
      return { id: Number(id) };
    },
    attach: ({ id }) => {
      take(id);
      return { id: Number(id) };
    },
    whole: ({ id }) => ({
      ...sampleMail(),
      id: Number(id),
      text: 'We make hand tools.\n-- \nPeter',
    }),
  };
}

const card = () => screen.findByRole('listitem', { name: 'A catalogue' });

it('an email is discarded, and restored by Undo', async () => {
  const { user } = await renderSection('?section=mail', { incomingMail: mailsOf(sampleMail()) });
  await user.click(within(await card()).getByRole('button', { name: 'Discard' }));
  await screen.findByText(/^Nothing to sort/);
  expect(shownToasts()).toEqual(['SuccessEmail discardedUndo']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await card()).toHaveTextContent(
    'Files: tools.pdfIt answers none of our mails. The mail server did not confirm',
  );
});

it('an email is shown completely', async () => {
  const { user } = await renderSection('?section=mail', { incomingMail: mailsOf(sampleMail()) });
  await user.click(within(await card()).getByRole('button', { name: 'Show full email' }));
  const dialog = await screen.findByRole('dialog', { name: 'A catalogue' });
  await waitFor(() => expect(dialog).toHaveTextContent('-- Peter'));
});

it('an email is assigned to a selected conversation; the search starts with the sender’s name', async () => {
  const { user, api } = await renderSection('?section=mail', {
    incomingMail: mailsOf(sampleMail()),
    inbox: {
      page: ({ search }) => ({
        rows:
          search === 'Peter Vane'
            ? [sampleItem({ key: 'quote-12', id: 12, name: 'Peter Vane' })]
            : [],
        total: 1,
        counts: {},
      }),
    },
  });
  await user.click(within(await card()).getByRole('button', { name: 'Add to a conversation' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add to a conversation' });
  expect(within(dialog).getByRole('button', { name: 'Add' })).toBeDisabled();
  await user.click(await within(dialog).findByRole('radio', { name: 'Peter Vane, quote 12' }));
  await user.click(within(dialog).getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(api.inputsOf('admin.incomingMail.attach')).toEqual([{ id: 7, quoteId: 12 }]),
  );
  await screen.findByText(/^Nothing to sort/);
});
