import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { LinkedTestimonial, Testimonial } from '~/contract/testimonials/testimonials-schema';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { signUpClient } from '~/testing/sign-in';

const app = testApp({ rateLimits: { linkWrites: 1e6, linkReads: 1e6 } });
const cookies = { owner: '', manager: '' };

beforeAll(async () => {
  cookies.owner = (await signedInAs(app, 'owner')).cookie;
  cookies.manager = (await signedInAs(app, 'manager')).cookie;
});
beforeEach(async () => {
  await app.sql`delete from testimonials`;
  app.cache.invalidate('testimonials');
});

const admin = () => app.services.admin.testimonials;
const words = 'They told us the price before, and it was the price after';
const said = { words, name: 'Ada Byron', role: 'Owner', company: 'Engines Ltd' };

async function completedRequest(): Promise<{ id: number; email: string; userId: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = crypto.randomUUID();
  await app.sql`insert into users (id, email, first_name, last_name) values (${userId}, ${email}, 'Ada', 'Byron')`;
  const [{ id }] = await app.sql<[{ id: number }]>`
    insert into service_requests (user_id, title) values (${userId}, 'The engine') returning id`;
  await app.services.admin.requests.setStatus('system', id, 'completed');
  return { id, email, userId };
}

async function asked() {
  const request = await completedRequest();
  const { id } = await admin().ask('system', request.id);
  const [{ nonce }] = await app.sql<[{ nonce: string }]>`
    select nonce from document_links where about = ${`testimonial:${id}`}`;
  return { id, request, token: app.services.documentLinks.tokenOf(nonce) };
}

const submit = (token: string, changes: object = {}) =>
  app.postJson(`/api/testimonials/by-link/${token}`, { ...said, agreed: true, ...changes });
const withdraw = (token: string) =>
  app.postJson(`/api/testimonials/by-link/${token}/take-back`, {});
const read = async (token: string) =>
  (await (await app.fetch(`/api/testimonials/by-link/${token}`)).json()) as LinkedTestimonial;
const put = (id: number, fields: object, role: 'owner' | 'manager' = 'owner') =>
  app.fetch(`/api/admin/testimonials/${id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Cookie: cookies[role] },
    body: JSON.stringify(fields),
  });

/** Returns all responses to visitors and programs that contain the text. */
async function placesWith(text: string): Promise<string[]> {
  for (const tag of ['testimonials', 'portfolio_items', 'pages', 'page_versions'] as const) {
    app.cache.invalidate(tag);
  }
  const [{ id }] = await app.sql<[{ id: number }]>`select max(id) as id from testimonials`;
  const block = [{ type: 'testimonials', pick: 'chosen', ids: [id] }];
  await app.sql`update page_versions set blocks = ${app.sql.json(block)} where page_id is not null`;
  const paths = [
    '/api/testimonials',
    '/api/pages/words',
    '/api/portfolio',
    '/api/portfolio/skerrow-ferries',
    '/',
    '/about',
    '/words',
    '/portfolio',
    '/portfolio/skerrow-ferries',
    '/llms.txt',
    '/sitemap.xml',
    '/blog/rss.xml',
    '/api/openapi.json',
  ];
  const found: string[] = [];
  for (const path of paths) {
    const body = await (await app.fetch(path)).text();
    if (body.includes(text)) found.push(path);
  }
  const visitor = callerOf(null, app.services);
  const reads = {
    list: await visitor.testimonials.list(),
    first: await visitor.testimonials.first(),
    ofWork: await visitor.testimonials.ofWork({ slug: 'skerrow-ferries' }),
  };
  for (const [name, result] of Object.entries(reads)) {
    if (JSON.stringify(result).includes(text)) found.push(name);
  }
  return found;
}

const everywhere = [
  '/api/testimonials',
  '/api/pages/words',
  '/',
  '/words',
  '/portfolio/skerrow-ferries',
  'list',
  'first',
  'ofWork',
];

describe('visitors', () => {
  let portfolioId: number;
  beforeAll(async () => {
    [{ id: portfolioId }] = await app.sql<[{ id: number }]>`
      select id from portfolio_items where slug = 'skerrow-ferries'`;
    await app.services.admin.customPages.create('system', {
      title: 'Words',
      slug: 'words',
      blocks: [],
      status: 'published',
    });
  });

  const row = (changes: object) => ({
    ...said,
    portfolioId,
    email: 'ada@engines.example',
    consentMeans: 'email' as const,
    consentBy: 'Ada Byron',
    consentOn: '2026-11-02',
    ...changes,
  });

  it('can read published testimonials with consent on every page, but neither the email nor the consent', async () => {
    const { id } = await admin().create('system', row({ isPublished: false }));
    expect(await placesWith(words)).toEqual([]);
    expect((await put(id, { isPublished: true })).status).toBe(200);
    expect(await placesWith(words)).toEqual(everywhere);
    expect(await placesWith('ada@engines.example')).toEqual([]);
    const [shown] = (await (await app.fetch('/api/testimonials')).json()) as Testimonial[];
    expect(Object.keys(shown ?? {}).sort()).toEqual(
      ['id', 'words', 'name', 'role', 'company', 'work'].sort(),
    );
    expect(shown?.work?.slug).toBe('skerrow-ferries');
  });

  it.each([
    ['in the trash', 'deleted_at = now()'],
    ['without consent', 'is_published = false, consent_means = null'],
  ])('cannot read a testimonial %s', async (_, change) => {
    await admin().create('system', row({ isPublished: true }));
    await app.sql.unsafe(`update testimonials set ${change}`);
    expect(await placesWith(words)).toEqual([]);
  });

  it.each([
    ['words', { words: `${words}, and more` }],
    ['person', { name: 'Someone Else' }],
    ['work', { portfolioId: null }],
    ['consent', { consentBy: 'Someone Else' }],
  ])('read a changed %s only if an owner changed it after publication', async (_, change) => {
    const { id } = await admin().create('system', row({ isPublished: true }));
    expect((await put(id, change, 'manager')).status).toBe(403);
    expect((await app.services.testimonials.list()).map((one) => one.words)).toEqual([words]);
    // Other admins may hide the testimonial and ask an owner to publish it.
    expect((await put(id, { ...change, isPublished: false }, 'manager')).status).toBe(200);
    expect((await put(id, { isPublished: true }, 'manager')).status).toBe(403);
    expect((await put(id, { isPublished: true })).status).toBe(200);
  });

  it('read no testimonial without consent: the database enforces this', async () => {
    await admin().create('system', row({ isPublished: true }));
    for (const change of ['consent_means = null', "consent_by = ''", "words = ''"]) {
      await expect(app.sql.unsafe(`update testimonials set ${change}`)).rejects.toThrow(
        'testimonials_published_with_consent',
      );
    }
  });
});

describe('a testimonial by link', () => {
  it('is requested by email after the request is completed, with a link to a page that is not cached', async () => {
    const { request, token } = await asked();
    const [mail] = await app.sql`
      select subject, text from mails where "to" = ${request.email} and kind = 'testimonial_asked'`;
    expect(mail).toMatchObject({ subject: 'How was it? The engine' });
    // The token is inserted when the email is sent, so the stored email contains no working link.
    expect(mail?.text).not.toContain(token);
    const page = await app.fetch(`/testimonials/${token}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('x-robots-tag')).toContain('noindex');
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect(await page.text()).toContain('on its website, with my name, my role and my company');
    expect(await read(token)).toMatchObject({ state: 'asked', name: 'Ada Byron', words: '' });
    expect((await app.fetch('/testimonials/not-a-token')).status).toBe(404);
  });

  it('is requested again only after ten minutes, and neither after an answer nor before completion', async () => {
    const { request, token } = await asked();
    const again = () => admin().ask('system', request.id);
    // A double click, or two admins at once, send only one email.
    const pressed = await Promise.allSettled([again(), again(), again()]);
    expect(pressed.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    await app.sql`update testimonials set asked_at = now() - interval '11 minutes'`;
    await again();
    const count = async () =>
      (
        await app.sql`select 1 from mails where "to" = ${request.email} and kind = 'testimonial_asked'`
      ).length;
    expect(await count()).toBe(2);
    expect(await app.sql`select 1 from testimonials`).toHaveLength(1);
    await submit(token);
    await expect(admin().ask('system', request.id)).rejects.toMatchObject({
      message: 'Ada Byron has already answered',
    });
    await app.sql`update service_requests set status = 'in_progress' where id = ${request.id}`;
    await expect(admin().ask('system', request.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('requires consent, and stores the sentence that was agreed to', async () => {
    const { id, token } = await asked();
    expect((await submit(token, { agreed: false })).status).toBe(400);
    expect((await submit(token, { words: 'Short' })).status).toBe(400);
    expect((await submit(token)).status).toBe(200);
    const [row] = await app.sql`select * from testimonials where id = ${id}`;
    expect(row).toMatchObject({
      consent_means: 'link',
      consent_by: 'Ada Byron',
      consent_text: expect.stringContaining('Kestrel shows these words'),
      is_published: false,
    });
    expect(await admin().get(id)).toMatchObject({ status: 'waits_for_you' });
    expect((await app.services.admin.overview.waiting()).testimonials).toBe(1);
    const notices = () =>
      app.sql`select subject from mails where about = ${`testimonial:${id}`} and kind = 'testimonial_notice'`;
    expect(await notices()).toHaveLength(1);
    // Sending the same text again sends no email, but a correction does.
    await submit(token);
    expect(await notices()).toHaveLength(1);
    await app.sql`update testimonials set given_at = now() - interval '11 minutes'`;
    await submit(token, { words: `${words}, to the cent` });
    expect(await notices()).toHaveLength(2);
    // After many corrections in a row, the panel shows the last one.
    for (const end of ['a', 'b', 'c']) await submit(token, { words: `${words} ${end}` });
    expect(await notices()).toHaveLength(2);
    expect(await admin().get(id)).toMatchObject({ words: `${words} c` });
  });

  it('stores the consent sentence that was shown, and rejects an outdated one', async () => {
    const { id, token } = await asked();
    const { consent } = await read(token);
    await submit(token, { consent });
    await app.sql`update settings set value = value || '{"name": "Renamed"}' where key = 'brand'`;
    await expect
      .poll(async () => (await read(token)).consent)
      .toContain('Renamed shows these words');
    expect(await read(token)).toMatchObject({ agreedTo: consent });
    const corrected = { words: `${words}, to the cent` };
    expect((await submit(token, { ...corrected, consent })).status).toBe(409);
    expect((await admin().get(id)).words).toBe(words);
    const { consent: now } = await read(token);
    expect((await submit(token, { ...corrected, consent: now })).status).toBe(200);
    expect(await read(token)).toMatchObject({ agreedTo: now });
    await app.sql`update settings set value = value || '{"name": "Kestrel"}' where key = 'brand'`;
  });

  it('rejects another client who has the link', async () => {
    const { id, token } = await asked();
    const other = await signUpClient(app);
    const asOther = (path: string, body: object) =>
      app.postJson(`/api/testimonials/by-link/${token}${path}`, body, { Cookie: other });
    expect((await asOther('', { ...said, agreed: true })).status).toBe(403);
    await submit(token);
    expect((await asOther('/take-back', {})).status).toBe(403);
    expect(await admin().get(id)).toMatchObject({ status: 'waits_for_you' });
    const [log] = await app.sql`
      select after ->> 'by' as by from audit_log
      where about = ${`testimonial:${id}`} and action = 'testimonial.given'`;
    expect(log).toEqual({ by: 'the private link' });
  });

  it('can be withdrawn while it is in the trash; restoring it publishes it only if an owner restores it', async () => {
    const { id, token } = await asked();
    await submit(token);
    await put(id, { isPublished: true });
    const act = (role: 'owner' | 'manager', path: string, method: string) =>
      app.fetch(`/api/admin/testimonials/${id}${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', Cookie: cookies[role] },
        ...(method === 'POST' && { body: '{}' }),
      });
    const restored = async (role: 'owner' | 'manager') => {
      expect((await act('manager', '', 'DELETE')).status).toBe(200);
      expect((await act(role, '/restore', 'POST')).status).toBe(200);
      return (await admin().get(id)).isPublished;
    };
    expect(await restored('owner')).toBe(true);
    expect(await restored('manager')).toBe(false);
    await put(id, { isPublished: true });
    await act('manager', '', 'DELETE');
    expect((await app.fetch(`/testimonials/${token}`)).status).toBe(200);
    expect((await withdraw(token)).status).toBe(200);
    expect((await act('owner', '/restore', 'POST')).status).toBe(200);
    expect(await admin().get(id)).toMatchObject({ status: 'consent_withdrawn' });
  });

  it('is published by an owner only, and not changed from then on', async () => {
    const { id, token } = await asked();
    await submit(token);
    expect((await put(id, { isPublished: true }, 'manager')).status).toBe(403);
    expect((await put(id, { words: 'Something nicer' })).status).toBe(400);
    expect((await put(id, { isPublished: true })).status).toBe(200);
    expect(await read(token)).toMatchObject({ state: 'published' });
    expect((await submit(token, { words: 'Quite another thing' })).status).toBe(409);
    // Every admin who may change content can unpublish the testimonial. The client can then correct it.
    expect((await put(id, { isPublished: false }, 'manager')).status).toBe(200);
    expect((await submit(token, { words: 'Quite another thing' })).status).toBe(200);
  });

  it('is hidden at once when its author withdraws the consent', async () => {
    const { id, token } = await asked();
    await submit(token);
    await put(id, { isPublished: true });
    expect(await app.services.testimonials.list()).toHaveLength(1);
    expect((await withdraw(token)).status).toBe(200);
    expect(await app.services.testimonials.list()).toEqual([]);
    expect(await read(token)).toMatchObject({ state: 'withdrawn' });
    expect(await admin().get(id)).toMatchObject({
      status: 'consent_withdrawn',
      withdrawnAt: expect.any(String),
    });
    const log = await app.sql`
      select action, before from audit_log where about = ${`testimonial:${id}`} order by id`;
    expect(log.at(-1)).toMatchObject({
      action: 'testimonial.consent_withdrawn',
      before: { consentMeans: 'link', isPublished: true },
    });
    // A second click changes nothing, and an owner cannot publish the testimonial.
    expect((await withdraw(token)).status).toBe(200);
    expect((await put(id, { isPublished: true })).status).toBe(400);
    expect((await put(id, { consentMeans: 'link' })).status).toBe(400);
    // After consent was given again, the testimonial waits for the owner as before.
    await submit(token);
    expect(await admin().get(id)).toMatchObject({ status: 'waits_for_you', withdrawnAt: null });
  });

  it('gets another link for another invited person; the link of the first is revoked', async () => {
    const first = await asked();
    const [{ id: company }] = await app.sql<[{ id: number }]>`
      insert into companies (name) values ('Engines Ltd') returning id`;
    const second = await signUpClient(app, `${crypto.randomUUID()}@example.com`);
    const [colleague] = await app.sql`
      update users set company_id = ${company}, company_rights = '{requests}'
      where id = (select user_id from sessions order by id desc limit 1) returning id, email`;
    await app.sql`update service_requests set company_id = ${company} where id = ${first.request.id}`;
    await admin().ask('system', first.request.id);
    expect((await app.fetch(`/api/testimonials/by-link/${first.token}`)).status).toBe(404);
    expect((await submit(first.token)).status).toBe(404);
    const [row] = await app.sql`select user_id, email from testimonials where id = ${first.id}`;
    expect(row).toEqual({ user_id: colleague?.id, email: colleague?.email });
    const [{ nonce }] = await app.sql<[{ nonce: string }]>`
      select nonce from document_links where about = ${`testimonial:${first.id}`}`;
    const token = app.services.documentLinks.tokenOf(nonce);
    const given = await app.postJson(
      `/api/testimonials/by-link/${token}`,
      { ...said, agreed: true },
      { Cookie: second },
    );
    expect(given.status).toBe(200);
  });

  it('is requested automatically if enabled: in time, once, and not for earlier requests', async () => {
    await app.sql`update service_request_events set created_at = now() - interval '1 year'`;
    const before = await completedRequest();
    expect(await admin().askDue()).toBe('');
    await app.services.admin.settings.update('system', {
      key: 'testimonials',
      value: { byItself: true, afterDays: 0 },
    });
    await app.sql`update service_request_events set created_at = now() - interval '1 day' where request_id = ${before.id}`;
    const after = await completedRequest();
    const silent = await completedRequest();
    await app.sql`insert into notification_choices (user_id, status) values (${silent.userId}, false)`;
    const late = await completedRequest();
    await app.sql`update settings set updated_at = now() - interval '30 days' where key = 'testimonials'`;
    const age = (id: number, days: number) =>
      app.sql`update service_request_events set created_at = now() - make_interval(days => ${days}) where request_id = ${id}`;
    await age(before.id, 31);
    await age(late.id, 15);
    expect(await admin().askDue()).toBe('asked 1 client for a testimonial');
    expect(await admin().askDue()).toBe('');
    expect(await app.sql`select request_id from testimonials`).toEqual([{ request_id: after.id }]);
  });
});

it('a testimonial is deleted with the personal data of its author', async () => {
  const { id, request, token } = await asked();
  await submit(token);
  await put(id, { isPublished: true });
  await app.sql`update users set deletion_due_at = now() - interval '1 minute' where id = ${request.userId}`;
  await app.services.personalData.deleteDue();
  const left = await app.sql`
    select 1 from testimonials union all select 1 from audit_log where about = ${`testimonial:${id}`}`;
  expect(left).toHaveLength(0);
  expect(await app.services.testimonials.list()).toEqual([]);
  expect((await app.fetch(`/testimonials/${token}`)).status).toBe(404);
});
