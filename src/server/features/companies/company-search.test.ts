import { describe, expect, it } from 'vitest';

import { signUpClient } from '~/testing/client-requests';
import { testCompanies } from '~/testing/companies';

const { app, ask, newRecurring, openInvoice, newCompany, add } = testCompanies();

const today = () => new Date().toISOString().slice(0, 10);
const countsOf = async (search: string) => {
  const counts: Record<string, number> = {};
  for (const list of ['invoices', 'credit-notes', 'payments', 'recurring-invoices']) {
    const query = `?search=${encodeURIComponent(search)}`;
    counts[list] = (await ask<object[]>('GET', `/api/admin/${list}${query}`)).body.length;
  }
  return counts;
};
const once = { invoices: 1, 'credit-notes': 1, payments: 1, 'recurring-invoices': 1 };

/** Pays a part of an invoice and credits another. */
async function work(id: number) {
  const path = `/api/admin/invoices/${id}`;
  await ask('POST', `${path}/payments`, { amount: '10.00', date: today() });
  await ask('POST', `${path}/credit`, { amount: '5.00', reason: 'Late' });
}

describe('the search by company name', () => {
  it('finds documents with this name', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const client = { name: 'Loes Smit', email, company: 'Smit Bouw BV' };
    const { id } = await openInvoice(email, { client });
    await work(id);
    await newRecurring({ client }, email);
    expect(await countsOf('smit bouw')).toEqual(once);
  });

  it('finds documents of a member by the current name, and issued ones also by the earlier name', async () => {
    const company = await newCompany({ name: 'Hafen GmbH' });
    const member = await signUpClient(app);
    await add(company, member, ['requests', 'invoices']);
    const { id } = await openInvoice(member.email, { clientId: member.id, client: undefined });
    await work(id);
    await newRecurring({ clientId: member.id });
    await app.sql`update companies set name = 'Kontor AG' where id = ${company}`;
    expect(await countsOf('Kontor AG')).toEqual(once);
    // Documents that were issued before still show the old name.
    expect(await countsOf('Hafen GmbH')).toEqual({ ...once, 'recurring-invoices': 0 });
  });

  it('finds documents of a client whose billing data has this name', async () => {
    const member = await signUpClient(app);
    await app.sql`insert into billing_profiles (user_id, company) values (${member.id}, 'Vogel Rad')`;
    await newRecurring({ clientId: member.id });
    expect(await countsOf('vogel')).toMatchObject({ 'recurring-invoices': 1 });
  });
});

it('invoices are found by their total', async () => {
  const { id } = await openInvoice(undefined, {
    items: [{ description: 'Work', quantity: '1', unitPrice: '2571.30' }],
  });
  const found = await ask<{ id: number }[]>('GET', '/api/admin/invoices?search=2571.30');
  expect(found.body.map((one) => one.id)).toEqual([id]);
});
