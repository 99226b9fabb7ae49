import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { AdminPost } from '~/contract/blog/blog-form-schema';
import type { AdminRole } from '~/contract/identity/roles';
import type { Preview } from '~/contract/settings/settings-form-schema';
import { pageOf, renderSection } from '~/testing/panel';
import { shownToasts } from '~/testing/render';

/** Bodies that were sent to the preview, oldest first. */
let previews: Preview[];

beforeEach(() => {
  previews = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path !== '/api/admin/preview') throw new Error(`nothing answers ${path}`);
    previews.push(JSON.parse(String(init.body)));
    return new Response('<html lang="en"><head></head><body>The post itself</body></html>');
  });
});

const day = '2026-05-04T10:00:00.000Z';

const post: AdminPost = {
  id: 7,
  slug: 'of-clocks',
  title: 'Of clocks',
  category: 'Design',
  excerpt: 'They tick.',
  body: 'Tick.',
  authorName: 'Ada Byron',
  authorAvatar: null,
  imageUrl: 'https://example.com/clock.jpg',
  imageFocus: { x: 50, y: 50 },
  featured: false,
  metaTitle: '',
  metaDescription: '',
  publishedAt: day,
  readTime: 1,
  status: 'published',
  createdAt: day,
  updatedAt: day,
  deletedAt: null,
};

async function open(id: string, role: AdminRole = 'owner') {
  const panel = await renderSection(
    `?section=blog&open=${id}`,
    {
      blog: { page: () => pageOf([post]), get: () => post, create: () => post, update: () => post },
    },
    { role },
  );
  const drawer = within(await screen.findByRole('dialog'));
  return { ...panel, drawer };
}

describe('the preview beside a post', () => {
  it('shows the whole page with unsaved input, once typing pauses', async () => {
    const { user, drawer } = await open('7');
    expect(await drawer.findByTitle('Preview of /blog/of-clocks')).toBeVisible();
    await waitFor(() => expect(previews).toHaveLength(1));
    const { title, category, excerpt, body, authorName, imageUrl, imageFocus } = post;
    const stored = { title, category, excerpt, body, authorName, imageUrl, imageFocus };
    expect(previews[0]).toEqual({
      path: '/blog/of-clocks',
      post: { id: 7, ...stored, authorAvatar: '', publishedAt: day },
    });
    await user.type(drawer.getByRole('textbox', { name: 'Text' }), ' Tock.');
    await waitFor(() => expect(previews).toHaveLength(2));
    expect(previews[1]?.post).toMatchObject({ body: 'Tick. Tock.' });
    expect(await drawer.findByText(/Visitors see them after you save/)).toBeVisible();
  });
});

it('the form sets the focal point of a cover by click or keys, and has none without a cover', async () => {
  const { user, api, drawer } = await open('7');
  await user.click(await drawer.findByRole('tab', { name: 'Publish' }));
  const across = drawer.getByRole('slider', { name: 'Focal point from the left, in percent' });
  fireEvent.keyDown(across, { key: 'ArrowRight' });
  const down = drawer.getByRole('slider', { name: 'Focal point from the top, in percent' });
  fireEvent.keyDown(down, { key: 'Home' });
  const imageFocus = { x: 51, y: 0 };
  await waitFor(() => expect(previews.at(-1)?.post).toMatchObject({ imageFocus }));
  await user.click(drawer.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessPost updated successfully']));
  expect(api.inputsOf('admin.blog.update')).toEqual([
    expect.objectContaining({ imageUrl: post.imageUrl, imageFocus }),
  ]);
});
