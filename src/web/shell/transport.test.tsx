import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { expectLoginRedirect, watchNavigation } from '~/testing/login-redirect';
import { renderPart } from '~/testing/render';
import { unexpectedMessageOf } from '~/web/lib/api-error';
import { calls } from './transport';

/** Answers each call in the same way as the server answers a caller without a session. */
function answerSignedOut(data: object) {
  const error = { code: -32_001, message: 'Please sign in to continue', data };
  vi.stubGlobal('fetch', async () => Response.json([{ error }], { status: 401 }));
}

it('a mutation that is rejected after the session ended redirects to sign-in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const replace = watchNavigation('/account');
  await renderPart(null);
  answerSignedOut({ httpStatus: 401, isSignedOut: true });
  const answered = vi.fn();
  void calls.mutation('identity.endOtherSessions').then(answered, answered);
  await expectLoginRedirect(replace, '/account');
  // The browser leaves the screen before it could show a response.
  expect(answered).not.toHaveBeenCalled();
});

it('any other rejection, and the rejection of a query, is passed on', async () => {
  const replace = watchNavigation('/account');
  await renderPart(null);
  answerSignedOut({ httpStatus: 401 });
  await expect(calls.mutation('identity.verifyCode')).rejects.toThrow('Please sign in');
  answerSignedOut({ httpStatus: 401, isSignedOut: true });
  await expect(calls.query('identity.sessions')).rejects.toThrow('Please sign in');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(replace).not.toHaveBeenCalled();
});

it('a call that another server answered, such as a proxy, reports the status of the response', async () => {
  const page = { status: 502, statusText: 'Bad Gateway', headers: { 'Content-Type': 'text/html' } };
  vi.stubGlobal('fetch', async () => new Response('<h1>502</h1>', page));
  const calling = [calls.query('identity.sessions'), calls.query('identity.providers')];
  for (const result of await Promise.allSettled(calling)) {
    const reason = result.status === 'rejected' ? unexpectedMessageOf(result.reason) : '';
    expect(reason).toBe('502: Bad Gateway');
  }
});
