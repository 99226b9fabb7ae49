import { readdirSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { builtInPages } from '~/contract/built-in-pages/built-in-pages';
import type {
  AdminCustomPage,
  CustomPage,
  PageVersion,
} from '~/contract/custom-pages/custom-pages-schema';
import { reservedBy } from '~/contract/custom-pages/reserved-paths';
import { testApp } from '~/testing/app';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));

const heading = (title: string) => ({ type: 'heading', title });
let made = 0;

/** Creates a page. It is published unless stated otherwise. */
async function create(changes: object = {}): Promise<AdminCustomPage> {
  made += 1;
  const { status, body } = await ask<AdminCustomPage>('POST', '/api/admin/pages', {
    title: `Landing ${made}`,
    status: 'published',
    blocks: [heading(`Landing ${made}`), { type: 'text', text: 'Words of **weight**' }],
    ...changes,
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

const change = (id: number, changes: object) =>
  ask<AdminCustomPage>('PUT', `/api/admin/pages/${id}`, changes);

async function visit(path: string) {
  const response = await app.fetch(path, { redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location'),
    html: await response.text(),
  };
}

const statusOf = async (path: string) => (await visit(path)).status;

async function call<Data>(kind: 'query' | 'mutation', procedure: string, input: unknown) {
  const query = kind === 'query' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const { status, body } = await ask<{ result: { data: Data } }>(
    kind === 'query' ? 'GET' : 'POST',
    `/api/trpc/${procedure}${query}`,
    kind === 'query' ? undefined : input,
  );
  expect([procedure, status]).toEqual([procedure, 200]);
  return body.result.data;
}

const versionsOf = (id: number) =>
  call<PageVersion[]>('query', 'admin.customPages.versions', { id });

const auditOf = async (id: number) =>
  (
    await app.sql<{ description: string }[]>`
      select description from audit_log where about = ${`page:${id}`} order by id`
  ).map(({ description }) => description);

describe('a custom page', () => {
  it('is served at its URL, with its head, and listed in sitemap and llms.txt', async () => {
    const page = await create({
      title: 'Sites for ferries',
      slug: 'sectors/shipping',
      metaTitle: 'Ferry sites that load at sea',
      metaDescription: 'For operators with a bad connection',
    });
    const { status, html } = await visit('/sectors/shipping');
    expect(status).toBe(200);
    expect(html).toContain('<title>Ferry sites that load at sea</title>');
    expect(html).toContain('content="For operators with a bad connection"');
    expect(html).toContain('<strong>weight</strong>');
    expect(html).toContain('rel="canonical" href="http://agency.test/sectors/shipping"');
    expect((await visit('/sitemap.xml')).html).toContain('http://agency.test/sectors/shipping<');
    expect((await visit('/llms.txt')).html).toContain('/sectors/shipping');
    const { body } = await ask<CustomPage>('GET', '/api/pages/sectors%2Fshipping');
    expect(body).toMatchObject({ slug: page.slug, title: page.title });
  });

  it('is available as Markdown', async () => {
    const page = await create({
      slug: 'in-markdown',
      blocks: [
        heading('Landing'),
        { type: 'text', title: 'Words', text: 'A **list**:\n\n- one' },
        { type: 'services', title: 'Services', limit: 1 },
        {
          type: 'questions',
          items: [{ question: 'Is she sailing?', answer: 'See the [pier](/contact).' }],
        },
      ],
    });
    const { status, html } = await visit('/in-markdown.md');
    expect(status).toBe(200);
    for (const line of [
      '# Landing\n\n## Words\n\nA **list**:\n\n-   one',
      '](http://agency.test/services/',
      'Is she sailing?\n\nSee the [pier](http://agency.test/contact).',
    ]) {
      expect(html).toContain(line);
    }
    expect((await visit('/no-such-page.md')).status).toBe(404);
    await change(page.id, { slug: 'still-markdown' });
    expect(await visit('/in-markdown.md')).toMatchObject({
      status: 301,
      location: '/still-markdown.md',
    });
    await change(page.id, { status: 'draft' });
    expect((await visit('/still-markdown.md')).status).toBe(404);
  });

  it('is in navigation and footer while it is public', async () => {
    const page = await create({ title: 'Our harbour', inNavigation: true, inFooter: true });
    await expect
      .poll(async () => (await visit('/about')).html.split('href="/our-harbour"').length - 1)
      .toBeGreaterThanOrEqual(2);
    await change(page.id, { status: 'draft' });
    await expect.poll(async () => (await visit('/about')).html).not.toContain('/our-harbour');
  });

  it('redirects from each former URL to the current one, and answers 410 after it is deleted', async () => {
    const page = await create({ slug: 'first-name' });
    await change(page.id, { slug: 'second/name' });
    await change(page.id, { slug: 'third-name' });
    for (const former of ['first-name', 'second/name']) {
      await expect
        .poll(() => visit(`/${former}`))
        .toMatchObject({ status: 301, location: '/third-name' });
    }
    expect((await ask('DELETE', `/api/admin/pages/${page.id}`)).status).toBe(200);
    await expect.poll(() => statusOf('/third-name')).toBe(410);
    expect(await statusOf('/first-name')).toBe(410);
    expect(await statusOf('/never-was')).toBe(404);
    await ask('POST', `/api/admin/pages/${page.id}/restore`);
    await expect.poll(() => statusOf('/third-name')).toBe(200);
  });

  it('cannot have a URL of the product or of another page', async () => {
    const refused = await ask('POST', '/api/admin/pages', { title: 'Prices', slug: 'pricing' });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(
      '“/pricing” belongs to the page “Pricing”. “/pricing-page” is free.',
    );
    // Saving with the suggested slug succeeds.
    const below = await ask('POST', '/api/admin/pages', { title: 'X', slug: 'api/x' });
    expect([below.status, JSON.stringify(below.body)]).toEqual([
      400,
      expect.stringContaining('“/api/x” belongs to the API. “/api-page/x” is free.'),
    ]);
    expect((await create({ slug: 'api-page/x' })).slug).toBe('api-page/x');
    const first = await create({ title: 'Harbour lights' });
    const second = await ask('POST', '/api/admin/pages', { title: 'Y', slug: 'harbour-lights' });
    expect([second.status, second.body]).toMatchObject([
      409,
      {
        message:
          '“harbour-lights” is taken by the page “Harbour lights”. “harbour-lights-2” is free.',
      },
    ]);
    // A derived slug differs from reserved and used ones.
    expect((await create({ title: 'Contact' })).slug).not.toBe('contact');
    expect((await create({ title: 'Harbour lights' })).slug).toBe(`${first.slug}-2`);
    expect((await create({ title: 'Left empty', slug: '' })).slug).toBe('left-empty');
    for (const slug of ['a/b/c', 'a//b', 'robots.txt', '-', '../x']) {
      const { status } = await ask('POST', '/api/admin/pages', { title: 'Z', slug });
      expect([slug, status]).toEqual([slug, 400]);
    }
  });
});

describe('publication', () => {
  it('hides drafts and scheduled pages everywhere, and shows a scheduled one at its time', async () => {
    const draft = await create({ title: 'Quiet draft', status: 'draft', inFooter: true });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const waiting = await create({ title: 'Later', status: 'scheduled', publishAt: later });
    expect([draft.status, waiting.status]).toEqual(['draft', 'scheduled']);
    for (const { slug } of [draft, waiting]) {
      expect(await statusOf(`/${slug}`)).toBe(404);
      expect((await app.fetch(`/api/pages/${slug}`)).status).toBe(404);
      expect((await visit('/sitemap.xml')).html).not.toContain(`/${slug}<`);
      expect((await visit('/llms.txt')).html).not.toContain(`/${slug})`);
    }
    const soon = new Date(Date.now() + 1_500).toISOString();
    await change(waiting.id, { publishAt: soon });
    expect(await statusOf(`/${waiting.slug}`)).toBe(404);
    await expect.poll(() => statusOf(`/${waiting.slug}`), { timeout: 10_000 }).toBe(200);
  });

  it('requires a time for a scheduled page', async () => {
    const { status, body } = await ask('POST', '/api/admin/pages', {
      title: 'Later',
      status: 'scheduled',
    });
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringContaining('Please enter a publishing date'),
    ]);
  });

  it('shows a draft by its private link until the link is revoked', async () => {
    const { id } = await create({ title: 'For your eyes', status: 'draft' });
    const { url } = await call<{ url: string }>('mutation', 'admin.customPages.previewLink', {
      id,
    });
    const path = url.replace('http://agency.test', '');
    const shown = await app.fetch(path);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('cache-control')).toContain('no-store');
    expect(shown.headers.get('x-robots-tag')).toContain('noindex');
    expect(await shown.text()).toContain('Words of');
    await call('mutation', 'admin.customPages.revokePreviewLinks', { id });
    expect(await statusOf(path)).toBe(404);
    expect((await auditOf(id)).join()).toContain(
      'revoked the preview links of the page “For your eyes”',
    );
  });
});

describe('versions', () => {
  it('are created by changes of the content, not of the slug, and can be restored', async () => {
    const { id } = await create({ title: 'One', blocks: [heading('One')] });
    expect((await change(id, { inFooter: true, slug: 'versioned' })).body.version).toBe(1);
    const same = await change(id, { title: 'One', blocks: [heading('One')] });
    expect(same.body.version).toBe(1);
    expect((await change(id, { blocks: [heading('Two')] })).body.version).toBe(2);
    expect((await change(id, { title: 'Three' })).body.version).toBe(3);
    const versions = await versionsOf(id);
    expect(versions.map(({ version, title }) => [version, title])).toEqual([
      [3, 'Three'],
      [2, 'One'],
      [1, 'One'],
    ]);
    expect(versions.map(({ author }) => author)).toEqual(Array(3).fill('Tobias Lindqvist'));
    const back = await call<AdminCustomPage>('mutation', 'admin.customPages.restoreVersion', {
      id,
      version: 1,
    });
    expect(back).toMatchObject({ version: 4, title: 'One', blocks: [{ title: 'One' }] });
    expect(back).toMatchObject({ slug: 'versioned', inFooter: true });
    await expect.poll(async () => (await visit('/versioned')).html).toContain('>One</h1>');
    expect(await versionsOf(id)).toHaveLength(4);
  });
});

describe('blocks', () => {
  it('of an unknown type are left out and logged', async () => {
    const { id, slug } = await create();
    await app.sql`
      update page_versions set blocks = blocks || '[{"type": "hologram", "depth": 3}]'::jsonb
      where page_id = ${id}`;
    await app.sql`update pages set updated_at = now() where id = ${id}`;
    const { status, html } = await visit(`/${slug}`);
    expect([status, html.includes('Words of'), html.includes('hologram')]).toEqual([
      200,
      true,
      false,
    ]);
    expect(app.logLines.join('\n')).toContain('"types":["hologram"]');
    const { body } = await ask<AdminCustomPage>('GET', `/api/admin/pages/${id}`);
    expect(body.blocks).toHaveLength(2);
    const unknown = { type: 'hologram' };
    expect((await change(id, { blocks: [unknown] })).status).toBe(400);
  });

  it('leave out a deleted picture, which the panel reports', async () => {
    const hash = 'a'.repeat(32);
    const url = `/media/${hash}-800x600.webp`;
    const picture = { url, alt: 'A pier' };
    const page = await create({
      blocks: [
        heading('Pictures'),
        { type: 'picture', picture },
        { type: 'gallery', pictures: [picture] },
      ],
    });
    expect(page.missingPictures).toEqual([hash]);
    const { status, html } = await visit(`/${page.slug}`);
    expect([status, html.includes(hash)]).toEqual([200, false]);
  });

  it('show rows that a rule selects, or chosen rows in order, and never hidden rows', async () => {
    const services = await app.sql<{ id: number; slug: string; name: string }[]>`
      select id, slug, name from services where deleted_at is null order by id limit 3`;
    const [one, two, three] = services.map(({ id }) => id);
    const { body } = await ask<CustomPage>(
      'GET',
      `/api/pages/${(await create({ blocks: [{ type: 'services', pick: 'chosen', ids: [three, one, two] }] })).slug}`,
    );
    const shown = body.blocks[0] as unknown as { services: { id: number }[] };
    expect(shown.services.map(({ id }) => id)).toEqual([three, one, two]);
  });

  it('are validated one by one, with errors that name the block and its field', async () => {
    const { status, body } = await ask<{ issues: { path: string }[] }>('POST', '/api/admin/pages', {
      title: 'Wrong',
      blocks: [
        heading('Right'),
        { type: 'callToAction', title: 'Go', links: [{ label: 'Go', to: 'javascript:alert(1)' }] },
      ],
    });
    expect(status).toBe(400);
    expect(body.issues.map(({ path }) => path)).toEqual(['blocks.1.links.0.to']);
  });

  it('never output HTML that an editor has entered', async () => {
    const { slug } = await create({
      blocks: [
        { type: 'text', text: '<img src=x onerror=alert(1)> [x](javascript:alert(1))' },
        heading('<script>alert(1)</script>'),
      ],
    });
    const { html } = await visit(`/${slug}`);
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('href="javascript:');
    expect(html).not.toContain('<script>alert(1)');
  });
});

describe('reserved paths', () => {
  it('include those of every page and of every route', () => {
    for (const { path } of Object.values(builtInPages)) {
      if (path !== '/') expect([path, reservedBy(path.slice(1))]).not.toEqual([path, undefined]);
    }
    const segments = readdirSync('src/web/routes')
      .filter((name) => !/^[$_-]|^index/.test(name))
      .map((name) => name.replace(/\.tsx$/, ''));
    expect(segments.length).toBeGreaterThan(15);
    expect(segments.filter((segment) => !reservedBy(segment))).toEqual([]);
  });
});

describe('a form block', () => {
  it('cannot be saved with an unsaved form, which only previews accept', async () => {
    const draft = { name: 'A form', fields: [], confirmation: '' };
    const blocks = [{ type: 'form', title: '', text: '', formId: 0, draft }];
    const { status, body } = await ask<{ message: string }>('POST', '/api/admin/pages', {
      title: 'A page with a draft',
      slug: 'page-with-a-draft',
      blocks,
    });
    expect([status, body.message]).toEqual([400, expect.stringContaining('draft')]);
  });
});
