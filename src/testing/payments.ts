import type { CurrentUser } from '~/contract/identity/identity-schema';
import { addPerson } from '~/server/features/identity/users';
import { createDatabase } from '~/server/platform/db/client';
import type { TestApp } from './app';

/** Stripe's test cards by their effect. */
export const cards = {
  works: '4242',
  declines: '0002',
  asks: '3155',
  lacksFunds: '9995',
  hasExpired: '0069',
  failsLater: '0341',
};

/** Last digits of test IBANs, by the outcome of a debit. */
export const accounts = { works: '3000', fails: '3001', returned: '3002' };

export interface Confirmed {
  intent: { id: string; status: string };
  error?: { message: string };
}

/** Calls the sandbox as Stripe.js does in a browser. */
export function browserOf(app: Pick<TestApp, 'postJson'>) {
  const post = async (path: string, body: object): Promise<Confirmed> => {
    const response = await app.postJson(`/api/sandbox${path}`, body);
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as Confirmed;
  };
  return {
    confirm: (clientSecret: string, last4: string) =>
      post('/confirm', { clientSecret, card: { last4, expMonth: 12, expYear: 2034 } }),
    authenticate: (clientSecret: string, isApproved: boolean) =>
      post('/authenticate', { clientSecret, isApproved }),
  };
}

/** Creates a client who can subscribe. */
export async function makeClient(sql: TestApp['sql']): Promise<CurrentUser> {
  const row = await addPerson(createDatabase(sql as never), {
    email: `${crypto.randomUUID()}@example.com`,
    firstName: 'Clara',
    lastName: 'Client',
  });
  if (!row) throw new Error('this email is taken');
  const { id, email, firstName, lastName, profileImageUrl } = row;
  return { id, email, firstName, lastName, profileImageUrl, isAdmin: false };
}
