import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { AppError } from '~/contract/common/errors';
import {
  errorMessageOf,
  errorReasonOf,
  errorStatusOf,
  fieldErrorsOf,
  isSignedOut,
  notFoundDataOf,
  retryAfterOf,
} from '~/web/lib/api-error';
import { calls as overHttp } from '~/web/shell/transport';
import { createApiDouble } from './api-double';
import { startTestApp, type TestApp } from './app';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ rateLimits: { contactForm: 1 } });
});
afterAll(() => app.close());
afterEach(() => {
  vi.unstubAllGlobals();
});

const failureOf = async (answer: Promise<unknown>): Promise<unknown> => {
  try {
    await answer;
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
};

/** Everything that screens read of an error. */
const readIn = (error: unknown) => ({
  fields: fieldErrorsOf(error),
  message: errorMessageOf(error),
  reason: errorReasonOf(error),
  status: errorStatusOf(error),
  retryAfter: retryAfterOf(error),
  isSignedOut: isSignedOut(error),
  notFound: notFoundDataOf(error),
});

const answerBy = (fetch: (path: string, init?: RequestInit) => Promise<Response>) =>
  vi.stubGlobal('fetch', fetch);

const doubleThatThrows = (error: Error) => {
  const fail = () => {
    throw error;
  };
  return createApiDouble({
    contact: { send: fail },
    dashboard: { stats: fail },
    services: { get: fail },
  }).calls;
};

const message = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  service: 'branding',
  message: 'The engine wants a name.',
};

describe('an error of the API double', () => {
  it('equals the server’s error for an invalid field', async () => {
    answerBy(app.fetch);
    const input = { ...message, firstName: 'A' };
    const real = readIn(await failureOf(overHttp.mutation('contact.send', input)));
    const text = 'First name must be at least 2 characters';
    expect(real).toMatchObject({ fields: { firstName: text }, message: text, status: 400 });
    const refusal = new AppError('BAD_REQUEST', text, {
      issues: [{ path: 'firstName', message: text }],
    });
    const double = doubleThatThrows(refusal);
    expect(readIn(await failureOf(double.mutation('contact.send', input)))).toEqual(real);
  });

  it('equals the server’s error past a rate limit', async () => {
    answerBy(app.fetch);
    await overHttp.mutation('contact.send', message);
    const real = readIn(await failureOf(overHttp.mutation('contact.send', message)));
    expect(real).toMatchObject({ status: 429, retryAfter: expect.any(Number) });
    const refusal = new AppError('TOO_MANY_REQUESTS', real.message ?? '', {
      ...(real.retryAfter && { retryAfterSeconds: real.retryAfter }),
      ...(real.reason && { reason: real.reason }),
    });
    const double = doubleThatThrows(refusal);
    expect(readIn(await failureOf(double.mutation('contact.send', message)))).toEqual(real);
  });

  it('equals the server’s errors without a session and for an unknown id', async () => {
    answerBy(app.fetch);
    const signedOut = readIn(await failureOf(overHttp.query('dashboard.stats')));
    expect(signedOut).toMatchObject({ status: 401, isSignedOut: true });
    const refusal = new AppError('UNAUTHORIZED', signedOut.message ?? '', { isSignedOut: true });
    expect(readIn(await failureOf(doubleThatThrows(refusal).query('dashboard.stats')))).toEqual(
      signedOut,
    );

    const slug = { slug: 'no-such-service' };
    const missing = readIn(await failureOf(overHttp.query('services.get', slug)));
    expect(missing).toMatchObject({ status: 404, notFound: { isGone: false } });
    const notThere = new AppError('NOT_FOUND', missing.message ?? '');
    expect(readIn(await failureOf(doubleThatThrows(notThere).query('services.get', slug)))).toEqual(
      missing,
    );
  });

  it.each<[string, () => Promise<Response>]>([
    ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'an answer that is none of the API’s',
      async () => new Response('Internal Server Error', { status: 500 }),
    ],
  ])('equals the server’s error for %s', async (_, fetch) => {
    answerBy(fetch);
    const real = readIn(await failureOf(overHttp.mutation('contact.send', message)));
    expect(real).toMatchObject({ fields: {}, message: undefined, status: undefined });
    const double = doubleThatThrows(new TypeError('Failed to fetch'));
    expect(readIn(await failureOf(double.mutation('contact.send', message)))).toEqual(real);
  });
});
