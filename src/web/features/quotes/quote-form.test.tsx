import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { defaultFormFields } from '~/contract/leads/form-field-defaults';
import type { SubmittedQuote } from '~/contract/leads/quote-link-schema';
import { serviceQuoteSchemaOf } from '~/contract/leads/quotes-schema';
import { expectValues, type FieldValues, fillForm } from '~/testing/forms';
import { createGate, renderPart, shownToasts } from '~/testing/render';
import { submittedQuote } from '~/testing/requests';
import { serviceOf } from '~/testing/samples';
import { QuoteForm } from './quote-form';

const service = serviceOf('marketing-website');
const other = serviceOf('web-application');

const form = () => screen.getByRole('form', { name: /^Quote for/ });
const submit = () => within(form()).getByRole('button');

const values: FieldValues = {
  Name: 'Grace Hopper',
  Email: 'grace@example.com',
  Phone: '+1 555 010 0199',
  Company: 'Bureau of Ships',
  Budget: '5000-10000',
  Timeline: '1-month',
  'Project details': 'Two lines:\nand the second',
};
const empty = Object.fromEntries(Object.keys(values).map((label) => [label, '']));

async function start(
  of = service,
  send: () => Promise<SubmittedQuote> = async () => submittedQuote,
) {
  vi.spyOn(window, 'open').mockReturnValue(null);
  return renderPart(<QuoteForm service={of} />, { answers: { quotes: { submit: send } } });
}

describe('the form of a service', () => {
  const everything = { ...defaultFormFields, channel: 'optional' as const };

  it('has an input for each field of its schema', async () => {
    await renderPart(<QuoteForm service={service} />, {
      answers: { settings: { formFields: () => everything } },
    });
    const { elements } = form() as HTMLFormElement;
    const fields = Object.keys(serviceQuoteSchemaOf(everything).shape);
    expect(fields.filter((field) => elements.namedItem(field) === null)).toEqual([]);
  });

  it('sends a complete request, and offers to send another one', async () => {
    const gate = createGate<SubmittedQuote>();
    const { user, api } = await start(service, () => gate.answer);
    await fillForm(user, form(), values);
    await user.click(submit());
    await waitFor(() => expect(submit()).toHaveTextContent('Submitting...'));
    expect(submit()).toBeDisabled();
    gate.open(submittedQuote);

    expect(await screen.findByRole('heading', { name: 'Quote Request Submitted' })).toHaveFocus();
    expect(shownToasts()).toEqual([
      "Quote Request SubmittedWe'll get back to you within 24 hours!",
    ]);
    const link = screen.getByRole('link', { name: 'Continue on WhatsApp' });
    expect(link.getAttribute('href')).toMatch(
      new RegExp(`^https://wa.me/15550100142\\?text=.*${encodeURIComponent('grace@example.com')}`),
    );
    expect(api.inputsOf('quotes.submit')).toMatchObject([
      {
        name: 'Grace Hopper',
        email: 'grace@example.com',
        phone: '+1 555 010 0199',
        company: 'Bureau of Ships',
        budget: '5000-10000',
        timeline: '1-month',
        projectDetails: 'Two lines:\nand the second',
        serviceId: service.id,
        serviceName: 'Marketing Website',
        source: 'service_page',
      },
    ]);

    await user.click(screen.getByRole('button', { name: 'Submit Another Quote' }));
    expectValues(form(), empty);
  });

  it('keeps the typed text for this service, through a failure and a reload', async () => {
    const { user, unmount } = await start(service, async () => {
      throw new Error('no answer');
    });
    await fillForm(user, form(), values);
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Failed to submit quote request. Please try again.',
    );
    unmount();
    const again = await start();
    expectValues(form(), values);
    again.unmount();
    await start(other);
    expect(form()).toHaveAccessibleName('Quote for Web Application');
    expectValues(form(), empty);
  });
});
