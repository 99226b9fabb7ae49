import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { AppError } from '~/contract/common/errors';
import type { SendCodeAnswer } from '~/contract/identity/identity';
import { ada, emptyDashboard } from '~/testing/client-samples';
import { expectFieldError } from '~/testing/forms';
import { type Answers, renderScreen, shownToasts } from '~/testing/render';
// Imported before the clock is faked, because a fake clock would prevent loading this module.
import '~/contract/identity/identity-schema';

const form = () => screen.getByRole('form', { name: 'Verify Your Email' });
const code = () => within(form()).getByLabelText('Code');
const submit = () => within(form()).getByRole('button', { name: /^Verify/ });
const resend = () => within(form()).getByRole('button', { name: /^Resend OTP/ });
const secondsLeft = () => Number(/\d+/.exec(resend().textContent ?? '')?.[0]);
const title = () => screen.getByRole('heading', { level: 1 });

const demo: SendCodeAnswer = { message: 'Sent', demo: true, demoCode: '123456' };
const tooSoon = () => {
  const reason = 'A code was sent a moment ago.';
  throw new AppError('TOO_MANY_REQUESTS', reason, { reason, retryAfterSeconds: 45 });
};

/** Continues to the code step of signing in. */
async function askForCode(identity: Answers['identity'] = {}, path = '/auth/signin') {
  const answers = {
    ...emptyDashboard,
    identity: { providers: () => [], sendCode: () => demo, ...identity },
    services: { cards: () => [], firstCards: () => [] },
    dashboard: {
      welcome: () => ({
        stats: emptyDashboard.dashboard.stats(),
        inquiries: 0,
        memberSince: '2026-05-04T10:00:00.000Z',
        activity: [],
      }),
    },
  };
  const rendered = await renderScreen(path, answers);
  await rendered.user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  await waitFor(() => expect(title()).toHaveTextContent('Verify Your Email'));
  return rendered;
}

const signsIn = { verifyCode: () => ({ user: ada }) };

describe('the code step', () => {
  it('shows where the code was sent, and the code of demo mode', async () => {
    await askForCode();
    expect(shownToasts()).toEqual([
      'Demo OTP ReadyNo email is sent in demo mode. Use the code 123456.',
    ]);
    expect(screen.getByText(/^Demo mode/)).toHaveTextContent('Demo mode: the code is 123456');
    expect(screen.getByRole('main')).toHaveTextContent('ada@example.com');
    expect(submit()).toHaveTextContent('Verify & Sign In');
    expect(code()).toHaveFocus();
    expect(code()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code()).toHaveAttribute('inputmode', 'numeric');
    expect(code()).toHaveAttribute('maxlength', '6');
  });

  it('rejects a code that is not six digits', async () => {
    const { user, api } = await askForCode();
    await user.type(code(), '12345');
    await user.click(submit());
    await expectFieldError(form(), 'Code', 'OTP must be 6 digits');
    expect(code()).toHaveFocus();
    expect(api.inputsOf('identity.verifyCode')).toEqual([]);
  });

  it('counts down until another code can be sent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, api } = await askForCode();
    const left = secondsLeft();
    expect(left).toBeGreaterThan(50);
    expect(left).toBeLessThanOrEqual(60);
    expect(resend()).toBeDisabled();
    act(() => vi.advanceTimersByTime(1000));
    expect(secondsLeft()).toBeLessThan(left);
    act(() => vi.advanceTimersByTime(60_000));
    expect(resend()).toHaveTextContent(/^Resend OTP$/);
    expect(resend()).toBeEnabled();

    // The server counts down separately.
    api.answer({ identity: { sendCode: tooSoon } });
    await user.click(resend());
    expect(await screen.findByRole('alert')).toHaveTextContent('A code was sent a moment ago.');
    expect(secondsLeft()).toBeGreaterThan(40);
    expect(resend()).toBeDisabled();

    api.answer({ identity: { sendCode: () => demo } });
    act(() => vi.advanceTimersByTime(46_000));
    await user.click(resend());
    await waitFor(() => expect(shownToasts()[0]).toMatch(/^Demo OTP Ready/));
    expect(secondsLeft()).toBeGreaterThan(50);
  });
});

describe('a code', () => {
  it('signs in and leads to the landing page if the return path names another site', async () => {
    const elsewhere = encodeURIComponent('//elsewhere.example/services');
    const { user, location } = await askForCode(signsIn, `/auth/signin?next=${elsewhere}`);
    await user.keyboard('123456');
    await waitFor(() => expect(location()).toBe('/'));
    await waitFor(() => expect(title()).toHaveTextContent('Welcome, Ada'));
  });

  it('is read from pasted text, without the characters around its digits', async () => {
    const { user, api } = await askForCode(signsIn);
    await user.paste('123 456');
    await waitFor(() =>
      expect(api.inputsOf('identity.verifyCode')).toEqual([
        { email: 'ada@example.com', otp: '123456' },
      ]),
    );
    await waitFor(() => expect(title()).toHaveTextContent('Welcome, Ada'));
  });

  it('without guesses left shows one countdown, until another code is sent', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user, api } = await askForCode({
      verifyCode: () => {
        const reason = 'Too many wrong codes. Ask for a new one.';
        throw new AppError('TOO_MANY_REQUESTS', `${reason} Try again in 50 s.`, {
          reason,
          retryAfterSeconds: 50,
          issues: [{ path: 'otp', message: reason }],
        });
      },
    });
    await user.keyboard('123456');
    await expectFieldError(form(), 'Code', 'Too many wrong codes. Ask for a new one.');
    expect(screen.getByRole('alert')).toHaveTextContent('Too many wrong codes. Ask for a new one.');
    expect(within(form()).getAllByText(/\d+ s\b/)).toHaveLength(1);
    expect(within(form()).getByText(/\d+ s\b/)).toHaveTextContent(/^You can try again in \d+ s\.$/);
    expect(resend()).toBeDisabled();

    api.answer({ identity: signsIn });
    act(() => vi.advanceTimersByTime(61_000));
    await user.click(resend());
    await waitFor(() => expect(shownToasts()[0]).toMatch(/^Demo OTP Ready/));
    await user.clear(code());
    await user.type(code(), '123456');
    await waitFor(() => expect(title()).toHaveTextContent('Welcome, Ada'));
  });

  it('for an email without an account links to signing up', async () => {
    const message = 'There is no account with this address yet. Please sign up.';
    const { user } = await askForCode({
      verifyCode: () => {
        throw new AppError('NOT_FOUND', message);
      },
    });
    await user.keyboard('123456');
    await expectFieldError(form(), 'Code', message);
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Sign up' })).toHaveAttribute(
      'href',
      '/auth/signup',
    );
  });
});
