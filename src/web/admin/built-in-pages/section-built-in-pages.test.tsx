import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { defaultNavigation } from '~/contract/built-in-pages/built-in-pages';
import type { PageBlocksVersion } from '~/contract/built-in-pages/page-blocks-schema';
import { pageTexts } from '~/contract/built-in-pages/page-texts';
import type { AllPageTexts } from '~/contract/settings/settings-form-schema';
import { seedSettings } from '~/server/seed/settings';
import { fillForm } from '~/testing/forms';
import { renderSection } from '~/testing/panel';
import { shownToasts } from '~/testing/render';

const updatedAt = '2026-05-04T10:00:00.000Z';

/** Bodies that were sent to the preview, oldest first. */
let previews: { path: string; change?: { key: string; value: unknown } }[];

beforeEach(() => {
  previews = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path !== '/api/admin/preview') throw new Error(`nothing answers ${path}`);
    previews.push(JSON.parse(String(init.body)));
    return new Response('<html lang="en"><head></head><body>The page itself</body></html>');
  });
});

async function open(tab?: string, versions: PageBlocksVersion[] = []) {
  const texts = Object.fromEntries(
    Object.entries({ ...seedSettings, navigation: defaultNavigation, pages: {} }).map(
      ([key, value]) => [key, { value, updatedAt }],
    ),
  ) as unknown as AllPageTexts;
  const panel = await renderSection(`?section=builtInPages${tab ? `&tab=${tab}` : ''}`, {
    pageTexts: {
      get: () => texts,
      defaults: () => pageTexts,
      countedClaims: () => ({ on: '', figures: [] }),
      update: () => ({ updatedAt: '2026-05-05T10:00:00.000Z' }),
    },
    pageBlocks: {
      get: ({ page }) => ({ page, blocks: [], hidden: [], version: 0, missingPictures: [] }),
      save: ({ page }) => ({ page, blocks: [], hidden: [], version: 1, missingPictures: [] }),
      versions: () => versions,
      restoreVersion: ({ page }) => ({
        page,
        blocks: [],
        hidden: [],
        version: 3,
        missingPictures: [],
      }),
    },
  });
  const saved = () => panel.api.inputsOf('admin.pageTexts.update');
  return { ...panel, saved };
}

const part = (name: string) => screen.findByRole('region', { name });

describe('the page text editor', () => {
  it('shows the defaults and a live preview, and stores only edited texts', async () => {
    const { user, saved } = await open('services');
    const words = await part('Headings and buttons');
    const title = within(words).getByRole('textbox', { name: 'Title' });
    await waitFor(() => expect(title).toHaveAttribute('placeholder', pageTexts.services.title));
    expect(title).toHaveValue('');
    await waitFor(() => expect(previews).toEqual([{ path: '/services' }]));
    await fillForm(user, words, { Title: 'Brews and prices' });
    const value = { services: { title: 'Brews and prices' } };
    await waitFor(() =>
      expect(previews.at(-1)).toEqual({ path: '/services', change: { key: 'pages', value } }),
    );
    const frame = screen.getByTitle('Preview of /services');
    expect(frame.getAttribute('srcdoc')).toContain('The page itself');
    expect(frame).toHaveAttribute('sandbox', 'allow-same-origin');
    await user.click(within(words).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessSettings saved']));
    expect(saved()).toEqual([{ key: 'pages', value, expectedUpdatedAt: updatedAt }]);
  });
});

describe('the navigation', () => {
  it('orders pages, removes them from the navigation, and hides them', async () => {
    const { user, saved } = await open('navigation');
    const form = within(await part('Navigation'));
    await user.click(form.getByRole('button', { name: 'Move Home up' }));
    await user.click(form.getByRole('checkbox', { name: 'Blog in the navigation' }));
    await user.click(form.getByRole('checkbox', { name: 'Careers visible' }));
    expect(form.getByRole('checkbox', { name: 'Contact visible' })).toBeDisabled();
    expect(form.getByRole('button', { name: 'Move Home up' })).toBeDisabled();
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()).toMatchObject([
      {
        key: 'navigation',
        value: { bar: ['home', 'services', 'about', 'portfolio', 'contact'], hidden: ['careers'] },
      },
    ]);
  });
});

describe('the blocks below a page', () => {
  it('are shown in the preview, and saved with the opened version', async () => {
    const { user, api } = await open('about');
    const blocks = await part('Sections');
    await user.click(await within(blocks).findByRole('button', { name: 'Add a block' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Heading/, hidden: true }));
    await user.click(within(blocks).getByRole('button', { name: 'Save' }));
    expect(await within(blocks).findByText('Please enter a heading')).toBeVisible();
    await user.type(within(blocks).getByRole('textbox', { name: 'Heading' }), 'And more');
    await user.click(within(blocks).getByRole('checkbox', { name: 'The week' }));
    await waitFor(() =>
      expect(previews.at(-1)).toMatchObject({
        path: '/about',
        page: {
          ...{ below: 'about', hidden: ['week'] },
          blocks: [{ type: 'heading', title: 'And more' }],
        },
      }),
    );
    await user.click(within(blocks).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessSections saved']));
    expect(api.inputsOf('admin.pageBlocks.save')).toEqual([
      {
        page: 'about',
        blocks: [{ type: 'heading', title: 'And more', lead: '', links: [] }],
        hidden: ['week'],
        expectedVersion: 0,
      },
    ]);
  });
});

describe('the versions of a page', () => {
  const version = (nth: number, parts: string[], texts: object) => ({
    ...{ version: nth, parts, texts: { ...texts }, blocks: [], hidden: [] },
    author: 'Olga Owner',
    createdAt: updatedAt,
  });

  it('show author and changes, and can be restored with Undo', async () => {
    const { user, api } = await open('about', [
      version(2, ['about', 'blocks'], { about: { title: 'New' } }),
      version(1, ['about'], { about: { title: 'Old' } }),
    ]);
    const versions = within(await part('Versions'));
    expect(await versions.findByText(/^Olga Owner, .*: about us, blocks$/)).toBeVisible();
    await user.click(versions.getByRole('button', { name: 'Restore version 1' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessVersion 1 restoredUndo']));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.pageBlocks.restoreVersion')).toEqual([
        { page: 'about', version: 1, expectedVersion: 2 },
        { page: 'about', version: 2 },
      ]),
    );
  });
});
