import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import { databaseLineIds, type SetupState } from '~/contract/setup/setup';
import type { DatabaseLine, NetworkLine } from '~/contract/setup/setup-schema';
import { renderPanel, renderSection } from '~/testing/panel';
import { type Answers, shownToasts } from '~/testing/render';

type SetupAnswers = NonNullable<NonNullable<Answers['admin']>['setup']>;
type States = Partial<Record<DatabaseLine['id'], SetupState>>;

function setupOf(states: States = {}, isDemo = false): SetupAnswers {
  return {
    lines: () => ({
      isDemo,
      version: '1.2.3',
      legalDigest: 'of the texts',
      lines: databaseLineIds.map((id) => ({
        id,
        state: states[id] ?? 'done',
        found: `What was found of ${id}.`,
        notes: id === 'samples' ? ['6 services', '5 posts'] : [],
      })),
    }),
    network: ({ id }): NetworkLine => ({ id, state: 'done', found: `${id} works.`, notes: [] }),
  };
}

const line = (name: string) => within(screen.getByRole('listitem', { name }));
const sidebar = () => within(screen.getByRole('navigation', { name: 'Sections' }));

describe('the Setup section', () => {
  it('counts completed tasks, and shows each with its state and a sentence', async () => {
    await renderSection('?section=setup', {
      setup: setupOf({ contact: 'todo', backup: 'attention' }),
    });
    expect(await screen.findByRole('heading', { name: '11 of 13 done' })).toBeVisible();
    expect(screen.getByText('Version 1.2.3')).toBeVisible();
    expect(line('Contact').getByText('To do')).toBeVisible();
    expect(line('Contact').getByText('What was found of contact.')).toBeVisible();
    expect(line('Recent backup').getByText('Needs attention')).toBeVisible();
    expect(line('Contact').getByRole('link')).toHaveAttribute('href', '/admin?section=settings');
    expect(line('Name and logo').queryByRole('link')).not.toBeInTheDocument();
  });

  it('shows database results while the network is checked, and checks again on return', async () => {
    let answerMail: (line: NetworkLine) => void = () => {};
    const setup: SetupAnswers = {
      ...setupOf(),
      network: ({ id }) =>
        id === 'mail'
          ? new Promise<NetworkLine>((resolve) => {
              answerMail = resolve;
            })
          : { id, state: 'unchecked', found: 'It did not answer in time.', notes: [] },
    };
    const { api } = await renderSection('?section=setup', { setup });
    expect(await screen.findByRole('heading', { name: '9 of 13 done' })).toBeVisible();
    expect(line('Email').getByText('Checking…')).toBeVisible();
    expect(await line('Payments').findByText('Not checked')).toBeVisible();
    answerMail({ id: 'mail', state: 'done', found: 'It works.', notes: ['SPF: v=spf1 -all'] });
    expect(await line('Email').findByText('SPF: v=spf1 -all')).toBeVisible();
    expect(screen.getByRole('heading', { name: '10 of 13 done' })).toBeVisible();

    api.answer({ admin: { setup: setupOf({ name: 'todo' }) } });
    fireEvent.focus(window);
    expect(await line('Name and logo').findByText('To do')).toBeVisible();
    expect(await line('Payments').findByText('payments works.')).toBeVisible();
  });

  it('marks a failed check as not checked, and shows the others', async () => {
    const setup: SetupAnswers = {
      ...setupOf(),
      network: () => {
        throw new AppError('SERVICE_UNAVAILABLE', 'The server is busy');
      },
    };
    await renderSection('?section=setup', { setup });
    expect(await screen.findByRole('heading', { name: '9 of 13 done' })).toBeVisible();
    expect(await line('Email').findByText('Not checked')).toBeVisible();
  });

  it('sends a test email to the reply address, and shows when it has arrived', async () => {
    let hasArrived = false;
    const setup: SetupAnswers = {
      ...setupOf(),
      testAnswers: () => ({ test: 'abc', to: 'answers@agency.example', problem: '' }),
      hasTestArrived: () => ({ hasArrived }),
    };
    const { user, api } = await renderSection('?section=setup', { setup });
    const send = { name: 'Send test email' };
    await user.click(await line('Replies by email').findByRole('button', send));
    expect(await line('Replies by email').findByText('Waiting for the email')).toBeVisible();
    hasArrived = true;
    expect(await line('Replies by email').findByText('Received')).toBeVisible();
    expect(api.inputsOf('admin.setup.hasTestArrived').at(-1)).toEqual({ test: 'abc' });
  });

  it('removes samples after a confirmation that lists what is removed and kept', async () => {
    const removals: unknown[] = [];
    const setup: SetupAnswers = {
      ...setupOf({ samples: 'todo' }),
      removeSamples: () => {
        removals.push('removed');
        return { removed: [] };
      },
    };
    const { user, api } = await renderSection('?section=setup', { setup });
    const ask = await screen.findByRole('button', { name: 'Remove samples' });
    await user.click(ask);
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove sample content?' }));
    expect(dialog.getByText('6 services')).toBeInTheDocument();
    expect(dialog.getByText(/samples that you have edited/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(removals).toEqual([]);
    await user.click(ask);
    api.answer({ admin: { setup: setupOf() } });
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove samples' }),
    );
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessSamples removed']));
    expect(removals).toEqual(['removed']);
    expect(await line('Sample content').findByText('Done')).toBeVisible();
  });

  it('confirms the legal texts that were read', async () => {
    const setup: SetupAnswers = { ...setupOf({ legal: 'todo' }), confirmLegal: () => null };
    const { user, api } = await renderSection('?section=setup', { setup });
    const row = await waitFor(() => line('Legal texts reviewed'));
    expect(row.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/admin?section=settings&tab=legal',
      '/privacy',
      '/terms',
      '/cookies',
    ]);
    await user.click(row.getByRole('button', { name: 'Mark as reviewed' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessLegal texts marked as reviewed']));
    expect(api.inputsOf('admin.setup.confirmLegal')).toEqual([{ digest: 'of the texts' }]);
  });

  it('counts open tasks in an owner’s sidebar, until the count is hidden', async () => {
    let isHidden = false;
    const setup: SetupAnswers = {
      ...setupOf(),
      mark: () => ({ open: isHidden ? 0 : 3, isHidden }),
      hideMark: (change) => {
        isHidden = change.isHidden;
        return null;
      },
    };
    const { user } = await renderPanel('?section=setup', { setup });
    expect(await sidebar().findByLabelText('3 open')).toBeVisible();
    await user.click(await screen.findByRole('switch', { name: 'Show open tasks in the sidebar' }));
    await waitFor(() => expect(sidebar().queryByLabelText('3 open')).not.toBeInTheDocument());
    expect(shownToasts()).toEqual(['SuccessCount hidden']);
  });
});
