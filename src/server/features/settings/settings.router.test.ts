import { describe, expect, it } from 'vitest';

import { publicSettingsSchema, settingSchemas } from '~/contract/settings/settings-schema';
import { setupSettings } from '~/contract/setup/setup-settings-schema';
import { seedAbout } from '~/server/seed/about';
import { testApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { neutralSettings } from './default-settings';

const app = testApp();

const settings = () => callerOf(null, app.services).settings;

async function store(key: string, value: unknown): Promise<void> {
  await app.sql`update settings set value = ${app.sql.json(value as never)} where key = ${key}`;
}

const storeAbout = (value: unknown) =>
  app.sql`update page_versions set texts = ${app.sql.json({ about: value } as never)} where built_in_page = 'about'`;

describe('the agency’s texts', () => {
  it('are the sample content until an admin changes them', async () => {
    expect(await settings().about()).toEqual(seedAbout);
    const changed = { ...seedAbout, title: 'Two people and a dog' };
    await storeAbout(changed);
    expect(await settings().about()).toEqual(changed);
  });

  it('are empty if the stored value is invalid or missing', async () => {
    await storeAbout({ title: 'Half of it' });
    expect(await settings().about()).toEqual(neutralSettings.about);
    await app.sql`update page_versions set texts = '{}' where built_in_page = 'about'`;
    expect(await settings().about()).toEqual(neutralSettings.about);
  });
});

describe('the response time for a message sent now', () => {
  it('follows the working hours of the settings', async () => {
    const { responseTimes } = neutralSettings;
    const time = { ...responseTimes, answerHours: 2, timeZone: 'UTC', from: '09:00', to: '17:00' };
    await app.sql`insert into settings (key, value)
      values ('responseTimes', ${app.sql.json({ ...time, workingDays: [1], holidays: [] })})
      on conflict (key) do update set value = excluded.value`;
    // The time is a Friday afternoon, so the next working hours are on Monday.
    const { dueAt } = await app.services.settings.getAnswerDue(new Date('2026-11-20T15:30:00Z'));
    expect(dueAt).toBe('2026-11-23T11:00:00.000Z');
    expect(Date.parse((await settings().answerDue()).dueAt)).toBeGreaterThan(Date.now());
  });
});

describe('the public settings', () => {
  it.each([
    ['NL', 'net', 'plus BTW/VAT'],
    ['DE', 'gross', 'including VAT'],
    ['US', 'net', 'plus sales tax'],
  ])('name the tax of plans of a seller in %s, %s', async (country, planPrices, planTax) => {
    const store = (key: string, value: object) =>
      app.sql`insert into settings (key, value) values (${key}, ${app.sql.json(value as never)})
        on conflict (key) do update set value = excluded.value`;
    await store('seller', { ...neutralSettings.seller, country });
    await store('tax', { ...neutralSettings.tax, plansTaxed: true, planPrices });
    expect(await app.services.settings.getPublic()).toMatchObject({ planTax });
    await store('tax', { ...neutralSettings.tax, plansTaxed: true, scheme: 'small_business' });
    expect(await app.services.settings.getPublic()).not.toHaveProperty('planTax');
  });

  it('contain exactly the settings of their schema, and no internal ones', async () => {
    const carried = Object.keys(await settings().public());
    // Unchanged texts of pages are omitted, an empty list of optional legal pages, and the tax of plans without one.
    expect([...carried, 'pages', 'legalLinks', 'planTax'].sort()).toEqual(
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
      'tax',
      'bank',
      'accounting',
      'responseTimes',
      // `countedClaims` is included as claims.
      'countedClaims',
      'files',
      'formFields',
      'testimonials',
      'emails',
      'appearance',
      'logo',
      'typeface',
      // The navigation is included as links.
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
  });

  it('is counted once a day if chosen, and is the typed value until there are enough data', async () => {
    const [row] = await app.sql<{ value: { key: string }[] }[]>`
      select value from settings where key = 'claims'`;
    const { countedClaims } = app.services.admin;
    const computed = ['projects', 'years', 'answerTime', 'answersKept', 'support'];
    await store(
      'claims',
      (row?.value ?? []).map((claim) =>
        computed.includes(claim.key) ? { ...claim, mode: 'computed' } : claim,
      ),
    );
    await app.sql`insert into users (id, email, first_name, last_name) values ('counted', 'counted@example.com', 'A', 'B')`;
    const complete = (count: number) => app.sql`
      insert into service_requests (user_id, title, status)
      select 'counted', 'Work', 'completed' from generate_series(1, ${count})`;
    await complete(9);
    await countedClaims.count(new Date('2026-11-24T12:00:00Z'));
    app.cache.invalidate('settings');
    expect(await claims()).toMatchObject({
      projects: { value: '200+' },
      answerTime: { value: '' },
      // `support` cannot be counted.
      support: { value: '24/7' },
    });
    expect((await claims()).projects.counted).toBeUndefined();
    const offered = async () =>
      (await countedClaims.offered()).figures.find(({ key }) => key === 'projects');
    expect(await offered()).toEqual({ key: 'projects', value: '9', cases: 9, isEnough: false });

    await complete(3);
    await app.sql`insert into contact_messages (first_name, last_name, email, service, message, created_at, first_answer_at)
      select 'A', 'B', 'a@example.com', 'website', 'Hello', '2026-11-23T10:00:00Z', '2026-11-23T11:30:00Z'
      from generate_series(1, 10)`;
    // Claims are counted once per day, so that a page is not invalidated by each request.
    await countedClaims.count(new Date('2026-11-24T15:00:00Z'));
    expect((await offered())?.cases).toBe(9);
    await countedClaims.count(new Date('2026-11-25T12:00:00Z'));
    app.cache.invalidate('settings');
    expect(await claims()).toMatchObject({
      projects: {
        value: '12',
        counted:
          'Requests of clients that we have completed. Counted on 25 November 2026, from 12.',
      },
      answerTime: { value: '1 h 30 min', counted: expect.stringMatching(/from 10\.$/) },
      answersKept: { value: '100%' },
      satisfaction: { value: '98%' },
    });
    const page = (await (await app.fetch('/')).text()).replaceAll('<!-- -->', '');
    expect(page).toContain('How we count these');
    expect(page).toContain(
      'Requests of clients that we have completed. Counted on 25 November 2026, from 12.',
    );
  });
});
