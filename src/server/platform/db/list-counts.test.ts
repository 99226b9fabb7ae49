import { afterAll, beforeAll, expect, it } from 'vitest';

import { createListCounts } from '~/server/platform/db/list-counts';
import { startTestApp, type TestApp } from '~/testing/app';

const statements: string[] = [];
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ onStatement: (statement) => statements.push(statement) });
  // Retention deletes from the table: also where nothing is old enough, its statement announces a change.
  await app.services.jobs.stop();
  await arrive(3);
});
afterAll(() => app.close());

const arrive = (count: number) => app.sql`
  insert into quotes (name, email, phone, phone_digits, service_name, budget, timeline, project_details)
  select 'Nora ' || n, 'nora@example.com', '1', '1', 'Site', '5000-10000', '1-month', 'A site' from generate_series(1, ${count}) n`;

/** Reads a page of quotes. @returns its total, and whether rows were counted for it */
async function read(search?: string) {
  statements.length = 0;
  const { total, counts } = await app.services.admin.quotes.search({
    pageSize: 1,
    ...(search && { search }),
  });
  return { total, counts, counted: statements.some((one) => one.includes('group by 1')) };
}

it('counts once until a row arrives, also from elsewhere', async () => {
  const { total } = await read();
  expect(await read()).toMatchObject({ total, counted: false });
  for (let arrived = 1; arrived <= 20; arrived++) {
    await arrive(1);
    expect(await read()).toMatchObject({ total: total + arrived, counted: true });
  }
  await app.sql`update quotes set status = 'approved' where name = 'Nora 1'`;
  const after = await read();
  expect(after.total).toBe(total + 20);
  expect(after.counts.approved).toBeGreaterThanOrEqual(21);
});

it('keeps the counts of each search apart', async () => {
  const { total } = await read('nora 2');
  expect(total).toBeLessThan((await read()).total);
  expect(await read('nora 2')).toMatchObject({ total, counted: false });
});

it('is not changed by a change to a table that it does not depend on', async () => {
  await read();
  await app.sql`update users set updated_at = now()`;
  expect(await read()).toMatchObject({ counted: false });
});

it('counts each time while changes cannot be heard', async () => {
  const counts = createListCounts();
  let times = 0;
  const count = () => counts.through(['quotes'], 'key', async () => ({ pending: ++times }));
  expect(await count()).toEqual({ pending: 1 });
  counts.resume();
  expect(await count()).toEqual({ pending: 2 });
  let isHeard = true;
  counts.use(async () => isHeard);
  expect(await count()).toEqual({ pending: 3 });
  expect(await count()).toEqual({ pending: 3 });
  isHeard = false;
  expect(await count()).toEqual({ pending: 4 });
  isHeard = true;
  counts.suspend();
  expect(await count()).toEqual({ pending: 5 });
  counts.resume();
  counts.invalidate('quotes');
  expect(await count()).toEqual({ pending: 6 });
});
