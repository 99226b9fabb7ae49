import { describe, expect, it } from 'vitest';

import type { OwnCompany } from '~/contract/companies/companies-schema';
import type { SignedInCaller } from '~/contract/identity/api-keys';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';
import { companiesOf } from '~/testing/companies';
import { waitForLock } from '~/testing/locks';
import { procedures } from '~/testing/procedures';
import { askerOf } from '~/testing/sign-in';

const app = testApp({
  env: { TRUST_PROXY: '1' },
  rateLimits: { codesFromNetwork: 1e6, codeGap: 1e6, companyInvitations: 1e6 },
});
const ask = askerOf(app, async () => (await signedInAs(app, 'owner')).cookie);

const { staffed } = companiesOf(
  () => app,
  () => ask,
);
const newEmail = () => `${crypto.randomUUID()}@example.com`;

const profile = {
  ...{ name: 'Ada', company: 'Taken Ltd', vatNumber: '', address: '', postcode: '', city: '' },
  ...{ country: '', email: 'thief@example.com', buyerReference: '' },
};

/** A caller, and the input of a call that succeeds. */
interface Call {
  client: TestClient;
  input: object;
}

async function invited(): Promise<Call> {
  const { client: manager } = await staffed();
  const client = await signUpClient(app);
  await manager.mutate('companies.invite', { email: client.email, rights: [] });
  const { invitations } = await client.query<OwnCompany>('companies.mine');
  await client.mutate('companies.sendCode');
  return { client, input: { id: invitations[0]?.id } };
}

/** Mutations that write an email, an invitation, rights, a mailbox or a name, and must therefore check the session. */
const guarded: [string, () => Promise<Call>][] = [
  [
    'identity.changeEmail',
    async () => {
      const [client, email] = [await signUpClient(app), newEmail()];
      await client.mutate('identity.sendEmailCode', { email });
      return { client, input: { email, otp: '123456' } };
    },
  ],
  [
    'identity.changeProfile',
    async () => ({
      client: await signUpClient(app),
      input: { firstName: 'Eve', lastName: 'Evil' },
    }),
  ],
  ['companies.changeProfile', async () => ({ client: await signUpClient(app), input: profile })],
  ['companies.changeProfile', async () => ({ client: (await staffed()).client, input: profile })],
  [
    'companies.invite',
    async () => ({ client: (await staffed()).client, input: { email: newEmail(), rights: [] } }),
  ],
  [
    'companies.revokeInvitation',
    async () => {
      const { client } = await staffed();
      const invitation = { email: newEmail(), rights: [] };
      const { company } = await client.mutate<OwnCompany>('companies.invite', invitation);
      return { client, input: { id: company?.invitations[0]?.id } };
    },
  ],
  [
    'companies.accept',
    async () => {
      const { client, input } = await invited();
      return { client, input: { ...input, otp: '123456' } };
    },
  ],
  ['companies.decline', invited],
  [
    'companies.setRights',
    async () => {
      const { client, colleague } = await staffed();
      return { client, input: { clientId: colleague.id, rights: [] } };
    },
  ],
  [
    'companies.removeMember',
    async () => {
      const { client, colleague } = await staffed();
      return { client, input: { clientId: colleague.id } };
    },
  ],
  [
    'companies.removeMember',
    async () => {
      const { colleague } = await staffed();
      return { client: colleague, input: { clientId: colleague.id } };
    },
  ],
];

/** Mutations of the client area that do not check whether the session has ended, with the reason. */
const unguarded: Record<string, string> = Object.fromEntries(
  Object.entries({
    'sends a code or ends sessions': [
      ...['identity.sendEmailCode', 'identity.endSession', 'identity.endOtherSessions'],
      ...['companies.sendCode', 'personalData.sendCode'],
    ],
    'is refused in the days after a change of email': [
      'personalData.delete',
      'personalData.export',
    ],
    'is shown to the client, who can change it back': [
      ...['identity.changePicture', 'notifications.update', 'personalData.keep'],
    ],
    'is work or a payment for the account, which stays with it': [
      ...['billing.adoptCard', 'billing.cancel', 'billing.change', 'billing.replaceCard'],
      ...['billing.resume', 'billing.skipToRenewal', 'billing.subscribe'],
      ...['formAnswers.sendRequestBrief', 'invoices.pay', 'invoices.paymentOutcome'],
      ...['proposals.askAsClient', 'requests.cancel', 'requests.change', 'requests.create'],
      ...[
        'requestThreads.approve',
        'requestThreads.edit',
        'requestThreads.markRead',
        'requestThreads.remove',
      ],
      ...['requestThreads.returnFile', 'requestThreads.saveDraft', 'requestThreads.send'],
    ],
  }).flatMap(([reason, names]) => names.map((name) => [name, reason])),
);

describe('a call in flight when the session ends', () => {
  it('is guarded, or listed with a reason, for every mutation of the client area', () => {
    const mutations = procedures
      .filter(({ type, isSignedIn }) => type === 'mutation' && isSignedIn)
      .map(({ name }) => name);
    const listed = [...guarded.map(([name]) => name), ...Object.keys(unguarded)];
    expect(mutations.sort()).toEqual([...new Set(listed)].sort());
  });

  it('changes nothing', async () => {
    for (const [name, prepare] of guarded) {
      const { client, input } = await prepare();
      const state = () => app.sql`
        select (select count(*) from audit_log where actor_id = ${client.id}) as log,
          (select count(*) from company_invitations) as invitations`;
      const before = await state();
      let answer: Promise<unknown> = Promise.resolve();
      await app.sql.begin(async (other) => {
        await other`select from users where id = ${client.id} for update`;
        answer = client.mutate(name, input);
        await waitForLock(other);
        await other`delete from sessions where user_id = ${client.id}`;
      });
      expect([name, await answer]).toEqual([name, 401]);
      expect([name, await state()]).toEqual([name, before]);
    }
  });
});

/** Changes the email of an account while a sign-in with its former email waits for the change. */
async function whileMoved<Result>(client: TestClient, signIn: () => Promise<Result>) {
  let answer: Promise<Result> | undefined;
  await app.sql.begin(async (other) => {
    await other`select from users where id = ${client.id} for update`;
    await other`delete from sessions where user_id = ${client.id}`;
    answer = signIn();
    answer.catch(() => undefined);
    await waitForLock(other);
    await other`update users set email = ${newEmail()} where id = ${client.id}`;
  });
  return answer as Promise<Result>;
}

describe('a sign-in in flight when the account gets another email', () => {
  it('opens no session with a code', async () => {
    const client = await signUpClient(app);
    const { email } = client;
    await app.postJson('/api/auth/send-otp', { email });
    const response = await whileMoved(client, () =>
      app.postJson('/api/auth/verify-otp', { email, otp: '123456' }),
    );
    expect(response.status).toBe(401);
    expect(await app.sql`select from sessions where user_id = ${client.id}`).toHaveLength(0);
  });

  it('links no account of a provider', async () => {
    const client = await signUpClient(app);
    const person = { firstName: 'Ada', lastName: 'Byron', email: client.email };
    const found = { provider: 'google' as const, subject: client.id, emailVerified: true };
    const signIn = () =>
      app.services.identity.signInExternal({ ...person, ...found }, { network: '', device: '' });
    await expect(whileMoved(client, signIn)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const linked = await app.sql`select from external_accounts where user_id = ${client.id}`;
    expect(linked).toHaveLength(0);
  });
});

it('an admin’s session that views the site as a client cannot write for the client', async () => {
  const client = await signUpClient(app);
  const admin = await signedInAs(app, 'owner');
  const [session] = await app.sql`update sessions
    set viewed_client_id = ${client.id}, view_ends_at = now() + interval '5 minutes'
    where user_id = ${admin.id} returning id`;
  const viewer = { ...client, sessionId: session?.id, isAdmin: false } as unknown as SignedInCaller;
  const change = app.services.companies.changeProfile(viewer, { buyerReference: 'PO 1' });
  await expect(change).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});
