import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { AppError } from '~/contract/common/errors';
import { defaultFormFields } from '~/contract/leads/form-field-defaults';
import type { SubmittedQuote } from '~/contract/leads/quote-link-schema';
import { expectFieldError, expectValues, type FieldValues, fillForm } from '~/testing/forms';
import { createGate, type Rendered, renderPart, shownToasts } from '~/testing/render';
import { submittedQuote } from '~/testing/requests';
import { QuickQuote } from './quick-quote';

const form = () => screen.getByRole('form', { name: 'What would it cost?' });
const field = (label: string) => within(form()).getByLabelText(label);
const submit = () => within(form()).getByRole('button');

const answers: FieldValues = {
  Name: 'Ada Byron',
  'WhatsApp number': '+49 151 2345 6789',
  Country: 'de',
  Email: 'ada@example.com',
  Service: 'web-development',
};

async function start(options: Parameters<typeof renderPart>[1] = {}): Promise<Rendered> {
  const rendered = await renderPart(<QuickQuote />, {
    answers: { quotes: { submit: () => submittedQuote } },
    ...options,
  });
  vi.spyOn(window, 'open').mockReturnValue(null);
  return rendered;
}

describe('the quick quote form', () => {
  it('shows at each field what is missing, and focuses the first', async () => {
    const { user, api } = await start();
    await user.click(submit());
    await expectFieldError(form(), 'Name', 'Name must be at least 2 characters');
    await expectFieldError(
      form(),
      'WhatsApp number',
      'WhatsApp number must be at least 10 characters',
    );
    await expectFieldError(form(), 'Country', 'Please select your country');
    await expectFieldError(form(), 'Email', 'Invalid email address');
    await expectFieldError(form(), 'Service', 'Please select a service');
    expect(field('Name')).toHaveFocus();
    expect(submit()).toBeEnabled();
    expect(api.inputsOf('quotes.submit')).toEqual([]);
  });

  it('shows a server error at the field it names', async () => {
    const message = 'Please keep this to 40 characters';
    const { user } = await start({
      answers: {
        quotes: {
          submit: () => {
            throw new AppError('BAD_REQUEST', message, { issues: [{ path: 'phone', message }] });
          },
        },
      },
    });
    await fillForm(user, form(), answers);
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await expectFieldError(form(), 'WhatsApp number', message);
    await waitFor(() => expect(field('WhatsApp number')).toHaveFocus());
    expectValues(form(), answers);
  });

  it('sends the request once, and confirms it', async () => {
    const gate = createGate<SubmittedQuote>();
    const { user, api } = await start({ answers: { quotes: { submit: () => gate.answer } } });
    await fillForm(user, form(), answers);
    await user.dblClick(submit());
    expect(submit()).toHaveTextContent('Submitting...');
    expect(submit()).toBeDisabled();
    gate.open(submittedQuote);
    expect(await screen.findByRole('heading', { name: 'Request Submitted!' })).toHaveFocus();
    const facts = () => screen.getAllByRole('term').map((term) => term.textContent);
    expect(facts()).toEqual(['Service', 'Number', 'Country', 'You’ll hear from us by']);
    expect(await screen.findByText(/^\w+day,? 1 December/)).toBeVisible();
    expect(screen.getByText(/^Check your inbox/)).toHaveTextContent(
      'with a private link to follow your quote',
    );
    expect(shownToasts()).toEqual([
      "Quote Request SubmittedWe'll contact you on WhatsApp shortly!",
    ]);
    expect(api.inputsOf('quotes.submit')).toEqual([
      {
        name: 'Ada Byron',
        phone: '+49 151 2345 6789',
        email: 'ada@example.com',
        company: '',
        country: 'de',
        projectDetails: 'Quick quote request for Web Development from Germany',
        budget: 'To be discussed',
        timeline: 'To be discussed',
        serviceId: 0,
        serviceName: 'Web Development',
        source: 'home',
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        website: '',
      },
    ]);
  });

  it('says after a reload that a request was sent', async () => {
    const { user, unmount } = await start();
    await fillForm(user, form(), answers);
    await user.click(submit());
    await screen.findByRole('heading', { name: 'Request Submitted!' });
    unmount();
    await start();
    await waitFor(() => expect(form()).toHaveTextContent('We’ve received your request.'));
    expectValues(form(), { Name: '', Email: '' });
  });

  it('sends a changed request as a new request', async () => {
    const { user, api } = await start({
      answers: {
        quotes: {
          submit: () => {
            throw new TypeError('Failed to fetch');
          },
        },
      },
    });
    await fillForm(user, form(), answers);
    await user.click(submit());
    await screen.findByRole('alert');
    await fillForm(user, form(), { Name: 'Ada Lovelace' });
    await user.click(submit());
    await waitFor(() => expect(api.inputsOf('quotes.submit')).toHaveLength(2));
    const [first, second] = api.inputsOf('quotes.submit') as { key: string }[];
    expect(second?.key).not.toBe(first?.key);
  });

  it('asks for the fields that the agency has chosen', async () => {
    const { user, api } = await start({
      answers: {
        quotes: { submit: () => submittedQuote },
        settings: {
          formFields: () => ({
            ...defaultFormFields,
            services: [{ id: 7, value: 'Ferry pages', label: 'Ferry pages' }],
            countries: [],
            phoneLabels: { ...defaultFormFields.phoneLabels, quick: 'Mobile' },
            about: 'required',
            channel: 'optional',
          }),
        },
      },
    });
    expect(form()).toHaveTextContent('Answer six questions');
    expect(within(form()).queryByLabelText('Country')).not.toBeInTheDocument();
    await user.click(submit());
    await expectFieldError(form(), 'Mobile', 'Mobile must be at least 10 characters');
    await expectFieldError(form(), 'What is it about?', 'Please enter the project details');
    await fillForm(user, form(), {
      Name: 'Ada Byron',
      Mobile: '+49 151 2345 6789',
      Email: 'ada@example.com',
      Service: 'Ferry pages',
      'What is it about?': 'A timetable',
      'How should we answer?': 'phone',
    });
    await user.click(submit());
    await screen.findByRole('heading', { name: 'Request Submitted!' });
    expect(screen.getByText(/answer by phone/)).toBeVisible();
    expect(api.inputsOf('quotes.submit')).toMatchObject([
      {
        projectDetails: 'Quick quote request for Ferry pages',
        about: 'A timetable',
        preferredChannel: 'phone',
        serviceId: 7,
        serviceName: 'Ferry pages',
      },
    ]);
  });

  it('shows a field that became required while it was filled in, with the typed values', async () => {
    const message = 'Please select how we should answer';
    const { user, api } = await start({
      answers: {
        quotes: {
          submit: () => {
            throw new AppError('BAD_REQUEST', message, {
              issues: [{ path: 'preferredChannel', message }],
            });
          },
        },
      },
    });
    await fillForm(user, form(), answers);
    api.answer({
      settings: { formFields: () => ({ ...defaultFormFields, channel: 'required' }) },
    });
    await user.click(submit());
    await expectFieldError(form(), 'How should we answer?', message);
    expectValues(form(), answers);
    api.answer({ quotes: { submit: () => submittedQuote } });
    await fillForm(user, form(), { 'How should we answer?': 'email' });
    await user.click(submit());
    await screen.findByRole('heading', { name: 'Request Submitted!' });
    expect(api.inputsOf('quotes.submit')).toHaveLength(2);
  });
});
