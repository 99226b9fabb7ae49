import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import type { AdminCustomPage } from '~/contract/custom-pages/custom-pages-schema';
import type { AdminRole } from '~/contract/identity/roles';
import { pageOf, renderSection } from '~/testing/panel';

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('<html lang="en"><head></head></html>'));
});

const at = '2026-11-20T09:00:00.000Z';
const page: AdminCustomPage = {
  ...{ id: 4, slug: 'winter', title: 'Winter', version: 1, status: 'published', publishAt: at },
  ...{ blocks: [], metaTitle: '', metaDescription: '', missingPictures: [] },
  ...{ inNavigation: false, inFooter: false, createdAt: at, updatedAt: at, deletedAt: null },
};

async function open(role: AdminRole) {
  await renderSection(
    '?section=customPages&open=4',
    { customPages: { page: () => pageOf([page]), get: () => page } },
    { role },
  );
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByRole('tab', { name: 'Publish' });
  return drawer.queryAllByRole('button', { name: /^(Show the link|Revoke)$/ });
}

it('a preview link is offered only to admins who may change the page', async () => {
  expect(await open('owner')).toHaveLength(2);
  cleanup();
  expect(await open('viewer')).toEqual([]);
});
