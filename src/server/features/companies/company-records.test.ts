import { getTableName } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { testCompanies } from '~/testing/companies';
import { makeDue } from '~/testing/personal-data';
import { type CompanyRecordName, companyRecords } from './company-records';

const { app, ask, newRecurring, openInvoice, sentProposal, newCompany, add, remove } =
  testCompanies();

/** Functions that create a record of each kind for a client. */
const makers: Record<CompanyRecordName, (client: TestClient) => Promise<{ id: number }>> = {
  recurringInvoices: ({ id: clientId }) => newRecurring({ clientId }),
  proposals: ({ email }) => sentProposal(email),
  invoices: ({ email }) => openInvoice(email),
  requests: (client) => createRequest(client),
};

const names = Object.keys(makers) as CompanyRecordName[];

/** Creates a record of each kind. @returns a function that reads the owners of all of them */
async function recordsOf(client: TestClient) {
  const ids = new Map<CompanyRecordName, number>();
  for (const name of names) ids.set(name, (await makers[name](client)).id);
  return async () => {
    const owners: Record<string, unknown> = {};
    for (const name of names) {
      const [row] = await app.sql`
        select user_id as client, company_id as company, brought_by_id as brought
        from ${app.sql(getTableName(companyRecords[name].table))} where id = ${ids.get(name) ?? 0}`;
      owners[name] = row;
    }
    return owners;
  };
}

const each = (owner: object) => Object.fromEntries(names.map((name) => [name, owner]));

/** Creates a company with a manager, and a client who joins it with records. */
async function joined() {
  const [id, manager, client] = [
    await newCompany(),
    await signUpClient(app),
    await signUpClient(app),
  ];
  await add(id, manager, ['requests', 'invoices'], true);
  const owners = await recordsOf(client);
  await add(id, client, ['requests', 'invoices']);
  return { id, manager, client, owners };
}

const tablesWith = async (column: string): Promise<string[]> => {
  const rows = await app.sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = ${column} order by table_name`;
  return rows.map(({ name }) => name);
};

/**
 * Tables with a user of their own that are not records of companies. Leads, testimonials and payments follow their person
 * or record.
 */
const personalTables = [
  'admin_invitations',
  'api_keys',
  'billing_profiles',
  'checkouts',
  'data_exports',
  'email_changes',
  'external_accounts',
  'message_drafts',
  'message_reads',
  'notification_choices',
  'open_threads',
  'passkey_challenges',
  'passkeys',
  'payments',
  'pending_sign_ins',
  'quotes',
  'recovery_codes',
  'request_keys',
  'sessions',
  'subscriptions',
  'testimonials',
  'totp_secrets',
];

describe('the list of kinds', () => {
  it('contains every table of records that a company can have', async () => {
    const listed = Object.values(companyRecords).map(({ table }) => getTableName(table));
    const others = ['company_invitations', 'users'];
    expect(await tablesWith('company_id')).toEqual([...listed, ...others].sort());
  });

  it('contains every table with a client, except those that are personal or belong to another record', async () => {
    const listed = Object.values(companyRecords).map(({ table }) => getTableName(table) as string);
    const others = (await tablesWith('user_id')).filter((name) => !listed.includes(name));
    expect(others).toEqual(personalTables);
  });
});

describe('a record of every kind', () => {
  it('follows its client into the company and back', async () => {
    const { id, client, owners } = await joined();
    const theirs = { client: client.id, company: id, brought: client.id };
    expect(await owners()).toEqual(each(theirs));
    await remove(id, client, { withBrought: true });
    expect(await owners()).toEqual(each({ client: client.id, company: null, brought: null }));
  });

  it('belongs to the company if it is created for a member', async () => {
    const { id, client } = await joined();
    const owners = await recordsOf(client);
    expect(await owners()).toEqual(each({ client: client.id, company: id, brought: null }));
  });

  it('stays with the company and passes to a colleague when its client leaves', async () => {
    const { id, manager, client, owners } = await joined();
    await remove(id, client);
    expect(await owners()).toEqual(each({ client: manager.id, company: id, brought: client.id }));
  });

  it('moves to the remaining company in a merge', async () => {
    const { id, client, owners } = await joined();
    const into = await newCompany();
    await ask('POST', `/api/admin/companies/${id}/merge`, { into });
    expect(await owners()).toEqual(each({ client: client.id, company: into, brought: client.id }));
  });

  it('remains when the account of its client is deleted', async () => {
    const { id, manager, client, owners } = await joined();
    await makeDue(app, client.id);
    expect(await app.services.personalData.deleteDue()).toBe('Deleted 1 clients.');
    expect(await owners()).toEqual(each({ client: manager.id, company: id, brought: client.id }));
  });
});
