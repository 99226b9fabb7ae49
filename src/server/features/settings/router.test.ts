import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { publicSettingsSchema, settingSchemas } from '~/contract/settings/settings-schema';
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

describe('what the agency says of itself', () => {
  it('is what the sample content holds, until an admin sets something else', async () => {
    expect(await settings().about()).toEqual(seedAbout);
    const changed = { ...seedAbout, title: 'Two people and a dog' };
    await store('about', changed);
    expect(await settings().about()).toEqual(changed);
  });

  it('is empty where the stored text is not valid, or gone', async () => {
    await store('about', { title: 'Half of it' });
    expect(await settings().about()).toEqual(neutralSettings.about);
    await app.sql`delete from settings where key = 'about'`;
    expect(await settings().about()).toEqual(neutralSettings.about);
  });
});

describe('the settings that every page carries', () => {
  it('are all but those of a single page', async () => {
    const carried = Object.keys(await settings().public());
    expect(carried.sort()).toEqual(Object.keys(publicSettingsSchema.shape).sort());
    const all = Object.keys(settingSchemas);
    expect(all.filter((key) => !carried.includes(key))).toEqual([
      'about',
      'careers',
      'questions',
      'retention',
    ]);
  });
});
