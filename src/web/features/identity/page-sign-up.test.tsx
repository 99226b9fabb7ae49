import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { SendCodeAnswer } from '~/contract/identity/identity';
import { ada, allMails, emptyDashboard, noCompany, noPersonalData } from '~/testing/client-samples';
import { expectValues, fillForm } from '~/testing/forms';
import { type Answers, renderScreen, shownToasts } from '~/testing/render';
// Imported before the clock is faked, because a fake clock would prevent loading this module.
import '~/contract/identity/identity-schema';

const form = () => screen.getByRole('form', { name: 'Sign Up' });
const submit = () => within(form()).getByRole('button');
const codeForm = () => screen.getByRole('form', { name: 'Verify Your Email' });
const code = () => within(codeForm()).getByLabelText('Code');
const title = () => screen.getByRole('heading', { level: 1 });

const demo: SendCodeAnswer = { message: 'Sent', demo: true, demoCode: '123456' };
const details = { 'First name': 'Ada', 'Last name': 'Byron', Email: 'ada@example.com' };

const answering = (identity: Answers['identity'] = {}): Answers => ({
  identity: { providers: () => [], sendCode: () => demo, sessions: () => [], ...identity },
  notifications: { get: () => allMails },
  companies: noCompany,
  personalData: { get: () => noPersonalData },
});

async function askForCode(identity: Answers['identity'] = {}, path = '/auth/signup') {
  const rendered = await renderScreen(path, answering(identity));
  await fillForm(rendered.user, form(), details);
  await rendered.user.click(submit());
  await waitFor(() => expect(title()).toHaveTextContent('Verify Your Email'));
  return rendered;
}

describe('the details step of signing up', () => {
  it('links to the terms, the privacy policy and signing in', async () => {
    const { user, location } = await renderScreen('/auth/signup?next=/account', answering());
    expect(title()).toHaveTextContent('Sign Up');
    expect(submit()).toHaveTextContent('Create Account');
    const purposes = { 'First name': 'given-name', 'Last name': 'family-name', Email: 'email' };
    for (const [label, purpose] of Object.entries(purposes)) {
      expect(within(form()).getByLabelText(label)).toHaveAttribute('autocomplete', purpose);
    }
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms');
    expect(main.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy');
    await user.click(main.getByRole('link', { name: 'Sign in' }));
    await waitFor(() => expect(title()).toHaveTextContent('Sign In'));
    expect(location()).toBe('/auth/signin?next=%2Faccount');
  });
});

describe('the code step of signing up', () => {
  it('requests a code for signing up, and goes back to the typed values', async () => {
    const { user, api } = await askForCode();
    expect(api.inputsOf('identity.sendCode')).toEqual([
      { email: 'ada@example.com', type: 'signup' },
    ]);
    expect(shownToasts()[0]).toMatch(/^Demo OTP Ready/);
    expect(screen.getByText(/^Demo mode/)).toHaveTextContent('Demo mode: the code is 123456');
    within(codeForm()).getByRole('button', { name: 'Verify & Create Account' });
    expect(within(codeForm()).getByRole('button', { name: /^Resend OTP in/ })).toBeDisabled();
    await user.click(within(codeForm()).getByRole('button', { name: 'Back to Sign Up' }));
    expect(title()).toHaveTextContent('Sign Up');
    expectValues(form(), details);
  });

  it('says that the account already existed', async () => {
    const { user, api } = await askForCode({ signUp: () => ({ user: ada, isNew: false }) });
    const { identity: _, ...empty } = emptyDashboard;
    const { stats } = empty.dashboard;
    const memberSince = '2026-05-04T10:00:00.000Z';
    api.answer({
      ...empty,
      dashboard: { welcome: () => ({ stats: stats(), inquiries: 0, memberSince, activity: [] }) },
    });
    await user.type(code(), '123456');
    await waitFor(() => expect(title()).toHaveTextContent('Welcome, Ada'));
    expect(shownToasts()).toEqual(['Signed inYou already had an account. Welcome, Ada.']);
  });
});
