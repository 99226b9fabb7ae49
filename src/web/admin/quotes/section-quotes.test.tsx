import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { type AdminQuoteRow, adminQuoteSchema } from '~/contract/leads/leads-schema';
import { sampleOwnProposal } from '~/testing/client-samples';
import {
  drawer,
  drawerElement,
  inRow,
  pageOf,
  renderSection,
  sampleQuote,
  sampleQuoteDetail,
} from '~/testing/panel';
import { sampleItemDefaults, sampleProposal, sampleTax } from '~/testing/proposals';
import { type Answers, shownToasts } from '~/testing/render';

type QuoteAnswers = NonNullable<NonNullable<Answers['admin']>['quotes']>;

/** Fake server with quotes that stores changes of status. */
function quotesOf(...rows: AdminQuoteRow[]) {
  let quotes = rows;
  const answers: QuoteAnswers = {
    page: ({ search = '', status }) =>
      pageOf(
        quotes.filter(
          (one) =>
            one.name.toLowerCase().includes(search.toLowerCase()) &&
            (!status || one.status === status),
        ),
      ),
    get: ({ id }) =>
      sampleQuoteDetail({ quote: quotes.find((one) => one.id === id) ?? sampleQuote() }),
    setStatuses: ({ ids, status }) => {
      quotes = quotes.map((one) => (ids.includes(one.id) ? { ...one, status } : one));
      return quotes.filter((one) => ids.includes(one.id));
    },
  };
  return answers;
}

const two = (): [AdminQuoteRow, AdminQuoteRow] => [
  sampleQuote({ id: 11, name: 'Mary Shelley' }),
  sampleQuote({ id: 12, name: 'Ada Byron' }),
];

/** Fields of a quote that its record displays in another form. */
const shownOtherwise = {
  id: 'the record',
  formId: 'the name of the form',
  answers: 'a part of their own',
  phoneDigits: 'the WhatsApp link',
  serviceId: 'the name of the service',
  source: 'a sentence',
  status: 'the select',
  spamReason: 'a notice',
  isSpam: 'a notice',
  createdAt: 'a date',
  dueAt: 'a date',
  firstAnswerAt: 'a date',
  ownerId: 'an id',
  updatedAt: 'nothing',
};

it('the record of a quote shows every field', async () => {
  const fields = Object.keys(adminQuoteSchema.shape).filter((field) => !(field in shownOtherwise));
  const words = Object.fromEntries(fields.map((field) => [field, `The ${field} in words`]));
  const quote = sampleQuote({ id: 11, ...words });
  await renderSection('?section=quotes&open=11', { quotes: quotesOf(quote) });
  // The list shows the first line as well, so the test waits for the drawer.
  await waitFor(() => expect(drawerElement()).toHaveTextContent('The projectDetails in words'));
  for (const text of Object.values(words)) expect(drawerElement()).toHaveTextContent(text);
});

describe('the list of quotes', () => {
  it('keeps the search in the URL', async () => {
    const { user, location } = await renderSection('?section=quotes', {
      quotes: quotesOf(...two()),
    });
    expect(await screen.findByText('1–2 of 2')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search quotes' }), 'mary');
    await waitFor(() => expect(location()).toBe('/admin?section=quotes&search=mary'));
    expect(await screen.findByText('1–1 of 1')).toBeVisible();
  });

  it('changes the status of one quote, and disables Approve once approved', async () => {
    const { user, api } = await renderSection('?section=quotes', { quotes: quotesOf(...two()) });
    await screen.findByText('1–2 of 2');
    await user.click(inRow('Mary').getByRole('button', { name: /^Approve/ }));
    await waitFor(() =>
      expect(inRow('Mary').getByRole('button', { name: /^Approve/ })).toBeDisabled(),
    );
    expect(shownToasts()).toEqual(['SuccessQuote status updated successfullyUndo']);
    expect(api.inputsOf('admin.quotes.setStatuses')).toEqual([{ ids: [11], status: 'approved' }]);
    expect(inRow('Mary').getByLabelText(/^Status of/)).toHaveValue('Approved');
  });

  it('undoes a change of several quotes, each to its previous status, and names them', async () => {
    const [first, second] = two();
    const { user, api } = await renderSection('?section=quotes', {
      quotes: quotesOf({ ...first, status: 'contacted' }, second),
    });
    await screen.findByText('1–2 of 2');
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    const chosen = within(screen.getByRole('region', { name: 'Selected rows' }));
    expect(chosen.getByText(new RegExp(`${first.name}, ${second.name}`))).toBeVisible();
    await user.click(chosen.getByRole('button', { name: 'Rejected' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessAll statuses restored']));
    expect(api.inputsOf('admin.quotes.setStatuses')).toEqual([
      { ids: [first.id, second.id], status: 'rejected' },
      { ids: [first.id], status: 'contacted', isUndo: true },
      { ids: [second.id], status: 'pending', isUndo: true },
    ]);
  });
});

describe('a quote beside the list', () => {
  it('links to a chat and an email', async () => {
    await renderSection('?section=quotes&open=11', { quotes: quotesOf(...two()) });
    expect(await drawer().findByText('A site about a creature')).toBeVisible();
    expect(drawer().getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/wa\.me\/442079460958\?text=Hello%20Mary/),
    );
    expect(drawer().getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:mary@example\.com\?/),
    );
  });

  it('counts as answered when an admin starts a reply, which can be undone', async () => {
    const { user, api } = await renderSection('?section=quotes&open=11', {
      quotes: quotesOf(...two()),
    });
    const reply = await drawer().findByRole('link', { name: 'Reply by email' });
    reply.addEventListener('click', (event) => event.preventDefault());
    await user.click(reply);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.quotes.setStatuses')).toEqual([
        { ids: [11], status: 'contacted' },
        { ids: [11], status: 'pending', isUndo: true },
      ]),
    );
  });

  it('lists its proposals, and asks before creating another one', async () => {
    const [quote] = two();
    const { user, api } = await renderSection('?section=quotes&open=11', {
      quotes: {
        ...quotesOf(quote),
        get: () =>
          sampleQuoteDetail({ proposals: [{ ...sampleOwnProposal, id: 5, number: 'P-0005' }] }),
      },
      proposalTemplates: {
        list: () => [
          { id: 3, name: 'Website', title: '', itemCount: 2, updatedAt: quote.createdAt },
        ],
      },
      proposals: {
        create: () => sampleProposal({ id: 6 }),
        get: () => sampleProposal({ id: 6 }),
        itemDefaults: () => sampleItemDefaults(),
        tax: () => sampleTax(),
      },
    });
    const made = within(await drawer().findByRole('region', { name: 'Proposals' }));
    expect(made.getByRole('link', { name: 'P-0005' })).toHaveAttribute(
      'href',
      '/admin?section=proposals&open=5',
    );
    expect(drawer().getByRole('button', { name: 'Create another proposal' })).toBeVisible();
    await user.click(
      await drawer().findByRole('button', { name: 'Create a proposal from a template' }),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'Website', hidden: true }));
    await waitFor(() =>
      expect(api.inputsOf('admin.proposals.create')).toEqual([{ leadId: 11, templateId: 3 }]),
    );
  });
});

it('the private link of a quote is revoked after a confirmation', async () => {
  const { user, api } = await renderSection('?section=quotes&open=11', {
    quotes: { ...quotesOf(sampleQuote()), revokeLink: () => ({ id: 11 }) },
  });
  await user.click(await drawer().findByRole('button', { name: 'Revoke private link' }));
  await user.click(drawer().getByRole('button', { name: 'Cancel' }));
  expect(api.inputsOf('admin.quotes.revokeLink')).toEqual([]);
  await user.click(drawer().getByRole('button', { name: 'Revoke private link' }));
  await user.click(drawer().getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessPrivate link revoked']));
  expect(api.inputsOf('admin.quotes.revokeLink')).toEqual([{ id: 11 }]);
});

it('the form of a new quote restores unsaved input, and lists possible duplicates', async () => {
  const { id, name, email, company, serviceName, createdAt } = sampleQuote({ name: 'Mary Godwin' });
  const { user, api } = await renderSection('?section=quotes&open=new', {
    quotes: {
      ...quotesOf(...two()),
      similar: () => [{ id, name, email, company, serviceName, createdAt, same: 'phone' }],
    },
  });
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Mary');
  await user.type(screen.getByRole('textbox', { name: 'Phone' }), '020 7946 0958');
  expect(await screen.findByText('Possible duplicates')).toBeVisible();
  expect(api.inputsOf('admin.quotes.similar').at(-1)).toMatchObject({ phone: '020 7946 0958' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Add lead' }));
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Mary');
});

it('an admin corrects a quote’s contact data', async () => {
  const { user, api } = await renderSection('?section=quotes&open=11', {
    quotes: {
      ...quotesOf(sampleQuote({ id: 11, name: 'Mary Shelley', email: '' })),
      change: () => sampleQuote({ id: 11 }),
    },
  });
  await user.click(await drawer().findByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('form', { name: 'Contact details' }));
  await user.type(form.getByRole('textbox', { name: 'Email' }), 'mary@example.com');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.inputsOf('admin.quotes.change')).toMatchObject([
      { id: 11, name: 'Mary Shelley', email: 'mary@example.com' },
    ]),
  );
});
