import { randomBytes } from 'node:crypto';

import postgres from 'postgres';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Connection that all files of a worker share. */
let administrator: postgres.Sql | undefined;

async function administer(statement: string): Promise<void> {
  administrator ??= postgres(inject('databaseUrl'), {
    max: 1,
    fetch_types: false,
    idle_timeout: 30,
    onnotice: () => {},
  });
  await administrator.unsafe(statement);
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) };
}

/** Creates a migrated, empty database. */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabase('template_app');

/** Creates a database without any table. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase('template1');
