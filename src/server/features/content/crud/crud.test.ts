import { describe, expect, it } from 'vitest';

import type { AdminService } from '~/contract/services/services-form-schema';
import { testApp } from '~/testing/app';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));

const least = { name: 'Site Rescue', description: 'We mend what others left', category: 'website' };

async function create(changes: object = {}): Promise<AdminService> {
  const { status, body } = await ask<AdminService>('POST', '/api/admin/services', {
    ...least,
    name: `Rescue ${crypto.randomUUID()}`,
    ...changes,
  });
  expect(status).toBe(200);
  return body;
}

/** Returns the error for a slug of which two numbered variants are taken as well. */
const takenSlug = (slug = '', owner = '') => {
  const suggestion = `${slug}-4`;
  const message = `“${slug}” is taken by the service “${owner}”. “${suggestion}” is free.`;
  return { message, code: 'CONFLICT', issues: [{ path: 'slug', message, suggestion }] };
};

const publicSlugs = async () =>
  ((await (await app.fetch('/api/services')).json()) as { slug: string }[]).map(({ slug }) => slug);

const auditOf = (about: string) =>
  app.sql`select action, description, before, after from audit_log where about = ${about} order by id`;

describe('a service', () => {
  it('can be created from a name, a description and a category, and is visible at once', async () => {
    await publicSlugs();
    const { status, body } = await ask<AdminService>('POST', '/api/admin/services', {
      ...least,
      name: '  Ünlimited  Rescue & More! ',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      slug: 'unlimited-rescue-more',
      price: '0.00',
      timeline: '2-4 weeks',
      ctaText: 'Get Started',
      isActive: true,
      featured: false,
      features: [],
      deletedAt: null,
    });
    await expect.poll(publicSlugs).toContain('unlimited-rescue-more');
  });

  it('drops empty fields, and accepts a price with cents', async () => {
    const made = await create({
      price: '1299.5',
      features: ['', ' Fast ', '  '],
      deliverables: ['', 'A report'],
      processSteps: [
        { title: '', description: 'Nothing' },
        { title: 'Look', description: '' },
      ],
      imageUrl: '',
    });
    expect(made).toMatchObject({
      price: '1299.50',
      features: ['Fast'],
      deliverables: ['A report'],
      processSteps: [{ title: 'Look', description: '' }],
      imageUrl: null,
    });
  });

  it('accepts null and missing optional fields', async () => {
    const made = await create({
      price: '',
      features: null,
      deliverables: null,
      processSteps: [{ title: 'Look' }, { title: 'Draw', description: null }],
      slug: null,
      detailedDescription: null,
      imageUrl: null,
    });
    expect(made).toMatchObject({
      price: '0.00',
      features: [],
      deliverables: [],
      processSteps: [
        { title: 'Look', description: '' },
        { title: 'Draw', description: '' },
      ],
    });
    expect((await create({ price: null })).price).toBe('0.00');
    const emptied = await ask('PUT', `/api/admin/services/${made.id}`, { price: '' });
    expect([emptied.status, emptied.body.message]).toEqual([400, 'Price must be a number']);
  });

  it('appears or disappears on the site as soon as it is created, deleted, restored or deactivated', async () => {
    for (let round = 0; round < 3; round += 1) {
      const made = await create();
      expect(await publicSlugs()).toContain(made.slug);
      await ask('DELETE', `/api/admin/services/${made.id}`);
      expect(await publicSlugs()).not.toContain(made.slug);
      await ask('POST', `/api/admin/services/${made.id}/restore`);
      expect(await publicSlugs()).toContain(made.slug);
      await ask('PUT', `/api/admin/services/${made.id}`, { isActive: false });
      expect(await publicSlugs()).not.toContain(made.slug);
      await ask('PUT', `/api/admin/services/${made.id}`, { isActive: true });
    }
  });

  it('gets a unique slug when many are created at once with one name', async () => {
    const name = `Many ${crypto.randomUUID()}`;
    const made = await Promise.all(Array.from({ length: 6 }, () => create({ name })));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(6);
  });

  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ description: ' ' }, 'description', 'Short description is required'],
    [{ category: 'none' }, 'category', 'Unknown category'],
    [{ price: -1 }, 'price', 'Price must be at least 0'],
    [{ price: 'much' }, 'price', 'Price must be a number'],
    [{ price: 1e12 }, 'price', 'A price can be at most 999,999,999,999'],
    [{ price: '12.345' }, 'price', 'A price has two decimals at most'],
    [{ price: '12.3050' }, 'price', 'A price has two decimals at most'],
    [{ slug: '123' }, 'slug', 'A slug has at least one letter'],
    [{ slug: 'featured' }, 'slug', 'This slug is taken by the site'],
    [{ slug: 'a b' }, 'slug', 'A slug has lowercase letters, digits and single hyphens'],
    [{ imageUrl: 'javascript:alert(1)' }, 'imageUrl', 'Please enter a full address, with https://'],
    [{ features: Array(51).fill('x') }, 'features', 'Please keep this to 50 entries'],
  ])('rejects %j', async (wrong, path, message) => {
    const { status, body } = await ask('POST', '/api/admin/services', { ...least, ...wrong });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ message, issues: [{ path, message }] }),
    ]);
  });

  it('keeps fields that are missing in an update', async () => {
    const made = await create({ price: 10, features: ['One'], timeline: '1 week', featured: true });
    const { status, body } = await ask<AdminService>('PUT', `/api/admin/services/${made.id}`, {
      name: 'Another name',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Another name',
      slug: made.slug,
      price: '10.00',
      features: ['One'],
      timeline: '1 week',
      featured: true,
    });
  });

  it('gets another slug if that of its name is taken', async () => {
    const name = `Twins ${crypto.randomUUID()}`;
    const slugs = [await create({ name }), await create({ name }), await create({ name })].map(
      ({ slug }) => slug,
    );
    expect(slugs).toEqual([slugs[0], `${slugs[0]}-2`, `${slugs[0]}-3`]);
    const { status, body } = await ask('POST', '/api/admin/services', { ...least, slug: slugs[0] });
    expect([status, body]).toEqual([409, takenSlug(slugs[0], name)]);
    const other = await create();
    const update = await ask('PUT', `/api/admin/services/${other.id}`, { slug: slugs[0] });
    expect([update.status, update.body]).toEqual([409, takenSlug(slugs[0], name)]);
  });

  it('gets a slug even if its name has no letters', async () => {
    expect((await create({ name: '2027' })).slug).toBe('service-2027');
    expect((await create({ name: 'Featured' })).slug).toBe('service-featured');
    expect((await create({ name: '名前' })).slug).toBe('mingqian');
  });

  it('disappears for visitors when deleted, and is restored unchanged', async () => {
    const made = await create();
    expect(await ask('DELETE', `/api/admin/services/${made.id}`)).toMatchObject({
      status: 200,
      body: { id: made.id },
    });
    await expect.poll(publicSlugs).not.toContain(made.slug);
    expect((await ask('PUT', `/api/admin/services/${made.id}`, { name: 'x' })).status).toBe(404);
    expect((await ask('DELETE', `/api/admin/services/${made.id}`)).status).toBe(404);
    const restored = await ask<AdminService>('POST', `/api/admin/services/${made.id}/restore`);
    expect(restored.body).toMatchObject({ slug: made.slug, deletedAt: null });
    await expect.poll(publicSlugs).toContain(made.slug);
    expect((await ask('POST', `/api/admin/services/${made.id}/restore`)).status).toBe(404);
  });

  it('is restored with another slug if its own was taken', async () => {
    const made = await create();
    await ask('DELETE', `/api/admin/services/${made.id}`);
    await create({ slug: made.slug });
    const { body } = await ask<AdminService>('POST', `/api/admin/services/${made.id}/restore`);
    expect(body.slug).toBe(`${made.slug}-2`);
  });

  it('is reordered without undoing concurrent changes', async () => {
    const { body: before } = await ask<AdminService[]>('GET', '/api/admin/services');
    const ids = before.map(({ id }) => id);
    const wanted = [ids.at(-1), ...ids.slice(0, -1)];
    const reordered = await ask('POST', '/api/trpc/admin.services.reorder', { ids: wanted });
    expect(reordered.status).toBe(200);
    const { body: after } = await ask<AdminService[]>('GET', '/api/admin/services');
    expect(after.map(({ id }) => id)).toEqual(wanted);
    expect(after.find(({ id }) => id === ids[0])?.updatedAt).toBe(before[0]?.updatedAt);
  });

  it('has one audit entry for each change, and none for an update without effect', async () => {
    const made = await create({ price: 10 });
    await ask('PUT', `/api/admin/services/${made.id}`, { price: 12 });
    await ask('PUT', `/api/admin/services/${made.id}`, { price: 12 });
    await ask('DELETE', `/api/admin/services/${made.id}`);
    await ask('POST', `/api/admin/services/${made.id}/restore`);
    const rows = await auditOf(`service:${made.id}`);
    expect(rows.map(({ action }) => action)).toEqual([
      'service.created',
      'service.updated',
      'service.deleted',
      'service.restored',
    ]);
    expect(rows[1]).toMatchObject({
      description: `Tobias Lindqvist updated the service “${made.name}”`,
      before: { priceCents: 1000 },
      after: { priceCents: 1200 },
    });
  });
});

describe('two admins editing one record', () => {
  it('get a CONFLICT for the second save, and the first change is kept', async () => {
    const made = await create();
    const change = (name: string) =>
      ask('PUT', `/api/admin/services/${made.id}`, { name, expectedUpdatedAt: made.updatedAt });
    const answers = await Promise.all(['First', 'Second', 'Third', 'Fourth'].map(change));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({
      message: 'Another admin changed this record',
      code: 'CONFLICT',
    });
    expect(await auditOf(`service:${made.id}`)).toHaveLength(2);
  });
});

describe('the list in the panel', () => {
  it('shows hidden rows, and deleted ones only with status=trash', async () => {
    const hidden = await create({ isActive: false });
    const trashed = await create();
    await ask('DELETE', `/api/admin/services/${trashed.id}`);
    const idsOf = async (query = '') =>
      (await ask<AdminService[]>('GET', `/api/admin/services${query}`)).body.map(({ id }) => id);
    expect(await idsOf()).toContain(hidden.id);
    expect(await idsOf()).not.toContain(trashed.id);
    expect(await idsOf('?status=trash')).toContain(trashed.id);
    expect(await idsOf('?status=inactive')).toEqual([hidden.id]);
    expect(await publicSlugs()).not.toContain(hidden.slug);
  });

  it('is searched, sorted and paged by the server', async () => {
    const word = `Zebra${Date.now()}`;
    for (const price of [30, 10, 20]) await create({ name: `${word} ${price}`, price });
    const { body } = await ask<AdminService[]>(
      'GET',
      `/api/admin/services?search=${word.toLowerCase()}&sort=-price&pageSize=2`,
    );
    expect(body.map(({ price }) => price)).toEqual(['30.00', '20.00']);
    const second = await ask<AdminService[]>(
      'GET',
      `/api/admin/services?search=${word}&sort=-price&pageSize=2&page=2`,
    );
    expect(second.body.map(({ price }) => price)).toEqual(['10.00']);
    expect((await ask('GET', '/api/admin/services?search=%25_%5C')).body).toEqual([]);
  });

  it.each(['services', 'portfolio', 'blog', 'subscription-plans'])(
    'of %s is sorted by creation date by default, and ignores empty parameters',
    async (noun) => {
      const query = 'search=&status=&page=&pageSize=&sort=-createdAt';
      const { status, body } = await ask<{ id: number }[]>('GET', `/api/admin/${noun}?${query}`);
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThan(1);
    },
  );

  it.each(['pageSize=0', 'pageSize=501', 'page=0', 'page=x', 'sort=secret', 'status=none'])(
    'answers 400 to %s',
    async (query) => {
      expect((await ask('GET', `/api/admin/services?${query}`)).status).toBe(400);
    },
  );
});

it('purge deletes only rows that have been in the trash for 30 days', async () => {
  const [old, fresh] = [await create(), await create()];
  for (const { id } of [old, fresh]) await ask('DELETE', `/api/admin/services/${id}`);
  await app.sql`update services set deleted_at = now() - interval '31 days' where id = ${old.id}`;
  const { body } = await ask<[{ result: { data: { result: string } } }]>(
    'POST',
    '/api/trpc/admin.settings.runRetention?batch=1',
    {},
  );
  expect(body[0].result.data.result).toBe('Deleted trash: 1');
  expect((await ask('POST', `/api/admin/services/${old.id}/restore`)).status).toBe(404);
  expect((await ask('POST', `/api/admin/services/${fresh.id}/restore`)).status).toBe(200);
});
