import { expect, it } from 'vitest';

import type { AdminForm } from '~/contract/forms/forms-schema';
import { testApp } from '~/testing/app';
import { askerOf, signInAdmin } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));

async function send<Row>(method: 'POST' | 'PUT' | 'DELETE', path: string, sent?: object) {
  const { status, body } = await ask<Row>(method, path, sent);
  expect([path, status, body]).toEqual([path, 200, expect.anything()]);
  return body;
}

const makeForm = (name: string) =>
  send<AdminForm>('POST', '/api/admin/forms', {
    name,
    fields: [{ key: 'email', label: 'Email', type: 'email', required: true }],
  });

const usesOf = async (id: number) =>
  (await ask<AdminForm>('GET', `/api/admin/forms/${id}`)).body.usedBy;

it('a form lists the pages that show it and the services that use it', async () => {
  const form = await makeForm('Winter');
  const other = await makeForm('Another');
  expect(form.usedBy).toEqual([]);

  const block = { type: 'form', title: 'Ask', formId: form.id };
  const page = (slug: string, more: object) =>
    send<{ id: number }>('POST', '/api/admin/pages', {
      ...{ title: `Page ${slug}`, slug, status: 'published' },
      ...more,
    });
  // A form that is on a page twice is counted once.
  const offer = await page('winter-offer', { blocks: [block, block] });
  await page('winter-draft', { blocks: [block], status: 'draft' });
  const former = await page('was-there', { blocks: [block] });
  await send('PUT', `/api/admin/pages/${former.id}`, {
    blocks: [{ type: 'heading', title: 'Gone' }],
  });
  const trashed = await page('in-the-trash', { blocks: [block] });
  await send('DELETE', `/api/admin/pages/${trashed.id}`);
  await send('POST', '/api/trpc/admin.pageBlocks.save', { page: 'about', blocks: [block] });
  const service = await send<{ id: number }>('POST', '/api/admin/services', {
    ...{ name: 'Ice Breaking', slug: 'ice-breaking', description: 'It breaks', price: '10' },
    ...{ category: 'website', briefFormId: form.id },
  });

  const offered = {
    by: 'page',
    name: 'Page winter-offer',
    path: '/winter-offer',
    isPublic: true,
  };
  const brief = {
    by: 'service',
    name: 'Ice Breaking',
    path: '/services/ice-breaking',
    isPublic: true,
  };
  const draft = { by: 'page', name: 'Page winter-draft', path: '/winter-draft', isPublic: false };
  const about = { by: 'page', name: 'About Us', path: '/about', isPublic: true };
  expect(await usesOf(form.id)).toEqual([about, draft, offered, brief]);
  expect(await usesOf(other.id)).toEqual([]);
  const { body: list } = await ask<AdminForm[]>('GET', '/api/admin/forms');
  expect(list.find(({ id }) => id === form.id)?.usedBy).toHaveLength(4);

  await send('POST', '/api/trpc/admin.pageBlocks.save', { page: 'about', blocks: [] });
  await send('DELETE', `/api/admin/pages/${offer.id}`);
  await send('DELETE', `/api/admin/services/${service.id}`);
  expect(await usesOf(form.id)).toEqual([draft]);
});
