import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { AdminForm } from '~/contract/forms/forms-schema';
import { fillForm } from '~/testing/forms';
import { pageOf, renderSection } from '~/testing/panel';
import { shownToasts } from '~/testing/render';
import { emptyDraft } from './form-draft';

// Fakes the preview next to the form.
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('<html lang="en"><head></head></html>'));
});

const form: AdminForm = {
  id: 4,
  name: 'Ask for a ferry site',
  fields: emptyDraft.fields,
  confirmation: 'Thank you.',
  answers: 2,
  answeredKeys: ['name', 'email'],
  usedBy: [],
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  deletedAt: null,
};

const answersOf = (row: AdminForm, asked = row) => ({
  page: () => pageOf([row]),
  get: () => asked,
  create: () => row,
  update: () => row,
  remove: () => ({ id: row.id }),
  restore: () => row,
});

const open = (id: string, row = form, role: 'owner' | 'viewer' = 'owner') =>
  renderSection(`?section=forms&open=${id}`, { forms: answersOf(row) }, { role });

const drawer = () => screen.getByRole('dialog');
const fields = async () => within(await screen.findByRole('group', { name: /^Fields/ }));
const names = async () =>
  (await fields())
    .getAllByRole('button', { expanded: false })
    .map((button) => button.querySelector('b')?.textContent);

describe('the form editor', () => {
  it('adds a field, whose key follows its label, and moves it', async () => {
    const { user, api } = await open('new');
    const group = await fields();
    expect(await names()).toEqual(['Name', 'Email', 'What is it about?']);
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

  it('shows how senders can be contacted, and warns if they cannot', async () => {
    const { user } = await open('new');
    const group = await fields();
    expect(drawer()).toHaveTextContent('Their name is “Name”, their email is “Email”');
    await user.click(group.getByRole('button', { name: 'Remove field 2, Email' }));
    expect(drawer()).toHaveTextContent('add an email or phone field');
    await user.click(within(drawer()).getByRole('button', { name: 'Create form' }));
    expect(await within(drawer()).findAllByText(/so that you can reply/)).toHaveLength(2);
  });

  it('hides a field with answers, keeps its key and type, and can show it again', async () => {
    const { user, api } = await open('4');
    const group = await fields();
    expect(drawer()).toHaveTextContent('It was submitted 2 times');
    await user.click(group.getByRole('button', { name: /^Name/ }));
    expect(within(drawer()).getByLabelText('Key')).toBeDisabled();
    await user.click(group.getByRole('button', { name: 'Archive field 1, Name' }));
    expect(await names()).toEqual(['Email', 'What is it about?']);
    expect(group.getByText('Archived')).toBeVisible();
    await user.click(within(drawer()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.inputsOf('admin.forms.update')).toHaveLength(1));
    const [sent] = api.inputsOf('admin.forms.update') as [{ fields: object[] }];
    expect(sent.fields.at(-1)).toMatchObject({ key: 'name', retired: true });
  });
});

it('a form is read-only without permission', async () => {
  const [name, ...others] = form.fields;
  if (!name) throw new Error('no field');
  const { user } = await open(
    '4',
    { ...form, fields: [...others, { ...name, retired: true }] },
    'viewer',
  );
  const group = await fields();
  expect(group.getByText('Archived')).toBeVisible();
  const offered = () => group.getAllByRole('button').map((button) => button.textContent);
  expect(offered()).toEqual([
    'EmailEmail address, required',
    'What is it about?Long text, required',
  ]);
  await user.click(group.getByRole('button', { name: /^Email/ }));
  expect(within(drawer()).getByLabelText(/^Label/)).toBeDisabled();
  expect(within(drawer()).getByRole('textbox', { name: 'Thank-you message' })).toBeDisabled();
  expect(within(drawer()).queryByRole('button', { name: 'Save' })).toBeNull();
});

describe('a form in use', () => {
  const used: AdminForm = {
    ...form,
    usedBy: [
      { by: 'page', name: 'Winter', path: '/winter-offer', isPublic: true },
      { by: 'page', name: 'Spring', path: '/spring', isPublic: false },
      { by: 'service', name: 'Marketing Website', path: '/services/site', isPublic: true },
    ],
  };
  const words = 'Shown on /winter-offer, /spring (not public); brief of Marketing Website';
  const list = (row: AdminForm, asked = row) =>
    renderSection('?section=forms', { forms: answersOf(row, asked) });
  const deleteButton = () => screen.findByRole('button', { name: `Delete ${form.name}` });

  it('shows its pages and services, and is deleted only after a confirmation that lists them', async () => {
    // Another admin has added the form to a page since the list was read.
    const { user, api } = await list(form, used);
    await user.click(await deleteButton());
    const question = await screen.findByRole('dialog', { name: `Delete “${form.name}”?` });
    expect(question).toHaveTextContent(words);
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('link', { name: form.name }));
    expect(await within(await screen.findByRole('dialog')).findByText(words)).toBeVisible();
    await user.keyboard('{Escape}');
    expect(api.inputsOf('admin.forms.remove')).toEqual([]);
    await user.click(await deleteButton());
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessForm deleted successfullyUndo']));
    expect(api.inputsOf('admin.forms.remove')).toEqual([{ id: 4 }]);
  });
});
