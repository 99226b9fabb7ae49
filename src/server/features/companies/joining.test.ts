import { describe, expect, it } from 'vitest';

import type { OwnCompany } from '~/contract/companies/companies-schema';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { acceptInvitation, changeEmail, testCompanies } from '~/testing/companies';

const { app, ask, openInvoice, newCompany, add, staffed } = testCompanies();

/** Creates a client with a request and an invoice, and invites them to a company. */
async function invited() {
  const { id: companyId, client: manager } = await staffed();
  const guest = await signUpClient(app);
  const request = await createRequest(guest);
  const invoice = await openInvoice(guest.email);
  await manager.mutate('companies.invite', { email: guest.email, rights: [], isManager: false });
  const { invitations } = await guest.query<OwnCompany>('companies.mine');
  return { companyId, manager, guest, request, invoice, id: invitations[0]?.id ?? 0 };
}

const seesRequest = async (client: TestClient, { id }: { id: number }) =>
  (await client.query('requests.get', { id })) !== 404;

it('joining requires a code to the client’s own email, even right after signing up, and an email lists the records that now belong to the company', async () => {
  const { guest, id } = await invited();
  expect(await guest.mutate('companies.accept', { id })).toBe(400);
  expect(await guest.mutate('companies.accept', { id, otp: '123456' })).toBe(401);
  expect(await acceptInvitation(guest, id, '000000')).toBe(401);
  expect(await guest.query('companies.mine')).toMatchObject({ company: null });
  expect(await guest.mutate('companies.accept', { id, otp: '123456' })).toMatchObject({
    company: { name: 'Engines Ltd' },
  });
  const [mail] = await app.sql`
    select subject, text from mails where "to" = ${guest.email} and kind = 'company_joined'`;
  expect(mail?.subject).toContain('Engines Ltd');
  expect(mail?.text).toContain('1 request, 1 invoice.');
});

it('joining is rejected for days after an email change', async () => {
  const { manager, guest } = await invited();
  const email = await changeEmail(guest);
  await manager.mutate('companies.invite', { email, rights: [] });
  const { invitations } = await guest.query<OwnCompany>('companies.mine');
  const id = invitations[0]?.id;
  expect(await guest.mutate('companies.sendCode')).toBe(409);
  expect(await guest.mutate('companies.accept', { id, otp: '123456' })).toBe(409);
});

it('a new member who leaves or is removed within days leaves with the records that they brought', async () => {
  for (const isRemoved of [true, false]) {
    const { manager, guest, request, invoice, id } = await invited();
    expect(await acceptInvitation(guest, id)).toMatchObject({
      company: { leavesWithBrought: true },
    });
    expect(await seesRequest(manager, request)).toBe(true);
    await (isRemoved ? manager : guest).mutate('companies.removeMember', { clientId: guest.id });
    expect(await seesRequest(guest, request)).toBe(true);
    expect(await seesRequest(manager, request)).toBe(false);
    expect(await guest.query('invoices.get', { id: invoice.id })).toMatchObject({ id: invoice.id });
    expect(await manager.query('invoices.get', { id: invoice.id })).toBe(404);
  }
});

it('records stay in the company if the member who brought them leaves after 8 days', async () => {
  const { manager, guest, request, id } = await invited();
  await acceptInvitation(guest, id);
  await app.sql`
    update users set company_accepted_at = now() - interval '8 days' where id = ${guest.id}`;
  expect(await guest.query('companies.mine')).toMatchObject({
    company: { leavesWithBrought: false },
  });
  await guest.mutate('companies.removeMember', { clientId: guest.id });
  expect(await seesRequest(guest, request)).toBe(false);
  expect(await seesRequest(manager, request)).toBe(true);
});

it('a new member leaves with their records even after a merge of the company', async () => {
  const { companyId, manager, guest, request, id } = await invited();
  await acceptInvitation(guest, id);
  const into = await newCompany();
  await ask('POST', `/api/admin/companies/${companyId}/merge`, { into });
  expect(await guest.query('companies.mine')).toMatchObject({
    company: { id: into, leavesWithBrought: true },
  });
  await guest.mutate('companies.removeMember', { clientId: guest.id });
  expect(await seesRequest(guest, request)).toBe(true);
  expect(await seesRequest(manager, request)).toBe(false);
});

it('the records of a client whom the agency added stay in the company, even after an earlier invitation', async () => {
  const { companyId, manager, guest, request, id } = await invited();
  await acceptInvitation(guest, id);
  await guest.mutate('companies.removeMember', { clientId: guest.id });
  await add(companyId, guest, ['requests']);
  expect(await guest.query('companies.mine')).toMatchObject({
    company: { leavesWithBrought: false },
  });
  await guest.mutate('companies.removeMember', { clientId: guest.id });
  expect(await seesRequest(guest, request)).toBe(false);
  expect(await seesRequest(manager, request)).toBe(true);
});

it('a member who leaves gets no records back from an earlier membership, even after a merge', async () => {
  for (const isMerged of [false, true]) {
    const first = await invited();
    const { guest, request } = first;
    await acceptInvitation(guest, first.id);
    await app.sql`
      update users set company_accepted_at = now() - interval '8 days' where id = ${guest.id}`;
    await guest.mutate('companies.removeMember', { clientId: guest.id });
    const later = await createRequest(guest);
    const { id: otherId, client: other } = await staffed();
    const manager = isMerged ? other : first.manager;
    await manager.mutate('companies.invite', { email: guest.email, rights: [] });
    const { invitations } = await guest.query<OwnCompany>('companies.mine');
    await acceptInvitation(guest, invitations[0]?.id ?? 0);
    if (isMerged) {
      await ask('POST', `/api/admin/companies/${first.companyId}/merge`, { into: otherId });
    }
    await guest.mutate('companies.removeMember', { clientId: guest.id });
    expect(await seesRequest(guest, later)).toBe(true);
    expect(await seesRequest(guest, request)).toBe(false);
    expect(await seesRequest(manager, request)).toBe(true);
  }
});

describe('the billing data of a client whom the agency adds', () => {
  const stored = {
    ...{ company: 'Engines Ltd', address: '1 Mill Lane', city: 'Ockham', country: 'GB' },
    ...{ email: 'bills@engines.example', buyerReference: 'PO-7', registrationNumber: '123' },
  };
  const none = { vatNumber: '', address: '', postcode: '', city: '', country: '' };
  const bare = { ...none, email: '', buyerReference: '' };

  it.each([
    ['fills in what the company lacks', 'Engines  ltd', stored],
    ['stays with the client if it names another business', 'Mills Ltd', none],
  ])('%s', async (_, name, expected) => {
    const client = await signUpClient(app);
    await ask('PUT', `/api/admin/clients/${client.id}`, { billing: stored });
    const id = await newCompany({ ...bare, name });
    await add(id, client, ['requests', 'invoices']);
    const { company: __, ...fields } = { company: '', ...expected };
    expect((await ask('GET', `/api/admin/companies/${id}`)).body).toMatchObject(fields);
  });

  it('does not redirect the documents of other members', async () => {
    const [first, second] = [await signUpClient(app), await signUpClient(app)];
    await ask('PUT', `/api/admin/clients/${second.id}`, { billing: stored });
    const id = await newCompany({ ...bare, name: 'Engines Ltd' });
    await add(id, first, ['requests', 'invoices']);
    await add(id, second, ['requests', 'invoices']);
    expect((await ask('GET', `/api/admin/companies/${id}`)).body).toMatchObject({
      address: '1 Mill Lane',
      email: '',
    });
  });
});
