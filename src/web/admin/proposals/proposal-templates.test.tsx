import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { renderSection } from '~/testing/panel';
import { proposalServer } from '~/testing/proposal-server';
import { shownToasts } from '~/testing/render';

describe('a template', () => {
  const template = {
    id: 5,
    name: 'Small website',
    title: 'A new website',
    itemCount: 3,
    updatedAt: '2026-05-04T10:00:00.000Z',
  };

  it('is created from a proposal, or replaced under its name', async () => {
    const server = proposalServer();
    const { user, api } = await renderSection('?section=proposals&open=21', {
      proposals: server.answers,
      proposalTemplates: { list: () => [template], save: ({ name }) => ({ ...template, name }) },
    });
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(
      await screen.findByRole('menuitem', { name: 'Save as template…', hidden: true }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    const name = dialog.getByLabelText(/^Template name/);
    expect(name).toHaveValue('A new website');
    expect(dialog.getByRole('button', { name: 'Save template' })).toBeEnabled();
    await user.clear(name);
    await user.type(name, 'small website');
    await user.click(await dialog.findByRole('button', { name: 'Replace template' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessTemplate “small website” saved']));
    expect(api.inputsOf('admin.proposalTemplates.save')).toEqual([
      { proposalId: 21, name: 'small website', replace: true },
    ]);
  });

  it('starts a proposal, and can be deleted', async () => {
    const server = proposalServer();
    let templates = [template];
    const { user, api, location } = await renderSection('?section=proposals', {
      proposals: server.answers,
      proposalTemplates: {
        list: () => templates,
        remove: ({ id }) => {
          templates = [];
          return { id: Number(id) };
        },
      },
    });
    const start = async () => {
      await user.click(await screen.findByRole('button', { name: 'Start from…' }));
      return within(await screen.findByRole('dialog'));
    };
    await user.click(await (await start()).findByRole('button', { name: /^Small website/ }));
    await waitFor(() => expect(location()).toBe('/admin?section=proposals&open=21'));
    expect(api.inputsOf('admin.proposals.create')).toEqual([{ templateId: 5 }]);
    await user.click(await screen.findByRole('button', { name: '← All proposals' }));
    const dialog = await start();
    await user.click(
      await dialog.findByRole('button', { name: 'Delete the template Small website' }),
    );
    expect(await dialog.findByText(/^No templates yet/)).toBeInTheDocument();
  });
});
