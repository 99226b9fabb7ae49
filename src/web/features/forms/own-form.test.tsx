import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { PublicForm } from '~/contract/forms/forms-schema';
import { expectFieldError, expectValues, fillForm } from '~/testing/forms';
import { renderPart } from '~/testing/render';
import { OwnForm } from './own-form';

const field = (key: string, type: PublicForm['fields'][number]['type'], part: object = {}) => ({
  ...{ key, type, label: `The ${key}`, required: false, help: '', options: [], retired: false },
  ...part,
});

const asked: PublicForm = {
  id: 3,
  name: 'Ask for a ferry site',
  fields: [
    field('name', 'text', { required: true }),
    field('email', 'email', { required: true, help: 'Where we answer.' }),
    field('size', 'choice', { options: ['Small', 'Large'] }),
    field('parts', 'choices', { options: ['Shop', 'Blog', 'Map'] }),
    field('boats', 'number'),
    field('plans', 'file'),
    field('terms', 'consent', { required: true }),
  ],
  confirmation: 'Thank you. We read it today.',
};

const form = () => screen.getByRole('form', { name: asked.name });
const submit = () => within(form()).getByRole('button', { name: 'Send' });
const box = (name: string) => within(form()).getByRole('checkbox', { name });
const filled = { 'The name': 'Maren', 'The email': 'maren@example.com', 'The size': 'Large' };

const start = (send: () => { id: number } = () => ({ id: 1 })) =>
  renderPart(<OwnForm form={asked} />, { answers: { formAnswers: { submit: send } } });

describe('a custom form', () => {
  it('shows the current form if it requires more than before', async () => {
    const message = 'This field is required';
    const { user } = await start(() => {
      throw new AppError('BAD_REQUEST', message, {
        issues: [{ path: 'answers.company', message }],
      });
    });
    await fillForm(user, form(), filled);
    await user.click(box('The terms'));
    await user.click(submit());
    const alert = await within(form()).findByRole('alert');
    expect(alert).toHaveTextContent('This form has changed since you opened it');
    expect(within(alert).getByRole('button', { name: 'Show the new questions' })).toBeVisible();
    expect(within(form()).getByLabelText('The name')).toHaveValue('Maren');
  });

  it('sends the answers by key, and confirms', async () => {
    const { user, api } = await start();
    await fillForm(user, form(), { ...filled, 'The boats': '12' });
    await user.click(box('Shop'));
    await user.click(box('Map'));
    await user.click(box('The terms'));
    await user.click(submit());
    expect(await screen.findByRole('status')).toHaveTextContent(asked.confirmation);
    expect(screen.getByRole('status')).toHaveFocus();
    expect(api.inputsOf('formAnswers.submit')).toEqual([
      {
        id: 3,
        answers: {
          ...{ name: 'Maren', email: 'maren@example.com', size: 'Large', boats: '12' },
          ...{ parts: ['Shop', 'Map'], terms: 'on' },
        },
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        website: '',
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Send another' }));
    expectValues(form(), { 'The name': '', 'The size': '' });
  });

  it('keeps typed and checked values over a reload, and shows the server’s errors', async () => {
    const message = 'Please choose one';
    const { user, unmount } = await start(() => {
      throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'answers.size', message }] });
    });
    await fillForm(user, form(), filled);
    await user.click(box('Map'));
    await user.click(box('The terms'));
    await user.click(submit());
    await expectFieldError(form(), 'The size', message);
    unmount();
    await start();
    expectValues(form(), filled);
    expect(box('Map')).toBeChecked();
    expect(box('Shop')).not.toBeChecked();
    expect(box('The terms')).toBeChecked();
  });

  it('uploads files as they are chosen, and sends their references', async () => {
    const { user, api } = await start();
    const calls = vi
      .spyOn(globalThis, 'fetch')
      .mockResolvedValueOnce(Response.json({ id: `7.${'a'.repeat(26)}`, name: 'plan.png' }))
      .mockResolvedValueOnce(
        Response.json({ message: 'This kind of file is not taken' }, { status: 415 }),
      );
    await fillForm(user, form(), filled);
    await user.click(box('The terms'));
    const input = form().querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('there is no input for files');
    await user.upload(input, [new File(['a'], 'plan.png'), new File(['b'], 'run.exe')]);
    expect(await within(form()).findByText('plan.png')).toBeVisible();
    expect(
      await within(form()).findByText('run.exe: This kind of file is not taken'),
    ).toBeVisible();
    expect(calls.mock.calls[0]?.[0]).toBe('/api/files/of-forms/3');
    await user.click(submit());
    await screen.findByText(asked.confirmation);
    expect(api.inputsOf('formAnswers.submit')).toMatchObject([
      { answers: { plans: [`7.${'a'.repeat(26)}/plan.png`] } },
    ]);
  });

  it('is sent without a file that the server has no room for, and says that the agency will ask for it', async () => {
    const { user, api } = await start();
    vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(
      Response.json({ message: 'Files cannot be taken right now.' }, { status: 503 }),
    );
    await fillForm(user, form(), filled);
    await user.click(box('The terms'));
    const input = form().querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('there is no input for files');
    await user.upload(input, new File(['a'], 'plan.png'));
    expect(
      await within(form()).findByText(/^plan.png: .* we’ll ask for it by email/),
    ).toBeVisible();
    await user.click(submit());
    await screen.findByText(asked.confirmation);
    expect(api.inputsOf('formAnswers.submit')).toMatchObject([
      { answers: { plans: ['not-taken/plan.png'] } },
    ]);
  });
});
