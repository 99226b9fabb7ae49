import { request } from '@playwright/test';

import { expect, newAddress, uniqueEmail } from './fixtures';
import { demoCode } from './people';

/** User of a screen. `client` is a sample client with requests, a plan and payments; `new client` has no records. */
export type Role = 'visitor' | 'new client' | 'client' | 'admin';

const demoClient = 'maren@skerrow-ferries.example';

type SessionState = Awaited<
  ReturnType<Awaited<ReturnType<typeof request.newContext>>['storageState']>
>;

const newcomer = { firstName: 'Ada', lastName: 'Byron' };

const signInSteps = (email = uniqueEmail()): Record<Role, [path: string, data: object][]> => ({
  visitor: [],
  'new client': [
    ['/api/auth/send-otp', { email, type: 'signup' }],
    ['/api/auth/signup', { ...newcomer, email, otp: demoCode }],
  ],
  client: [
    ['/api/auth/send-otp', { email: demoClient }],
    ['/api/auth/verify-otp', { email: demoClient, otp: demoCode }],
  ],
  admin: [['/api/admin/login', { username: 'admin', password: 'admin-demo' }]],
});

/** Signs in over the API. @returns the cookies of the role; none for visitors */
export async function sessionOf(role: Role, baseURL: string): Promise<SessionState | undefined> {
  const steps = signInSteps()[role];
  if (steps.length === 0) return undefined;
  const client = await request.newContext({ baseURL, extraHTTPHeaders: newAddress() });
  for (const [path, data] of steps) {
    const answer = await client.post(path, { data });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  }
  const state = await client.storageState();
  await client.dispose();
  return state;
}
