import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { testApp } from '~/testing/app';
import { askerOf, signInAdmin } from '~/testing/sign-in';
import { siteLookOf } from '~/testing/site-look';

const svg = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path d="M0 0h120v40z" fill="${fill}" onclick="alert(1)"/></svg>`;
const image = (fill: string) => ({ type: 'svg', data: svg(fill) });
const logo = { light: image('#102030'), dark: image('#e0f0ff'), hasName: true, icon: null };

const app = testApp();
let admin: string;

beforeAll(async () => {
  admin = await signInAdmin(app);
});

const look = siteLookOf(() => ({ app, admin }));
const { page, shareImage, newMail } = look;
const save = (value: unknown) => look.save('logo', value);
const brandFiles = async () => (await page('/services')).match(/\/brand\/[0-9a-f]{20}\.svg/g) ?? [];

describe('a logo', () => {
  let iconBefore: string;
  let shareBefore: string;
  beforeAll(async () => {
    iconBefore = await page('/favicon.svg');
    shareBefore = await shareImage();
    // Drawing is aborted after two seconds, which it may take on a busy machine.
    await vi.waitFor(async () => expect((await save(logo)).status).toBe(200), { timeout: 20_000 });
  });
  afterAll(() => save(null));

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
    await save({ ...logo, icon: image('#00ff00') });
    expect(await page('/favicon.svg')).toContain('#00ff00');
  });

  it('is scaled down if it is a raster image, and refused if its data is not an image of its type', async () => {
    const large = await sharp({
      create: { width: 900, height: 300, channels: 3, background: 'red' },
    })
      .jpeg()
      .toBuffer();
    const light = { type: 'png', data: large.toString('base64') };
    expect((await save({ ...logo, light, dark: null })).status).toBe(200);
    const [, file = ''] = /(\/brand\/[0-9a-f]{20}\.png)/.exec(await page('/services')) ?? [];
    const sent = await (await app.fetch(file)).arrayBuffer();
    expect(await sharp(sent).metadata()).toMatchObject({ format: 'png', width: 640, height: 213 });
    for (const data of ['bm90IGEgcGljdHVyZQ==', '!!'])
      expect((await save({ ...logo, light: { type: 'png', data } })).status).toBe(400);
    expect((await save({ ...logo, light: { type: 'svg', data: '<svg/>' } })).status).toBe(400);
  });

  it('is in the preview before it is saved', async () => {
    const change = { key: 'logo', value: { ...logo, light: image('#abcdef') } };
    const { body } = await askerOf(app, admin)<string>('POST', '/api/admin/preview', {
      path: '/',
      change,
    });
    expect(body).toContain(
      '.brand-mark{width:102px;height:34px;background:url("data:image/svg+xml;base64,',
    );
  });
});
