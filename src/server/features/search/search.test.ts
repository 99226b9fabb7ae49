import { beforeAll, describe, expect, it } from 'vitest';

import { sectionOfKind } from '~/contract/admin/search';
import type { SearchResult } from '~/contract/admin/search-schema';
import { adminSections } from '~/contract/admin/sections';
import { permissions } from '~/contract/identity/permissions';
import { type AdminRole, adminRoles } from '~/contract/identity/roles';
import { keyOf, signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { keysOf } from './search-keys';

const app = testApp();
const cookies = new Map<AdminRole, string>();

/** Name that only the records of these tests contain. */
const company = 'Zyxmüller Łódź GmbH';

beforeAll(async () => {
  for (const role of adminRoles) cookies.set(role, (await signedInAs(app, role)).cookie);
  const { sql } = app;
  await sql`
    insert into companies (id, name) overriding system value values (9001, ${company}), (9002, 'Vandelay 9')`;
  await sql`
    insert into users (id, email, first_name, last_name, company_id, company_rights) values
      ('zyx', 'noor@zyxmuller.example', 'Noor', 'Quillfeather', 9001, '{requests}')`;
  const buyer = { name: 'Noor Quillfeather', company };
  for (const number of ['ZQ-2026-0001', 'ZQ-2026-00011', 'ZQ-2026-0002'])
    await sql`
      insert into invoices (number, status, buyer, items, totals, total_cents, currency, client_email, client_name,
        seller, issue_date, due_date, user_id)
      values (${number}, 'open', ${sql.json(buyer)}, '[]', '{}', 100, 'EUR', 'noor@zyxmuller.example',
        'Noor Quillfeather', '{}', '2026-01-01', '2026-02-01', 'zyx')`;
  await sql`insert into service_requests (user_id, title) values ('zyx', 'Wimbleshop relaunch')`;
});

const searchAs =
  (headers: Record<string, string>) =>
  async (q: string): Promise<SearchResult[]> => {
    const response = await app.fetch(`/api/admin/search?q=${encodeURIComponent(q)}`, { headers });
    expect(response.status).toBe(200);
    return (await response.json()) as SearchResult[];
  };
const search = (q: string, role: AdminRole = 'owner') =>
  searchAs({ Cookie: cookies.get(role) ?? '' })(q);
const titlesOf = (results: SearchResult[]) => results.map(({ title }) => title);

describe('the keys of a record', () => {
  it.each([
    ['Zyxmüller Łódź, S.L. & Straße', 'ÆSIR-Þór', 'ODYSSEYΣ İstanbul'],
    ['INV-2026-0001', 'anna.o’neil+x@example.com', '  ', ''],
    ['株式会社 カワセミ', 'Мария Ёлкина', `${'long'.repeat(30)} short`, '👩‍🚀 crew'],
    ['a\\b \'c\' "d" [e] `f` {g} h_i\tj k'],
  ])('are the same in the database and in the server', async (...fields) => {
    const [row] = await app.sql<{ keys: string[] }[]>`
      select tsvector_to_array(search_keys(${fields})) as keys`;
    expect(new Set(row?.keys)).toEqual(keysOf(fields));
  });
});

describe('the panel search', () => {
  it('ranks an exact number, then numbers that begin with it, then words, then typos', async () => {
    expect(titlesOf(await search('zq-2026-0001')).slice(0, 2)).toEqual([
      'ZQ-2026-0001',
      'ZQ-2026-00011',
    ]);
    await app.sql`
      insert into forms (name) values ('Brellow'), ('Brellow questions'), ('About Brellow'), ('Brelow')`;
    expect(titlesOf(await search('brellow'))).toEqual([
      'Brellow',
      'Brellow questions',
      'About Brellow',
      'Brelow',
    ]);
  });

  it.each([
    ['a missing letter', 'Quilfeather'],
    ['an additional letter', 'Quillfeatherr'],
    ['a wrong first letter', 'Wuillfeather'],
    ['swapped letters', 'Quillfaether'],
    ['a short word', 'Niir', false],
    ['missing accents', 'zyxmuller lodz'],
    ['accents in capitals', 'ZYXMÜLLER ŁÓDŹ'],
    ['words in another order', 'quill noor'],
    ['part of an email', 'noor@zyx'],
  ])('finds a client with %s', async (_, q, isFound = true) => {
    const ids = (await search(q)).filter(({ kind }) => kind === 'client').map(({ id }) => id);
    expect(ids).toEqual(isFound ? ['zyx'] : []);
  });

  it('finds requests by their client or company, and links to the record', async () => {
    const [byTitle] = await search('wimbleshop');
    expect(byTitle).toMatchObject({
      kind: 'request',
      title: 'Wimbleshop relaunch',
      subtitle: `Noor Quillfeather · ${company}`,
      path: `/admin?section=requests&open=${byTitle?.id}`,
    });
    for (const q of ['quillfeather', 'zyxmuller']) expect(await search(q)).toContainEqual(byTitle);
  });

  it('finds sections, actions and settings by their labels', async () => {
    expect((await search('new invoice'))[0]).toMatchObject({
      kind: 'action',
      path: '/admin?section=invoices&open=new',
    });
    expect((await search('invocies')).map(({ path }) => path)).toContain('/admin?section=invoices');
    expect(await search('account holder')).toContainEqual({
      kind: 'setting',
      id: 'sales/Seller and bank account/Account holder',
      title: 'Account holder',
      subtitle: 'Settings · Invoices · Seller and bank account',
      path: '/admin?section=settings&tab=sales#Account%20holder',
    });
  });

  it('returns at most 20 results, and first one of each kind', async () => {
    await app.sql`
      insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details)
      select 'Grobnik ' || n, 'g@example.com', '', '', '', '', '' from generate_series(1, 300) n`;
    await app.sql`insert into posts (slug, title, category, author_name)
      select 'grobnik', 'Grobnik and us', category, '' from posts limit 1`;
    const results = await search('grobnik');
    expect(results).toHaveLength(20);
    expect(results.slice(0, 2).map(({ kind }) => kind)).toEqual(['quote', 'post']);
  });

  it('omits deleted records, spam and merged quotes', async () => {
    await app.sql`
      insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details, is_spam)
      values ('Fnordix', 's@example.com', '', '', '', '', '', true)`;
    await app.sql`insert into plans (name, deleted_at) values ('Fnordix plan', now())`;
    expect(await search('fnordix')).toEqual([]);
  });

  it('returns what the role may read', async () => {
    const kindsOf = async (role: AdminRole) =>
      new Set((await search('quillfeather', role)).map(({ kind }) => kind));
    expect(await kindsOf('viewer')).toEqual(new Set(['client', 'invoice', 'request']));
    expect(await kindsOf('editor')).toEqual(new Set());
    const about = async (role: AdminRole) => titlesOf(await search('new invoice', role));
    expect(await about('viewer')).not.toContain('New invoice');
    expect(await about('manager')).toContain('New invoice');
    expect(titlesOf(await search('account holder', 'manager'))).not.toContain('Account holder');
  });

  it('returns what the API key may read', async () => {
    const { key } = await keyOf(app, 'owner', ['leads.read']);
    const results = await searchAs({ Authorization: `Bearer ${key}` })('quillfeather');
    expect(results).toEqual([]);
  });

  it('requires a permission for every kind of record', () => {
    for (const section of Object.values(sectionOfKind))
      expect(permissions).toContain(adminSections[section].permission);
  });

  it.each(["'", '\\', '%_', '&|!', '^', '~', '💥', 'a'.repeat(200)])('accepts %s', async (q) => {
    expect(await search(q)).toEqual([]);
  });

  it('rejects an empty text', async () => {
    const response = await app.fetch('/api/admin/search?q=%20', {
      headers: { Cookie: cookies.get('owner') ?? '' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ issues: [{ path: 'q' }] });
  });
});
