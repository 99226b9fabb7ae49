import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import { pageOf, renderSection, sampleQuote, sampleUser } from '~/testing/panel';
import { openProposal, proposalServer } from '~/testing/proposal-server';
import { sampleProposal } from '~/testing/proposals';
import { createGate } from '~/testing/render';

const state = () => screen.findByText(/^(Saved|Saving…|Not saved)/);

describe('a draft', () => {
  it('is saved while typing, and shows that it is saved', async () => {
    const server = proposalServer();
    const { user, api } = await openProposal(server);
    const title = await screen.findByLabelText('Title');
    expect(await state()).toHaveTextContent('Saved');
    await user.type(title, ' and shop');
    expect(await state()).toHaveTextContent('Saving…');
    await waitFor(async () => expect(await state()).toHaveTextContent('Saved'));
    expect(server.row().title).toBe('A new website and shop');
    // Later input is saved with the version that the server returned.
    await user.type(title, ', new');
    await waitFor(() => expect(server.row().title).toBe('A new website and shop, new'));
    expect(api.inputsOf('admin.proposals.update')).toHaveLength(2);
  });

  it('is saved before it is left, without a confirmation', async () => {
    const server = proposalServer();
    const { user, location } = await openProposal(server);
    await user.type(await screen.findByLabelText('Title'), '!');
    await user.click(screen.getByRole('button', { name: '← All proposals' }));
    await waitFor(() => expect(location()).toBe('/admin?section=proposals'));
    expect(server.row().title).toBe('A new website!');
  });

  it('shows why it is not saved, and asks for a confirmation before the input would be lost', async () => {
    const server = proposalServer();
    const { user, api } = await openProposal(server);
    const email = await screen.findByLabelText('Email');
    await user.clear(email);
    await user.type(email, 'ada');
    await waitFor(async () =>
      expect(await state()).toHaveTextContent('Not saved: Please enter a valid email address'),
    );
    expect(email).toBeInvalid();
    expect(api.inputsOf('admin.proposals.update')).toEqual([]);
    await user.click(screen.getByRole('button', { name: '← All proposals' }));
    expect(await screen.findByText('Leave without saving?')).toBeInTheDocument();
  });

  it('reports another admin’s change, and keeps the input until one version is chosen', async () => {
    const server = proposalServer();
    const { user } = await openProposal(server);
    const title = await screen.findByLabelText('Title');
    server.touch({ title: 'Theirs' });
    await user.clear(title);
    await user.type(title, 'Mine');
    expect(await screen.findByText('Another admin changed this record')).toBeVisible();
    expect(server.row().title).toBe('Theirs');
    expect(title).toHaveValue('Mine');
    await user.click(screen.getByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(server.row().title).toBe('Mine'));
    expect(await state()).toHaveTextContent('Saved');
  });

  it('is sent with all input, and its link shown', async () => {
    const server = proposalServer();
    const { user, api } = await openProposal(server);
    await user.type(await screen.findByLabelText('Title'), '!');
    await user.click(screen.getByRole('button', { name: 'Send…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('ada@example.com')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Personal message'), 'As we said.');
    await user.type(dialog.getByLabelText('Copies to'), 'charles@example.com{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await screen.findByLabelText('Private link')).toHaveValue(
      'http://agency.test/proposals/secret',
    );
    expect(server.row()).toMatchObject({ status: 'sent', title: 'A new website!' });
    expect(api.inputsOf('admin.proposals.send')).toEqual([
      {
        id: 21,
        message: 'As we said.',
        copyTo: ['charles@example.com'],
        confirmed: {
          total: '119.00',
          client: { name: 'Ada Byron', email: 'ada@example.com' },
        },
      },
    ]);
  });

  it('is saved except for percentages that do not add up yet', async () => {
    const server = proposalServer();
    const { user, api } = await openProposal(server);
    const percent = await screen.findByLabelText('Percent of payment 1');
    await user.clear(percent);
    await user.type(percent, '40');
    expect(await screen.findByText('Total 40%: 60% missing')).toBeVisible();
    await user.type(screen.getByLabelText('Title'), ' in parts');
    await waitFor(() => expect(server.row().title).toBe('A new website in parts'));
    expect(await state()).toHaveTextContent(
      'Not saved: The percentages must add up to 100. Everything else is saved',
    );
    expect(api.inputsOf('admin.proposals.update').at(-1)).not.toHaveProperty('schedule');
    await user.click(screen.getByRole('button', { name: 'Send…' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Add payment' }));
    expect(screen.getByText('Total 100%')).toBeVisible();
    expect(screen.getByText('$47.60')).toBeVisible();
    await user.type(screen.getByLabelText('Label of payment 2'), 'Rest');
    await waitFor(async () => expect(await state()).toHaveTextContent('Saved'));
    expect(api.inputsOf('admin.proposals.update').at(-1)).toMatchObject({
      schedule: [{ percent: '40' }, { percent: '60' }],
    });
  });

  it('is filled in from a selected lead and linked to it', async () => {
    const server = proposalServer();
    const { user, api } = await renderSection('?section=proposals&open=21', {
      proposals: server.answers,
      users: { page: () => pageOf([]) },
      quotes: { page: () => pageOf([sampleQuote()]) },
      messages: { page: () => pageOf([]) },
    });
    const name = await screen.findByLabelText('Name', { selector: 'input' });
    await user.clear(name);
    await user.type(name, 'mary');
    await user.click(
      await screen.findByRole('option', { name: /^Mary Shelley, .*2026/, hidden: true }),
    );
    expect(screen.getByLabelText('Email')).toHaveValue('mary@example.com');
    await waitFor(() =>
      expect(api.inputsOf('admin.proposals.update').at(-1)).toMatchObject({
        leadId: 11,
        messageId: null,
        client: { name: 'Mary Shelley', email: 'mary@example.com' },
      }),
    );
  });

  it('keeps a company typed while that of the client was loading', async () => {
    const server = proposalServer();
    const { answer, open } = createGate<{ name: string; email: string; company: string }>();
    const { user } = await renderSection('?section=proposals&open=21', {
      proposals: server.answers,
      users: { page: () => pageOf([sampleUser({ email: 'other@example.com' })]) },
      quotes: { page: () => pageOf([]) },
      messages: { page: () => pageOf([]) },
      invoices: { lastBuyer: () => answer },
    });
    const name = await screen.findByLabelText('Name', { selector: 'input' });
    await user.clear(name);
    await user.type(name, 'someone');
    await user.click(await screen.findByRole('option', { name: /^Ada/, hidden: true }));
    await user.type(screen.getByLabelText('Company'), 'Mills');
    await act(async () => open({ name: '', email: '', company: 'Raman Legal' }));
    expect(screen.getByLabelText('Company')).toHaveValue('Mills');
  });

  it('sends its client’s data only after a change, and a removed company as empty text', async () => {
    const client = { name: 'Ada Byron', email: 'ada@example.com', company: 'Mills' };
    const server = proposalServer({ client });
    const { user, api } = await openProposal(server);
    await user.type(await screen.findByLabelText('Title'), '!');
    await waitFor(() => expect(server.row().title).toBe('A new website!'));
    expect(api.inputsOf('admin.proposals.update').at(-1)).not.toHaveProperty('client');
    await user.clear(screen.getByLabelText('Company'));
    await waitFor(() =>
      expect(api.inputsOf('admin.proposals.update').at(-1)).toMatchObject({
        client: { ...client, company: '' },
      }),
    );
  });

  it('is moved to the trash, and restored by Undo', async () => {
    const server = proposalServer();
    server.answers.remove = () => ({ id: 21 });
    server.answers.restore = () => ({ id: 21, number: 'P-0007' });
    const { user, location } = await openProposal(server);
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete draft', hidden: true }));
    await waitFor(() => expect(location()).toBe('/admin?section=proposals'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(location()).toBe('/admin?section=proposals&open=21'));
  });

  it('lists missing data when it cannot be sent', async () => {
    const server = proposalServer({ client: { name: 'Ada Byron', email: '' } });
    const issue = { path: 'client.email', message: 'The client needs an email address' };
    server.answers.send = () => {
      throw new AppError('BAD_REQUEST', issue.message, { issues: [issue] });
    };
    const { user } = await openProposal(server);
    await user.click(await screen.findByRole('button', { name: 'Send…' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send' }),
    );
    const failure = await screen.findByRole('alert');
    expect(failure).toHaveTextContent('Not sent');
    // The focus stays in the dialog, and moves to the field.
    await waitFor(() => expect(failure.parentElement).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Back to the proposal' }));
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
    expect(screen.getByLabelText('Email')).toBeInvalid();
  });
});

describe('a sent proposal', () => {
  it('gets a new version only by a button', async () => {
    const server = proposalServer({ status: 'viewed', version: 1 });
    const { user, api } = await openProposal(server);
    await user.type(await screen.findByLabelText('Title'), '!');
    expect(await state()).toHaveTextContent('Not saved yet');
    await user.click(screen.getByRole('button', { name: 'Save as version 2' }));
    await waitFor(() =>
      expect(server.row()).toMatchObject({ version: 2, title: 'A new website!' }),
    );
    expect(api.inputsOf('admin.proposals.update')).toHaveLength(1);
  });

  it('is previewed with changes that its client does not see yet', async () => {
    const server = proposalServer({ status: 'viewed', version: 1 });
    const { user, api } = await openProposal(server);
    await user.type(await screen.findByLabelText('Title'), '!');
    await user.click(screen.getAllByRole('button', { name: 'Preview' })[0] as HTMLElement);
    const preview = within(await screen.findByRole('dialog'));
    expect(await preview.findByRole('heading', { name: 'A new website!' })).toBeInTheDocument();
    expect(api.inputsOf('admin.proposals.update')).toEqual([]);
    expect(server.row().version).toBe(1);
  });

  it('is read-only once it is decided', async () => {
    await openProposal(proposalServer({ status: 'declined', version: 1 }));
    expect(await screen.findByLabelText('Title')).toBeDisabled();
    expect(screen.queryByRole('button', { name: /^Send(…| again)/ })).toBeNull();
  });

  it('is shown as accepted, with the records that followed', async () => {
    const { items } = sampleProposal();
    const [first] = items;
    if (!first) throw new Error('no item');
    const option = { ...first, description: 'Photographs', optional: true };
    const other = { ...first, description: 'A film', optional: true };
    await openProposal(
      proposalServer({
        status: 'accepted',
        version: 1,
        items: [first, option, other],
        total: '238.00',
        requestId: 7,
        invoices: [
          { id: 31, number: 'INV-2026-0011', status: 'open', total: '119.00' },
          { id: 32, number: null, status: 'draft', total: '119.00' },
        ],
        acceptance: {
          name: 'Ada Byron',
          acceptedAt: '2026-05-04T10:00:00.000Z',
          contentHash: 'a'.repeat(64),
          version: 1,
          optionalItems: [1],
          ip: '203.0.113.7',
          userAgent: 'A browser',
          signedInAs: '',
        },
      }),
    );
    const paper = within(await screen.findByRole('region', { name: 'Signed content' }));
    expect(paper.getByRole('heading', { level: 1, name: 'A new website' })).toBeVisible();
    expect(paper.getByLabelText('At a glance')).toHaveTextContent('Total$238.00');
    expect(paper.queryByRole('textbox')).toBeNull();
    expect(screen.getByText(/accepted by Ada Byron/)).toHaveTextContent('$238.00');
    const led = within(screen.getByRole('list', { name: 'Results' }));
    expect(led.getByRole('link', { name: 'The request' })).toHaveAttribute(
      'href',
      '/admin?section=requests&open=7',
    );
    expect(led.getByRole('link', { name: 'INV-2026-0011' })).toHaveAttribute(
      'href',
      '/admin?section=invoices&open=31',
    );
    expect(led.getByRole('link', { name: 'A draft' })).toBeVisible();
    expect(screen.queryByLabelText('Title')).toBeNull();
    expect(screen.getByRole('link', { name: 'Download PDF' })).toHaveAttribute('download');
  });
});
