import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { AdminForm } from '~/contract/forms/forms-schema';
import { fillForm } from '~/testing/forms';
import { pageOf, renderPanel } from '~/testing/panel';
import { shownToasts } from '~/testing/render';
import { emptyDraft } from './form-draft';

beforeAll(() => {
  // Dragging asks for one.
  document.prepend(document.implementation.createDocumentType('html', '', ''));
});

// The preview beside the form, and the fonts that growing fields ask for.
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('<html lang="en"><head></head></html>'));
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  return () => vi.unstubAllGlobals();
});

const form: AdminForm = {
  id: 4,
  name: 'Ask for a ferry site',
  fields: emptyDraft.fields,
  confirmation: 'Thank you.',
  answers: 2,
  answeredKeys: ['name', 'email'],
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  deletedAt: null,
};

const open = (id: string) =>
  renderPanel(`?section=forms&open=${id}`, {
    forms: {
      page: () => pageOf([form]),
      get: () => form,
      create: () => form,
      update: () => form,
    },
  });

const drawer = () => screen.getByRole('dialog');
const fields = async () => within(await screen.findByRole('group', { name: /^Fields/ }));
const names = async () =>
  (await fields())
    .getAllByRole('button', { expanded: false })
    .map((button) => button.querySelector('b')?.textContent);

describe('the editor of a form', () => {
  it('adds a field, whose key follows its label, and puts it in another place', async () => {
    const { user, api } = await open('new');
    const group = await fields();
    expect(await names()).toEqual(['Name', 'E-mail', 'What is it about?']);
    await user.click(group.getByRole('button', { name: 'Add a field' }));
    await fillForm(user, drawer(), { Name: 'Ferries', Label: 'How many boats?' });
    expect(within(drawer()).getByLabelText('Key')).toHaveValue('how_many_boats');
    await user.click(group.getByRole('button', { name: 'Move field 4, How many boats? up' }));
    await user.click(within(drawer()).getByRole('button', { name: 'Create form' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessForm created successfully']));
    const [sent] = api.inputsOf('admin.forms.create') as [{ fields: { key: string }[] }];
    expect(sent.fields.map(({ key }) => key)).toEqual([
      'name',
      'email',
      'how_many_boats',
      'message',
    ]);
  });

  it('says how what is sent can be answered, and that it cannot', async () => {
    const { user } = await open('new');
    const group = await fields();
    expect(drawer()).toHaveTextContent('Their name is “Name”, their e-mail is “E-mail”');
    await user.click(group.getByRole('button', { name: 'Remove field 2, E-mail' }));
    expect(drawer()).toHaveTextContent('you could not answer what is sent');
    await user.click(within(drawer()).getByRole('button', { name: 'Create form' }));
    expect(await within(drawer()).findByText(/without one you cannot answer/)).toBeVisible();
  });

  it('asks an answered field no more, keeps its key and type, and can ask it again', async () => {
    const { user, api } = await open('4');
    const group = await fields();
    expect(drawer()).toHaveTextContent('It was sent 2 times');
    await user.click(group.getByRole('button', { name: /^Name/ }));
    expect(within(drawer()).getByLabelText('Key')).toBeDisabled();
    await user.click(group.getByRole('button', { name: 'Ask field 1, Name no more' }));
    expect(await names()).toEqual(['E-mail', 'What is it about?']);
    expect(group.getByText('Not asked any more')).toBeVisible();
    await user.click(within(drawer()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.inputsOf('admin.forms.update')).toHaveLength(1));
    const [sent] = api.inputsOf('admin.forms.update') as [{ fields: object[] }];
    expect(sent.fields.at(-1)).toMatchObject({ key: 'name', retired: true });
  });
});
