import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { categories } from '~/contract/services/categories';
import { settingSchemas } from '~/contract/settings/settings-schema';
import { connect, createDatabase, type Database, type Sql } from '~/server/platform/db/client';
import { createTestDatabase } from '~/testing/database';
import { seedPortfolio } from './portfolio';
import { seed } from './seed';
import { seedServices } from './services';

describe('seeding', () => {
  let sql: Sql;
  let db: Database;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    sql = connect(database.url);
    db = createDatabase(sql);
  });
  afterAll(async () => {
    await sql.end({ timeout: 5 });
    await drop();
  });

  const counts = async () =>
    (
      await sql`select (select count(*)::int from services) as services,
        (select count(*)::int from portfolio_items) as items,
        (select count(*)::int from settings) as settings,
        (select count(*)::int from page_versions) as versions`
    )[0];

  it('fills an empty database once, even with concurrent starts', async () => {
    const outcomes = await Promise.all([
      seed(db, { samples: true }),
      seed(db, { samples: true }),
      seed(db, { samples: true }),
    ]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    const before = await counts();
    expect(before).toMatchObject({ services: seedServices.length, items: seedPortfolio.length });
    expect(await seed(db, { samples: true })).toBe(false);
    expect(await counts()).toEqual(before);
  });

  it('writes valid settings', async () => {
    const rows = await sql`
      select key, value from settings where key <> 'seeded'
      union all select text.key, text.value from page_versions, jsonb_each(texts) text`;
    expect(rows.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['hero', 'reasons', 'about', 'careers', 'questions', 'brand']),
    );
    expect(rows.length).toBeGreaterThanOrEqual(7);
    for (const { key, value } of rows) {
      const schema = settingSchemas[key as keyof typeof settingSchemas];
      expect([key, schema?.safeParse(value).success]).toEqual([key, true]);
    }
  });

  it('does not restore deleted content', async () => {
    await sql`delete from services`;
    expect(await seed(db, { samples: true })).toBe(false);
    expect(await counts()).toMatchObject({ services: 0 });
  });
});

describe('the sample services', () => {
  it('are eight or more, in every category', () => {
    expect(seedServices.length).toBeGreaterThanOrEqual(8);
    expect(new Set(seedServices.map(({ category }) => category))).toEqual(new Set(categories));
  });

  it.each(seedServices)('$slug is complete, and fits where search engines show it', (service) => {
    expect(service.metaTitle.length).toBeLessThanOrEqual(60);
    expect(service.metaDescription.length).toBeLessThanOrEqual(160);
    expect(service.priceCents).toBeGreaterThan(0);
    expect(service.isActive).toBe(true);
    const { imageUrl, ...fields } = service;
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') expect([name, value.trim().length > 0]).toEqual([name, true]);
      if (Array.isArray(value)) expect([name, value.length > 0]).toEqual([name, true]);
    }
    for (const text of [...service.features, ...service.deliverables]) expect(text).toMatch(/\S/);
    for (const step of service.processSteps) {
      expect(step.title).toMatch(/\S/);
      expect(step.description).toMatch(/\S/);
    }
    expect(service.features.length).toBeGreaterThanOrEqual(6);
  });
});

describe('the sample portfolio', () => {
  it('features at least six items', () => {
    expect(seedPortfolio.filter(({ featured }) => featured).length).toBeGreaterThanOrEqual(6);
  });

  it.each(seedPortfolio)('$slug is complete', (item) => {
    for (const field of [
      'title',
      'description',
      'client_name',
      'problem',
      'approach',
      'result',
    ] as const) {
      expect([field, item[field].trim().length > 0]).toEqual([field, true]);
    }
    expect(item.technologies.length).toBeGreaterThan(0);
    expect(Number.isNaN(Date.parse(item.createdAt))).toBe(false);
  });
});
