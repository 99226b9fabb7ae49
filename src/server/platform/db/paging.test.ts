import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect, createDatabase, type Database, type Sql } from '~/server/platform/db/client';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { holds, paginate } from './paging';
import { contactMessages } from './schema/contact';

let database: TestDatabase;
let client: Sql;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  client = connect(database.url);
  db = createDatabase(client);
  const message = { lastName: 'Byron', email: 'a@b.example', service: 'seo', message: 'Hello' };
  await db.insert(contactMessages).values([
    { ...message, firstName: 'Ada', status: 'unread' },
    { ...message, firstName: 'Bea', status: 'unread' },
    { ...message, firstName: 'Cleo', status: 'read' },
    { ...message, firstName: 'Ada', status: 'replied' },
    { ...message, firstName: 'Dora', status: 'replied' },
  ]);
});
afterAll(async () => {
  await client.end({ timeout: 5 });
  await database.drop();
});

interface Query {
  search?: string;
  status?: string;
  page?: number;
  pageSize?: number;
}

const list = (query: Query, options: { hidden?: string; clamp?: boolean } = {}) =>
  paginate(db, query, {
    table: contactMessages,
    status: contactMessages.status,
    matching: holds(contactMessages.searchText, query.search),
    select: async ({ where, limit, offset }) => {
      const rows = await db
        .select()
        .from(contactMessages)
        .where(where)
        .orderBy(asc(contactMessages.id))
        .limit(limit)
        .offset(offset);
      return rows.map(({ firstName }) => firstName);
    },
    ...options,
  });

describe('paginate', () => {
  it('returns every row and the counts by status if no filter is given', async () => {
    expect(await list({})).toEqual({
      rows: ['Ada', 'Bea', 'Cleo', 'Ada', 'Dora'],
      total: 5,
      counts: { unread: 2, read: 1, replied: 2 },
      page: 1,
    });
  });

  it('filters rows and total by status, not the counts', async () => {
    expect(await list({ status: 'replied' })).toMatchObject({
      rows: ['Ada', 'Dora'],
      total: 2,
      counts: { unread: 2, read: 1, replied: 2 },
    });
  });

  it('narrows rows, total and counts by the search', async () => {
    expect(await list({ search: 'ada' })).toMatchObject({
      rows: ['Ada', 'Ada'],
      total: 2,
      counts: { unread: 1, replied: 1 },
    });
  });

  it('leaves out a hidden status unless it is requested', async () => {
    const options = { hidden: 'replied' };
    expect(await list({}, options)).toMatchObject({
      rows: ['Ada', 'Bea', 'Cleo'],
      total: 3,
      counts: { replied: 2 },
    });
    expect(await list({ status: 'replied' }, options)).toMatchObject({ total: 2 });
  });

  it('returns the rows of a page', async () => {
    expect(await list({ page: 2, pageSize: 2 })).toMatchObject({
      rows: ['Cleo', 'Ada'],
      total: 5,
      page: 2,
    });
  });

  it('returns no rows past the last page', async () => {
    expect(await list({ page: 9, pageSize: 2 })).toMatchObject({ rows: [], total: 5, page: 9 });
  });

  it('clamps a page past the last one to the last', async () => {
    const clamped = { rows: ['Dora'], total: 5, page: 3 };
    expect(await list({ page: 9, pageSize: 2 }, { clamp: true })).toMatchObject(clamped);
  });

  it('clamps to the first page without matches', async () => {
    const nothing = { rows: [], total: 0, page: 1 };
    expect(await list({ search: 'zoe', page: 4 }, { clamp: true })).toMatchObject(nothing);
  });
});
