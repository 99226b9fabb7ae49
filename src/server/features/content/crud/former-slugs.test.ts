import { describe, expect, it } from 'vitest';

import { contentKeys, contentTypes } from '~/contract/content/content-types';
import { contentTables } from '~/server/features/content/content';
import { testApp } from '~/testing/app';

const app = testApp();

/** Content types whose rows have pages. Custom pages have separate tests. */
const kinds = contentKeys
  .filter((key) => 'slug' in contentTables[key] && key !== 'customPages')
  .map((key) => {
    const { table, noun } = contentTypes[key];
    return {
      table,
      path: `/${key}`,
      missing: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`,
    };
  });

async function pick(table: string) {
  const rows = await app.sql<{ id: number; slug: string }[]>`
    select id, slug from ${app.sql(table)} where deleted_at is null order by id limit 4`;
  return rows;
}

async function page(path: string) {
  const response = await app.fetch(path, { redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location') };
}

async function api(path: string) {
  const response = await app.fetch(`/api${path}`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe.each(kinds)('a former slug under $path', ({ table, path, missing }) => {
  it('redirects to its row’s current slug after several renames', async () => {
    const [one] = await pick(table);
    const { id, slug } = one as { id: number; slug: string };
    await app.sql`update ${app.sql(table)} set slug = 'second-name' where id = ${id}`;
    await app.sql`update ${app.sql(table)} set slug = 'third-name' where id = ${id}`;
    for (const former of [slug, 'second-name', String(id)]) {
      await expect
        .poll(() => page(`${path}/${former}`))
        .toEqual({ status: 301, location: `${path}/third-name` });
      expect((await api(`${path}/${former}`)).body).toMatchObject({ id, slug: 'third-name' });
    }
    expect((await page(`${path}/third-name`)).status).toBe(200);
  });

  it('leads to another row that has taken the slug', async () => {
    const [, other] = await pick(table);
    await app.sql`update ${app.sql(table)} set slug = 'second-name' where id = ${other?.id ?? 0}`;
    await expect.poll(async () => (await page(`${path}/second-name`)).status).toBe(200);
    expect((await api(`${path}/second-name`)).body).toMatchObject({ id: other?.id });
  });

  it('answers 410 for a row in the trash, and redirects again after it is restored', async () => {
    const [, , third] = await pick(table);
    const { id, slug } = third as { id: number; slug: string };
    await app.sql`update ${app.sql(table)} set deleted_at = now() where id = ${id}`;
    await expect.poll(async () => (await page(`${path}/${slug}`)).status).toBe(410);
    expect(await api(`${path}/${slug}`)).toEqual({
      status: 404,
      body: { message: missing, code: 'NOT_FOUND' },
    });
    await app.sql`update ${app.sql(table)} set deleted_at = null where id = ${id}`;
    await expect.poll(async () => (await page(`${path}/${slug}`)).status).toBe(200);
  });

  it('answers 410 for a purged row at its last and its former slugs', async () => {
    const [, , , fourth] = await pick(table);
    const { id, slug } = fourth as { id: number; slug: string };
    await app.sql`update ${app.sql(table)} set slug = 'last-name' where id = ${id}`;
    await app.sql`delete from ${app.sql(table)} where id = ${id}`;
    for (const gone of [slug, 'last-name']) {
      await expect.poll(async () => (await page(`${path}/${gone}`)).status).toBe(410);
    }
  });

  it('answers 404 if there never was a row', async () => {
    expect((await page(`${path}/never-was`)).status).toBe(404);
    expect((await page(`${path}/99999999`)).status).toBe(404);
  });
});

describe('an inactive service', () => {
  it('answers 404 rather than 410, since it may be activated again', async () => {
    await app.sql`insert into services (slug, name, description, price_cents, is_active)
      values ('switched-off', 'Off', 'Off', 0, false)`;
    expect((await page('/services/switched-off')).status).toBe(404);
    await app.sql`update services set slug = 'switched-off-still' where slug = 'switched-off'`;
    expect((await page('/services/switched-off')).status).toBe(404);
  });
});
