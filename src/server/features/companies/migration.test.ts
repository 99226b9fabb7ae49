import { expect, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';
import { databaseBefore } from '~/testing/database-before';

it('0040 knows what members have brought as far as the audit log says so, and an older instance goes on', async () => {
  const { url, sql } = await databaseBefore('0040_brought_records');
  const [{ id: company }] = await sql<[{ id: number }]>`
    insert into companies (name) values ('Holm Joinery') returning id`;
  await sql`insert into users (id, email, first_name, last_name, company_id) values
    ('priya', 'p@example.com', 'Priya', 'Raman', ${company}), ('ola', 'o@example.com', 'Ola', 'Holm', ${company})`;
  const addRequest = async (title: string, companyId: number | null = company) => {
    const [{ id }] = await sql<[{ id: number }]>`
      insert into service_requests (user_id, title, company_id) values ('ola', ${title}, ${companyId}) returning id`;
    if (companyId === null)
      await sql`update service_requests set company_id = null where id = ${id}`;
    return id;
  };
  const brought = await addRequest('brought');
  const returned = await addRequest('returned and brought again by another');
  const given = await addRequest('given back', null);
  const ofGone = await addRequest('of a deleted client');
  await addRequest('made in the company');
  const invoiceId = async () => {
    const [{ id }] = await sql<[{ id: number }]>`
      insert into invoices (company_id, user_id, client_name, client_email, currency, buyer, items, totals, total_cents)
      values (${company}, 'priya', 'Priya', 'p@example.com', 'USD', '{}', '[]', '{}', 100) returning id`;
    return id;
  };
  const invoice = await invoiceId();
  const log = (action: string, after: object) => sql`
    insert into audit_log (actor_name, action, about, description, after)
    values ('Owner', ${action}, ${`company:${company}`}, 'x', ${sql.json(after as never)})`;
  const of = (requests: number[], invoices: number[] = []) => ({
    proposals: [],
    invoices,
    requests,
  });
  await log('company.joined', {
    clientId: 'priya',
    brought: of([brought, returned, given], [invoice]),
  });
  await log('company.left', { clientId: 'priya', returned: of([returned, given]) });
  await log('company.joined', { clientId: 'ola', brought: of([returned]) });
  await log('company.joined', { clientId: 'gone', brought: of([ofGone]) });
  await log('company.joined', { clientId: 'priya', rights: [] });

  await migrate(url);
  // As the version before writes.
  await addRequest('of an older instance');
  const rows = await sql<{ title: string; by: string | null }[]>`
    select title, brought_by_id as by from service_requests order by id`;
  expect(rows.map(({ title, by }) => [title, by])).toEqual([
    ['brought', 'priya'],
    ['returned and brought again by another', 'ola'],
    ['given back', null],
    ['of a deleted client', null],
    ['made in the company', null],
    ['of an older instance', null],
  ]);
  const [billed] = await sql`select brought_by_id as by from invoices`;
  expect(billed?.by).toBe('priya');
});
