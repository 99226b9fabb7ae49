import type { CompanyRight } from '~/contract/companies/companies';
import type { OwnCompany } from '~/contract/companies/companies-schema';
import type { CompanyDetail } from '~/contract/companies/company-detail-schema';
import { signedInAs } from '~/testing/admins';
import { type TestApp, testApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';
import { salesOf } from '~/testing/sales';
import { askerOf } from '~/testing/sign-in';

export const companyProfile = {
  name: 'Engines Ltd',
  vatNumber: 'GB123',
  address: '1 Mill Lane',
  postcode: '12345',
  city: 'Ockham',
  country: 'GB',
  email: 'accounts@engines.example',
  buyerReference: 'PO-7',
};

/** Starts the product for the tests of a file, without limits that its members would reach. `ask` acts as an owner. */
export function testCompanies() {
  const app = testApp({
    env: { TRUST_PROXY: '1' },
    rateLimits: {
      ...{ codesFromNetwork: 1e6, codeGap: 1e6, companyInvitations: 1e6, messages: 1e6 },
      ...{ quoteForm: 1e6, linkReads: 1e6, linkWrites: 1e6 },
    },
  });
  const ask = askerOf(app, async () => (await signedInAs(app, 'owner')).cookie);
  const companies = companiesOf(
    () => app,
    () => ask,
  );
  return { app, ask, ...salesOf(() => app), ...companies };
}

/** Changes the email of a client's account with the code of demo mode. @returns the new email */
export async function changeEmail(client: TestClient): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  await client.mutate('identity.sendEmailCode', { email });
  await client.mutate('identity.changeEmail', { email, otp: '123456' });
  return email;
}

/** Accepts an invitation with the code of demo mode. */
export async function acceptInvitation(client: TestClient, id: number, otp = '123456') {
  await client.mutate('companies.sendCode');
  return client.mutate<OwnCompany>('companies.accept', { id, otp });
}

/** Creates companies and their members as an owner does over REST. */
export function companiesOf(app: () => TestApp, asOwner: () => ReturnType<typeof askerOf>) {
  const path = '/api/admin/companies';

  const newCompany = async (changes: object = {}): Promise<number> =>
    (await asOwner()<{ id: number }>('POST', path, { ...companyProfile, ...changes })).body.id;

  const add = (id: number, client: TestClient, rights: CompanyRight[], isManager = false) =>
    asOwner()<CompanyDetail>('POST', `${path}/${id}/members`, {
      clientId: client.id,
      rights,
      isManager,
    });

  return {
    newCompany,
    add,
    change: (id: number, client: TestClient, rights: CompanyRight[], isManager?: boolean) =>
      asOwner()<CompanyDetail>('PUT', `${path}/${id}/members/${client.id}`, { rights, isManager }),
    remove: (id: number, client: TestClient, options: { withBrought?: boolean } = {}) =>
      asOwner()('DELETE', `${path}/${id}/members/${client.id}`, options),

    /** Creates a company with a manager who has both rights, a colleague and a bookkeeper. */
    async staffed(changes: object = {}) {
      const id = await newCompany(changes);
      const [client, colleague, bookkeeper] = await Promise.all([
        signUpClient(app()),
        signUpClient(app()),
        signUpClient(app()),
      ]);
      await add(id, client, ['requests', 'invoices'], true);
      await add(id, colleague, ['requests']);
      await add(id, bookkeeper, ['invoices']);
      return { id, client, colleague, bookkeeper };
    },
  };
}
