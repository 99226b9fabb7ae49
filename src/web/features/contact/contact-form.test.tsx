import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectValues, type FieldValues, fillForm } from '~/testing/forms';
import { createGate, type Rendered, renderPart, shownToasts } from '~/testing/render';
import { ContactForm } from './contact-form';

const form = () => screen.getByRole('form', { name: 'Send us a message' });
const submit = () => within(form()).getByRole('button');

const values: FieldValues = {
  'First name': 'Ada',
  'Last name': 'Byron',
  Email: 'ada@example.com',
  Phone: '+44 20 7946 0958',
  Service: 'branding',
  Message: 'The engine wants a name.\nAnd a mark.',
};
const empty = Object.fromEntries(Object.keys(values).map((label) => [label, '']));

const start = (send: () => { id: number } | Promise<{ id: number }> = () => ({ id: 1 })) =>
  renderPart(<ContactForm subject={undefined} />, { answers: { contact: { send } } });

const isAway = () => {
  throw new TypeError('Failed to fetch');
};

async function expectToast(...texts: string[]) {
  await waitFor(() => expect(shownToasts()).toHaveLength(1));
  for (const text of texts) expect(shownToasts()[0]).toContain(text);
}

async function sendAll({ user }: Rendered) {
  await fillForm(user, form(), values);
  await user.click(submit());
}

describe('a contact message', () => {
  it('is sent and confirmed, and the form and its draft are cleared', async () => {
    const gate = createGate<{ id: number }>();
    const rendered = await start(() => gate.answer);
    await sendAll(rendered);
    await waitFor(() => expect(submit()).toBeDisabled());
    expect(submit()).toHaveTextContent('Sending...');
    await rendered.user.click(submit());
    gate.open({ id: 1 });
    await expectToast('Message Sent!', "Thank you for your message. We'll get back to you soon.");
    expect(submit()).toHaveTextContent('Send Message');
    expectValues(form(), empty);
    // The confirmation is still visible after the notice has disappeared.
    const sent = screen.getByRole('region', { name: 'We’ve received your message' });
    expect(within(sent).getByRole('heading')).toHaveFocus();
    expect(sent).toHaveTextContent('The engine wants a name.');
    await waitFor(() => expect(sent).toHaveTextContent(/You’ll hear from us by\w+day,? \d+ /));
    expect(sent).toHaveTextContent('a confirmation to ada@example.com');
    expect(sent).not.toHaveTextContent('private link');
    expect(rendered.api.inputsOf('contact.send')).toEqual([
      {
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@example.com',
        phone: '+44 20 7946 0958',
        service: 'branding',
        message: 'The engine wants a name.\nAnd a mark.',
        subject: '',
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        website: '',
      },
    ]);
    rendered.unmount();
    await start();
    expectValues(form(), empty);
    expect(form()).toHaveTextContent('We’ve received your message.');
  });

  it('has the subject from the link to the form', async () => {
    const { user, api } = await renderPart(<ContactForm subject="legal" />, {
      answers: { contact: { send: () => ({ id: 1 }) } },
    });
    expect(form()).toHaveTextContent('Question for the legal team');
    const { Service: _none, ...others } = values;
    await fillForm(user, form(), others);
    await user.click(submit());
    await expectToast('Message Sent!');
    expect(api.inputsOf('contact.send')).toMatchObject([
      { subject: 'Question for the legal team', service: 'other' },
    ]);
  });

  it('that cannot be sent keeps its input and key over a reload', async () => {
    const rendered = await start(isAway);
    await sendAll(rendered);
    await expectToast('Error', 'Failed to send message. Please try again.');
    expect(screen.getByRole('alert')).toBeInTheDocument();
    expectValues(form(), values);
    await waitFor(() => expect(submit()).toBeEnabled());
    rendered.unmount();

    const again = await start();
    expectValues(form(), values);
    await again.user.click(submit());
    await waitFor(() => expect(again.api.inputsOf('contact.send')).toHaveLength(1));
    const [first] = rendered.api.inputsOf('contact.send') as { key: string }[];
    expect(again.api.inputsOf('contact.send')).toMatchObject([{ key: first?.key }]);
  });
});
