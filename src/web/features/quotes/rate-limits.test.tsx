import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { SubmittedQuote } from '~/contract/leads/quote-link-schema';
import { type FieldValues, fillForm } from '~/testing/forms';
import { renderPart } from '~/testing/render';
import { submittedQuote } from '~/testing/requests';
import { serviceOf } from '~/testing/samples';
import { ContactForm } from '~/web/features/contact/contact-form';
import { QuickQuote } from './quick-quote';
import { QuoteForm } from './quote-form';
// Imported before the clock is faked, because a fake clock would prevent loading these modules.
import '~/contract/leads/contact-schema';
import '~/contract/leads/quotes-schema';
import '~/web/features/contact/message-sent';
import './quote-submitted';

const forms: [name: string, form: RegExp, part: ReactNode, values: FieldValues][] = [
  [
    'the contact form',
    /^Send us a message$/,
    <ContactForm key="contact" subject={undefined} />,
    {
      'First name': 'Ada',
      'Last name': 'Byron',
      Email: 'ada@example.com',
      Service: 'branding',
      Message: 'The engine wants a name.',
    },
  ],
  [
    'the quick quote',
    /^What would it cost\?$/,
    <QuickQuote key="quick" />,
    {
      Name: 'Ada Byron',
      'WhatsApp number': '+49 151 2345 6789',
      Country: 'de',
      Email: 'ada@example.com',
      Service: 'web-development',
    },
  ],
  [
    'the form of a service',
    /^Quote for/,
    <QuoteForm key="service" service={serviceOf('marketing-website')} />,
    {
      Name: 'Ada Byron',
      Email: 'ada@example.com',
      Phone: '+44 20 7946 0958',
      Budget: 'under-1000',
      Timeline: 'asap',
      'Project details': 'An engine that weaves algebra.',
    },
  ],
];

it.each(forms)('%s counts down until it may be sent again', async (_, name, part, values) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(window, 'open').mockReturnValue(null);
  const send = vi.fn((): SubmittedQuote => {
    const reason = 'Too many requests.';
    throw new AppError('TOO_MANY_REQUESTS', `${reason} Wait.`, { reason, retryAfterSeconds: 600 });
  });
  const { user } = await renderPart(part, {
    answers: { contact: { send }, quotes: { submit: send } },
  });
  const form = screen.getByRole('form', { name });
  await fillForm(user, form, values);
  const submit = within(form).getByRole('button');
  await user.click(submit);
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests.');
  const note = () => within(form).queryByText(/^You can try again in \d+ min \d+ s\.$/);
  expect(note()).toBeVisible();
  expect(submit).toBeDisabled();

  act(() => vi.advanceTimersByTime(601_000));
  expect(note()).not.toBeInTheDocument();
  expect(submit).toBeEnabled();
  send.mockImplementation(() => submittedQuote);
  await user.click(submit);
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
});
