import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { PublicForm } from '~/contract/forms/forms-schema';
import { fillForm } from '~/testing/forms';
import { renderPart } from '~/testing/render';
import { QuoteBrief, RequestBrief } from './briefs';

const asked: PublicForm = {
  id: 5,
  name: 'About your harbour',
  fields: [
    {
      ...{ key: 'berths', type: 'number', label: 'Berths', required: true },
      ...{ help: '', options: [], retired: false },
    },
  ],
  confirmation: '',
};

const section = () => screen.findByRole('region', { name: asked.name });
const answer = async (user: Awaited<ReturnType<typeof renderPart>>['user'], berths: string) => {
  const form = within(await section()).getByRole('form');
  await fillForm(user, form, { Berths: berths });
  await user.click(within(form).getByRole('button', { name: 'Send' }));
  return form;
};

describe('the brief of a quote', () => {
  const open = (answers: object) =>
    renderPart(<QuoteBrief formId={5} quoteKey="key-of-the-quote" />, {
      answers: { formAnswers: answers },
    });

  it('is sent under the key of the quote, and confirmed', async () => {
    const { user, api } = await open({ quoteBrief: () => asked, sendQuoteBrief: () => ({}) });
    await answer(user, '12');
    const said = await screen.findByRole('status');
    expect(said).toHaveTextContent('Thank you. We added your answers to your request.');
    expect(said).toHaveFocus();
    expect(api.inputsOf('formAnswers.sendQuoteBrief')).toEqual([
      { id: 5, answers: { berths: '12' }, quoteKey: 'key-of-the-quote' },
    ]);
    expect(screen.queryByRole('form')).toBeNull();
  });

  it.each([
    ['asks for nothing more', () => null],
    [
      'cannot be loaded',
      () => {
        throw new AppError('SERVICE_UNAVAILABLE', 'We cannot reach our records right now.');
      },
    ],
  ])('is not shown if it %s, because the quote itself was received', async (_, quoteBrief) => {
    const { api } = await open({ quoteBrief });
    await waitFor(() => expect(api.inputsOf('formAnswers.quoteBrief')).toEqual([{ id: 5 }]));
    expect(screen.queryByRole('form')).toBeNull();
  });
});

describe('the brief of a request', () => {
  const open = (answers: object) =>
    renderPart(<RequestBrief requestId={7} />, { answers: { formAnswers: answers } });

  it('is sent for the request', async () => {
    const { user, api } = await open({ requestBrief: () => asked, sendRequestBrief: () => ({}) });
    await answer(user, '3');
    expect(await screen.findByRole('status')).toHaveTextContent(/^Thank you/);
    expect(api.inputsOf('formAnswers.sendRequestBrief')).toEqual([
      { id: 7, answers: { berths: '3' } },
    ]);
  });

  it('disappears once it has been filled in', async () => {
    const { api } = await open({ requestBrief: () => null });
    await waitFor(() => expect(api.inputsOf('formAnswers.requestBrief')).toEqual([{ id: 7 }]));
    expect(screen.queryByRole('form')).toBeNull();
  });
});
