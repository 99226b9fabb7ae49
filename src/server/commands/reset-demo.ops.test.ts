import { spawnSync } from 'node:child_process';

import { expect, it } from 'vitest';

import { testApp } from '~/testing/app';

const app = testApp();

it('reset-demo refuses unknown options with its usage, and removes nothing', async () => {
  await app.fillDemo();
  const { status, stdout } = spawnSync(process.execPath, ['dist/server/reset-demo.js', '--help'], {
    env: { PATH: process.env.PATH, DATABASE_URL: app.databaseUrl },
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stdout).toContain('npm run reset-demo -- --yes');
  const [samples] = await app.sql`select count(*)::int as count from quotes`;
  expect(samples?.count).toBeGreaterThan(0);
});
