import { afterAll, beforeAll, expect, it } from 'vitest';

import { builtInPages } from '~/contract/built-in-pages/built-in-pages';
import { seedSettings } from '~/server/seed/settings';
import { startTestApp, type TestApp } from '~/testing/app';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { askerOf } from '~/testing/sign-in';
import { neutralSettings } from './features/settings/default-settings';

/** Sets up an agency that shares nothing with the samples, in an empty database and only through API calls. */

let database: TestDatabase;
let app: TestApp;
let ask: ReturnType<typeof askerOf>;

const drawn = (fill: string) => ({
  type: 'svg',
  data: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0h90v30z" fill="${fill}"/></svg>`,
});

async function give<Body = { id: number }>(method: string, path: string, body: object) {
  const answer = await ask<Body>(method, path, body);
  expect([path, answer.status, answer.status === 200 || answer.body]).toEqual([path, 200, true]);
  return answer.body;
}
const set = (key: string, value: unknown) =>
  give('POST', '/api/trpc/admin.settings.update', { key, value });
const say = (key: string, value: unknown) =>
  give('POST', '/api/trpc/admin.pageTexts.update', { key, value });

async function html(path: string): Promise<string> {
  const response = await app.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({
    databaseUrl: database.url,
    env: { DEMO_MODE: 'off', SMTP_URL: 'smtp://127.0.0.1:9' },
  });
  const token = /setup\?token=([a-z0-9]+)/.exec(app.printed.join('\n'))?.[1] ?? '';
  const owner = await app.fetch('/setup', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'null' },
    body: new URLSearchParams({
      token,
      username: 'olive',
      ownerName: 'Olive Ward',
      email: 'olive@lantern.example',
      password: 'a long password',
      name: 'Lantern & Sons',
      tagline: 'Sites that stay lit',
      contactEmail: 'hello@lantern.example',
      phone: '+44 20 7946 0958',
      country: 'GB',
      currency: 'GBP',
      timeZone: 'Europe/London',
    }),
  });
  expect(owner.status).toBe(303);
  const cookie = owner.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  ask = askerOf(app, cookie);

  await set('logo', {
    ...{ light: drawn('#201810'), dark: drawn('#ffe9c0') },
    ...{ hasName: true, icon: null },
  });
  await set('appearance', { accent: '#7a1fa2', paper: '#faf7ff' });
  await set('formFields', {
    ...neutralSettings.formFields,
    ...{ services: 'catalogue', countries: 'none' },
    phoneLabels: { quick: 'Telephone', quote: 'Telephone', contact: 'Telephone' },
  });
  await say('hero', { title: 'We keep the light on', subtitle: 'Sites for harbours.' });
  await say('about', {
    ...{ title: 'A father, two sons', lead: 'And a lamp.' },
    story: { title: 'Since 1998', paragraphs: ['It began with a pier.'] },
    ...{ team: { title: '', people: [] }, values: { title: '', items: [] } },
    week: { title: '', items: [] },
  });
  await say('pages', { services: { title: 'What we mend' } });
  await say('navigation', { bar: ['services', 'about', 'contact'], hidden: ['careers', 'blog'] });
  const { draft } = await ask<{ result: { data: { draft: { text: string } } } }>(
    'GET',
    `/api/trpc/admin.legal.get?input=${encodeURIComponent('{"page":"imprint"}')}`,
  ).then(({ body }) => body.result.data);
  await give('POST', '/api/trpc/admin.legal.save', {
    page: 'imprint',
    title: 'Imprint',
    text: `${draft.text.replaceAll(/^Name .*$/gm, 'Olive Ward')}\n\nRegistered in England, no. 0042`,
    effectiveOn: new Date().toISOString().slice(0, 10),
    seenVersion: 0,
  });

  const email = { key: 'email', type: 'email', label: 'Your email', required: true };
  const lamp = { key: 'lamp', type: 'choice', label: 'Which lamp?', required: true };
  const form = await give('POST', '/api/admin/forms', {
    name: 'Ask for an inspection',
    fields: [email, { ...lamp, options: ['Oil', 'LED'] }],
    confirmation: 'We come by boat.',
  });
  await give('POST', '/api/admin/services', {
    ...{ name: 'Lamp repair', description: 'We mend it at night.', category: 'other' },
    ...{ price: '120.00', priceUnit: 'hour', priceKind: 'fixed', slug: 'lamp-repair' },
  });
  await give('POST', '/api/admin/pages', {
    ...{ title: 'Inspections', slug: 'harbours/inspections', status: 'published' },
    ...{ inNavigation: true, inFooter: true },
    blocks: [
      { type: 'heading', title: 'A lamp looked at in a day' },
      { type: 'services', pick: 'all' },
      { type: 'form', formId: form.id },
    ],
  });
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.drop();
});

it('every page shows the same agency, without any sample content or figures', async () => {
  const shown = ['services', 'about', 'contact', 'portfolio', 'pricing'] as const;
  const paths = ['/', '/services/lamp-repair', '/harbours/inspections', '/legal/imprint'];
  const samples = [
    seedSettings.brand.name,
    seedSettings.hero.title,
    seedSettings.contact.phone,
    seedSettings.about.title,
  ];
  for (const path of [
    ...paths,
    ...shown.map((key) => builtInPages[key].path),
    '/privacy',
    '/terms',
  ]) {
    const page = await html(path);
    expect(page).toContain('Lantern &amp; Sons');
    expect(page).not.toMatch(/being set up|Kestrel|200\+|98%|5\.0/);
    for (const sample of samples) expect([path, page.includes(sample)]).toEqual([path, false]);
  }
  for (const key of ['careers', 'blog'] as const) {
    expect((await app.fetch(builtInPages[key].path)).status).toBe(404);
  }
  expect(await html('/pricing')).toContain('No Pricing Plans Available');
});

it('every page shows the texts, form fields and services of the agency', async () => {
  const home = await html('/');
  expect(home).toContain('We keep the light on');
  expect(home).toContain('Telephone');
  expect(home).toContain('<option value="Lamp repair">');
  expect(home).not.toContain('WhatsApp');
  expect(await html('/about')).toContain('A father, two sons');
  expect(await html('/legal/imprint')).toContain('Registered in England, no. 0042');
  for (const path of ['/harbours/inspections', '/services', '/services/lamp-repair']) {
    expect(await html(path)).toMatch(/£120(\.00)?/);
  }
  expect(await html('/services')).toContain('What we mend');
  expect(await html('/harbours/inspections')).toContain('Which lamp?');
});
