import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { publicSettingsSchema, settingSchemas } from '~/contract/settings/settings-schema';
import { setupSettings } from '~/contract/setup/setup-settings-schema';
import { seedAbout } from '~/server/seed/about';
import { startTestApp, type TestApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { neutralSettings } from './default-settings';

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

describe('the answer to what is sent now', () => {
  it('is due by the working hours of the settings', async () => {
    const { responseTimes } = neutralSettings;
    const time = { ...responseTimes, answerHours: 2, timeZone: 'UTC', from: '09:00', to: '17:00' };
    await app.sql`insert into settings (key, value)
      values ('responseTimes', ${app.sql.json({ ...time, workingDays: [1], holidays: [] })})
      on conflict (key) do update set value = excluded.value`;
    // A Friday afternoon: the next working hours are those of Monday.
    const { dueAt } = await app.services.settings.getAnswerDue(new Date('2026-11-20T15:30:00Z'));
    expect(dueAt).toBe('2026-11-23T11:00:00.000Z');
    expect(Date.parse((await settings().answerDue()).dueAt)).toBeGreaterThan(Date.now());
  });
});

describe('the public settings', () => {
  it('contain all but those of a single page', async () => {
    const carried = Object.keys(await settings().public());
    // Texts of pages are left out where none was changed, and more legal pages where there are none.
    expect([...carried, 'pages', 'legalLinks'].sort()).toEqual(
      Object.keys(publicSettingsSchema.shape).sort(),
    );
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
      'formFields',
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
    const [items] = await app.sql`
      select count(*)::int as n from portfolio_items where deleted_at is null`;
    expect(count).toBe(items?.n);
    await app.sql`
      insert into portfolio_items (slug, title, description, client_name, position)
      values ('one-more', 'One more', '', '', 0)`;
    expect((await claims()).projects.value).toBe(String(count + 1));
  });
});
