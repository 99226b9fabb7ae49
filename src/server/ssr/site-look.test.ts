import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { testApp } from '~/testing/app';
import { contactMessage } from '~/testing/requests';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp();
const ask = askerOf(app, () => signInAdmin(app));

const save = (key: string, value: unknown) =>
  ask('POST', '/api/trpc/admin.settings.update', { key, value });
const page = async (path: string, headers: Record<string, string> = {}) =>
  (await app.fetch(path, { headers })).text();
const shareImage = async () =>
  Buffer.from(await (await app.fetch('/share/site.png')).arrayBuffer()).toString('base64');

/** Sends a contact message. @returns the HTML of the email that confirms it */
async function newMail(): Promise<string> {
  await app.sql`delete from mails`;
  await app.postJson('/api/contact', contactMessage());
  const [mail] = await app.sql<{ html: string }[]>`
    select html from mails where "to" = ${contactMessage().email}`;
  return mail?.html ?? '';
}

const chosen = { accent: '#1d4ed8', paper: '#f7f8fa' };
const defaultAccent = '#b4471a';

const choose = (value: typeof chosen | null) => save('appearance', value);

describe('the site’s colors', () => {
  it('add nothing to a page if they are defaults', async () => {
    const html = await page('/services');
    expect(html).not.toContain(':root:root');
    expect(html).toContain('<meta name="theme-color" content="#fbf8f2"');
    expect(await newMail()).toContain(defaultAccent);
  });

  it('apply to pages of visitors, clients and admins, emails and share images immediately', async () => {
    const client = await signUpClient(app);
    const imageBefore = await shareImage();
    expect((await choose(chosen)).status).toBe(200);
    for (const html of [
      await page('/services'),
      await page('/services', { Cookie: client }),
      await page('/dashboard', { Cookie: client }),
      await page('/admin', { Cookie: await signInAdmin(app) }),
    ]) {
      expect(html).toMatch(
        /<style>:root:root,:root \[data-ground=dark\]\{--paper:light-dark\(#f7f8fa,.*<\/style><\/head>/,
      );
      expect(html).toContain('--rust:light-dark(#1d4ed8,');
      expect(html).toContain('<meta name="theme-color" content="#f7f8fa" media="(prefers-color-s');
    }
    const mail = await newMail();
    expect(mail).toContain('background:#f7f8fa');
    expect(mail).not.toContain(defaultAccent);
    expect(await shareImage()).not.toBe(imageBefore);

    expect((await choose(null)).status).toBe(200);
    expect(await page('/services')).not.toContain(':root:root');
    expect(await shareImage()).toBe(imageBefore);
  });

  it('refuse an invalid color', async () => {
    const { status } = await choose({ accent: 'red;}body{display:none', paper: '#ffffff' });
    expect(status).toBe(400);
  });
});

describe('the site’s typeface', () => {
  const chooseTypeface = (value: string | null) => save('typeface', value);

  it('is included in pages, with its fallback, only if it is not the default', async () => {
    expect(await page('/services')).not.toContain('Space Grotesk');
    const imageBefore = await shareImage();
    expect((await chooseTypeface('modern')).status).toBe(200);
    const html = await page('/services');
    expect(html).toContain('--display:"Space Grotesk","Space Grotesk Stand-in",sans-serif');
    expect(html).toMatch(/font-family:"Inter Stand-in";src:local\("Arial"\)/);
    expect(html).toContain('space-grotesk-latin-wght-normal.woff2');
    expect(html).not.toContain('Fraunces');
    expect(await shareImage()).not.toBe(imageBefore);
    await chooseTypeface(null);
    expect(await page('/services')).not.toContain('Space Grotesk');
  });

  it('must be one of the included ones', async () => {
    expect((await chooseTypeface('comic')).status).toBe(400);
  });
});

const svg = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path d="M0 0h120v40z" fill="${fill}" onclick="alert(1)"/></svg>`;
const image = (fill: string) => ({ type: 'svg', data: svg(fill) });
const logo = { light: image('#102030'), dark: image('#e0f0ff'), hasName: true, icon: null };
const saveLogo = (value: unknown) => save('logo', value);
const brandFiles = async () => (await page('/services')).match(/\/brand\/[0-9a-f]{20}\.svg/g) ?? [];

describe('a logo', () => {
  let iconBefore: string;
  let shareBefore: string;
  beforeAll(async () => {
    iconBefore = await page('/favicon.svg');
    shareBefore = await shareImage();
    // Drawing is aborted after two seconds, which it may take on a busy machine.
    await vi.waitFor(async () => expect((await saveLogo(logo)).status).toBe(200), {
      timeout: 20_000,
    });
  });
  afterAll(() => saveLogo(null));

  it('replaces the brand mark in both themes, and the name that it contains', async () => {
    const html = await page('/services');
    expect(html).toMatch(/\.brand-mark\{width:102px;height:34px;background:url\("\/brand\//);
    expect(html).toMatch(/:root\[data-theme=dark\] \.brand-mark\{background:url\("\/brand\//);
    expect(html).toContain('.brand-mark+span{position:absolute');
    expect(new Set(await brandFiles()).size).toBe(2);
  });

  it('is sanitized, and served without permission to run scripts', async () => {
    for (const file of new Set(await brandFiles())) {
      const response = await app.fetch(file);
      expect(response.headers.get('content-type')).toBe('image/svg+xml');
      expect(response.headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*sandbox/,
      );
      expect(response.headers.get('cache-control')).toContain('immutable');
      const text = await response.text();
      expect(text).toContain('<path');
      expect(text).not.toContain('onclick');
    }
  });

  it('is a PNG of its size in emails', async () => {
    const [, src = '', width, height] =
      /<img src="http:\/\/agency\.test(\/brand\/[0-9a-f]{20}\.png)" width="(\d+)" height="(\d+)"/.exec(
        await newMail(),
      ) ?? [];
    expect([width, height]).toEqual(['120', '40']);
    const png = await (await app.fetch(src)).arrayBuffer();
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', height: 96 });
  });

  it('is on share images', async () => {
    expect(await shareImage()).not.toBe(shareBefore);
  });

  it('creates an icon with the agency’s initial, unless there is an icon', async () => {
    const { name } = (await app.services.settings.getPublic()).brand;
    const initial = await page('/favicon.svg');
    expect(initial).not.toBe(iconBefore);
    expect(initial).toContain(`>${name[0]}</text>`);
    await saveLogo({ ...logo, icon: image('#00ff00') });
    expect(await page('/favicon.svg')).toContain('#00ff00');
  });

  it('is scaled down if it is a raster image, and refused if its data is not an image of its type', async () => {
    const large = await sharp({
      create: { width: 900, height: 300, channels: 3, background: 'red' },
    })
      .jpeg()
      .toBuffer();
    const light = { type: 'png', data: large.toString('base64') };
    expect((await saveLogo({ ...logo, light, dark: null })).status).toBe(200);
    const [, file = ''] = /(\/brand\/[0-9a-f]{20}\.png)/.exec(await page('/services')) ?? [];
    const sent = await (await app.fetch(file)).arrayBuffer();
    expect(await sharp(sent).metadata()).toMatchObject({ format: 'png', width: 640, height: 213 });
    for (const data of ['bm90IGEgcGljdHVyZQ==', '!!'])
      expect((await saveLogo({ ...logo, light: { type: 'png', data } })).status).toBe(400);
    expect((await saveLogo({ ...logo, light: { type: 'svg', data: '<svg/>' } })).status).toBe(400);
  });

  it('is in the preview before it is saved', async () => {
    const change = { key: 'logo', value: { ...logo, light: image('#abcdef') } };
    const { body } = await ask<string>('POST', '/api/admin/preview', {
      path: '/',
      change,
    });
    expect(body).toContain(
      '.brand-mark{width:102px;height:34px;background:url("data:image/svg+xml;base64,',
    );
  });
});
