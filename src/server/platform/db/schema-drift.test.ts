import { readdirSync, readFileSync } from 'node:fs';

import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';

type Snapshot = Parameters<typeof generateMigration>[0];

/**
 * Compares the schema in the same way as `npm run db:generate`. Without a table, column or enum value, the code that uses
 * it would fail with a 500.
 */
it('the baseline has every part of the schema', async () => {
  const modules = import.meta.glob<Record<string, unknown>>('./schema/*.ts', { eager: true });
  const schema = Object.assign({}, ...Object.values(modules));
  const [newest] = readdirSync('drizzle/meta')
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort()
    .reverse();
  const snapshot = JSON.parse(readFileSync(`drizzle/meta/${newest}`, 'utf8')) as Snapshot;
  const current = generateDrizzleJson(schema, snapshot.id) as Snapshot;
  expect(await generateMigration(snapshot, current)).toEqual([]);
}, 60_000);
