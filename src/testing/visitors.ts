import { afterEach, beforeEach, expect, vi } from 'vitest';

import type { TestApp } from './app';

/** Code that demo mode always uses. */
export const code = '123456';

/** Lets a test change the date. Timers stay real, because the database needs them. */
export function withMovableClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(new Date());
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
export const minutes = 60;
export const hours = 60 * minutes;
export const days = 24 * hours;

export const uniqueEmail = () => `${crypto.randomUUID()}@example.com`;

export async function answer(response: Response) {
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Creates visitors of an app. */
export function visitorsOf(app: () => Pick<TestApp, 'fetch' | 'postJson' | 'sql'>) {
  /** Creates a browser with its own cookies and IP. */
  function browser(ip = crypto.randomUUID()) {
    const jar = new Map<string, string>();
    const headers = () => ({
      'X-Forwarded-For': ip,
      ...(jar.size > 0 && {
        Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      }),
    });
    const keep = (response: Response) => {
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (/max-age=0/i.test(cookie)) jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    };
    return {
      jar,
      get: async (path: string, extra: Record<string, string> = {}) =>
        keep(await app().fetch(path, { headers: { ...headers(), ...extra }, redirect: 'manual' })),
      post: async (path: string, body: unknown) =>
        keep(await app().postJson(path, body, headers())),
    };
  }

  async function signedUp(visitor: Visitor = browser(), email = uniqueEmail()) {
    await visitor.post('/api/auth/send-otp', { email, type: 'signup' });
    const response = await visitor.post('/api/auth/signup', {
      email,
      firstName: 'Ada',
      lastName: 'Byron',
      otp: code,
    });
    expect(response.status).toBe(200);
    const { user } = (await response.json()) as { user: { id: string } };
    return { visitor, email, user };
  }

  async function codeRow(email: string) {
    const [row] = await app().sql`
      select * from one_time_codes where email = ${email} and purpose = 'signin'
      order by created_at desc`;
    return row;
  }

  return { browser, signedUp, codeRow };
}

export type Visitor = ReturnType<ReturnType<typeof visitorsOf>['browser']>;
