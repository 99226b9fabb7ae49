import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { SendCodeAnswer } from '~/contract/identity/identity';
import { signInProblemTexts } from '~/contract/identity/sign-in-problems';
import { type Answers, renderScreen } from '~/testing/render';
// Imported before the clock is faked, because a fake clock would prevent loading this module.
import '~/contract/identity/identity-schema';

const form = () => screen.getByRole('form', { name: 'Sign In' });
const email = () => within(form()).getByLabelText('Email');
const submit = () => within(form()).getByRole('button');
const title = () => screen.getByRole('heading', { level: 1 });
const codeForm = () => screen.getByRole('form', { name: 'Verify Your Email' });

const sent: SendCodeAnswer = { message: 'Sent', demo: true, demoCode: '123456' };

function answering(identity: Answers['identity'] = {}): Answers {
  return { identity: { providers: () => [], sendCode: () => sent, ...identity } };
}

async function askForCode(address = 'ada@example.com', answers = answering()) {
  const rendered = await renderScreen('/auth/signin', answers);
  await rendered.user.type(email(), address);
  await rendered.user.click(submit());
  return rendered;
}

describe('a sign-in link instead of a code', () => {
  it('is announced after the email has been entered', async () => {
    await askForCode('ada@example.com', answering({ sendCode: () => ({ ...sent, byLink: true }) }));
    expect(await screen.findByText(/so we sent a link instead/)).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('signs in on a click, and leaves no secret in the URL', async () => {
    window.location.hash = '#email=ada%40example.com&otp=123456&proof=abc';
    const { user: person, api } = await renderScreen(
      '/auth/signin?next=/terms',
      answering({
        verifyCode: () => {
          throw new AppError('UNAUTHORIZED', 'Invalid OTP. Please try again.');
        },
      }),
    );
    expect(await screen.findByText('ada@example.com')).toBeVisible();
    expect(api.inputsOf('identity.verifyCode')).toEqual([]);
    expect(window.location.hash).toBe('');
    await person.click(submit());
    await waitFor(() =>
      expect(api.inputsOf('identity.verifyCode')).toEqual([
        { email: 'ada@example.com', otp: '123456', proof: 'abc' },
      ]),
    );
    expect(await screen.findByText(/^This link has expired/)).toBeVisible();
  });
});

describe('the email step of signing in', () => {
  it('links to the terms, the privacy policy and signing up', async () => {
    const { user, location } = await renderScreen('/auth/signin?next=/account', answering());
    expect(title()).toHaveTextContent('Sign In');
    expect(email()).toHaveAttribute('type', 'email');
    expect(email()).toHaveAttribute('autocomplete', 'email');
    expect(submit()).toHaveTextContent('Continue');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms');
    expect(main.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy');
    await user.click(main.getByRole('link', { name: 'Sign up' }));
    await waitFor(() => expect(title()).toHaveTextContent('Sign Up'));
    expect(location()).toBe('/auth/signup?next=%2Faccount');
  });

  it('keeps the visitor’s destination in the link to a provider', async () => {
    const providers = () => [{ id: 'oidc' as const, name: 'Harbour ID' }];
    await renderScreen('/auth/signin?next=/account', answering({ providers }));
    expect(screen.getByRole('link', { name: 'Continue with Harbour ID' })).toHaveAttribute(
      'href',
      '/api/login/oidc?next=%2Faccount',
    );
  });

  it.each([
    ['denied', signInProblemTexts.denied],
    ['expired', signInProblemTexts.expired],
    ['unverified', signInProblemTexts.unverified],
  ])('shows why a provider sent the visitor back: %s', async (problem, message) => {
    await renderScreen(`/auth/signin?problem=${problem}`, answering());
    expect(within(form()).getByRole('alert')).toHaveTextContent(message);
  });

  it('continues with a recent code, even after a reload', async () => {
    const { user, api, unmount } = await askForCode();
    await user.click(await screen.findByRole('button', { name: 'Back to Email' }));
    expect(email()).toHaveValue('ada@example.com');
    await user.click(submit());
    await waitFor(() => expect(title()).toHaveTextContent('Verify Your Email'));
    expect(
      within(codeForm()).getByRole('button', { name: /^Resend OTP in \d+ s$/ }),
    ).toBeDisabled();
    expect(api.inputsOf('identity.sendCode')).toHaveLength(1);

    // Simulates a reload, after which only the tab's storage remains.
    unmount();
    const after = await renderScreen('/auth/signin', answering());
    await waitFor(() => expect(title()).toHaveTextContent('Verify Your Email'));
    expect(screen.getByText(/^Demo mode: the code is/)).toHaveTextContent('123456');
    expect(after.api.inputsOf('identity.sendCode')).toEqual([]);

    // A visitor who went back is not moved forward again, and the code is still valid.
    await after.user.click(screen.getByRole('button', { name: 'Back to Email' }));
    after.unmount();
    await askForCode('ADA@example.com');
    await waitFor(() => expect(title()).toHaveTextContent('Verify Your Email'));
  });

  it('continues with the code of an earlier email after a code for another one', async () => {
    const { user, api } = await askForCode();
    await user.click(await screen.findByRole('button', { name: 'Back to Email' }));
    await user.clear(email());
    await user.type(email(), 'grace@example.com');
    await user.click(submit());
    await user.click(await screen.findByRole('button', { name: 'Back to Email' }));
    await user.clear(email());
    await user.type(email(), 'ada@example.com');
    await user.click(submit());
    await waitFor(() => expect(title()).toHaveTextContent('Verify Your Email'));
    expect(api.inputsOf('identity.sendCode')).toHaveLength(2);
  });

  it('starts again when the page is opened again, and keeps the code after a reload', async () => {
    const arrivals = vi.spyOn(performance, 'getEntriesByType');
    const arriveBy = (type: string) =>
      arrivals.mockReturnValue([{ type, name: window.location.href }] as never);
    const { unmount } = await askForCode();
    unmount();
    arriveBy('navigate');
    const { user, unmount: leave } = await renderScreen('/auth/signin', answering());
    await user.type(email(), 'grace@example.com');
    expect(title()).toHaveTextContent('Sign In');
    leave();
    arriveBy('reload');
    await renderScreen('/auth/signin', answering());
    await waitFor(() => expect(title()).toHaveTextContent('Verify Your Email'));
  });

  it('counts down if a code was sent recently, without reporting the email as unsent', async () => {
    const reason = 'A code was sent a moment ago.';
    const sendCode = () => {
      throw new AppError('TOO_MANY_REQUESTS', reason, { reason, retryAfterSeconds: 45 });
    };
    const { user } = await renderScreen('/auth/signin', answering({ sendCode }));
    await user.type(email(), 'ada@example.com');
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(reason);
    expect(form()).toHaveTextContent('You can try again in');
    expect(form()).not.toHaveTextContent('Not sent');
  });
});
