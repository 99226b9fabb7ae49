import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { publicSettingsSchema, settingSchemas } from '~/contract/settings/settings-schema';
import { setupSettings } from '~/contract/setup/setup-settings-schema';
import { seedAbout } from '~/server/seed/about';
import { startTestApp, type TestApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { neutralSettings } from './neutral';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const settings = () => callerOf(null, app.services).settings;

async function store(key: string, value: unknown): Promise<void> {
  await app.sql`update settings set value = ${app.sql.json(value as never)} where key = ${key}`;
}

describe('the agency’s texts', () => {
  it('are the sample content until an admin changes them', async () => {
    expect(await settings().about()).toEqual(seedAbout);
    const changed = { ...seedAbout, title: 'Two people and a dog' };
    await store('about', changed);
    expect(await settings().about()).toEqual(changed);
  });

  it('are empty where the stored value is invalid or missing', async () => {
    await store('about', { title: 'Half of it' });
    expect(await settings().about()).toEqual(neutralSettings.about);
    await app.sql`delete from settings where key = 'about'`;
    expect(await settings().about()).toEqual(neutralSettings.about);
  });
});

describe('the public settings', () => {
  it('contain all but those of a single page', async () => {
    const carried = Object.keys(await settings().public());
    // Texts of pages are left out where none was changed.
    expect([...carried, 'pages'].sort()).toEqual(Object.keys(publicSettingsSchema.shape).sort());
    const all = Object.keys(settingSchemas);
    expect(all.filter((key) => !carried.includes(key))).toEqual([
      'about',
      'careers',
      'questions',
      'retention',
      'adminSecurity',
      'seller',
      'sales',
      'responseTimes',
      'files',
      'appearance',
      'logo',
      'typeface',
      // Carried as links.
      'navigation',
      'pages',
      ...Object.keys(setupSettings),
    ]);
  });
});

describe('a claim', () => {
  const claims = async () => (await settings().public()).claims;

  it('is the value that was set, or the current count', async () => {
    const [row] = await app.sql<{ value: { key: string }[] }[]>`
      select value from settings where key = 'claims'`;
    const change = (key: string, changes: object) =>
      (row?.value ?? []).map((claim) => (claim.key === key ? { ...claim, ...changes } : claim));
    await store('claims', change('clients', { value: '151' }));
    expect((await claims()).clients.value).toBe('151');

    await store('claims', change('projects', { mode: 'computed' }));
    const count = Number((await claims()).projects.value);
    const [pieces] = await app.sql`
      select count(*)::int as n from portfolio_items where deleted_at is null`;
    expect(count).toBe(pieces?.n);
    await app.sql`
      insert into portfolio_items (slug, title, description, client_name, position)
      values ('one-more', 'One more', '', '', 0)`;
    expect((await claims()).projects.value).toBe(String(count + 1));
  });
});
