import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';
import { signInAdmin, signUpClient } from '~/testing/sign-in';
import { siteLookOf } from '~/testing/site-look';

const chosen = { accent: '#1d4ed8', paper: '#f7f8fa' };
const defaultAccent = '#b4471a';

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAdmin(app);
});
afterAll(() => app.close());

const { save, page, shareImage, newMail } = siteLookOf(() => ({ app, admin }));
const choose = (value: typeof chosen | null) => save('appearance', value);

describe('the colours of the site', () => {
  it('leave no trace in a page while they are the default ones', async () => {
    const html = await page('/services');
    expect(html).not.toContain(':root:root');
    expect(html).toContain('<meta name="theme-color" content="#fbf8f2"');
    expect(await newMail()).toContain(defaultAccent);
  });

  it('reach pages of visitors, clients and admins, emails and share images at once', async () => {
    const client = await signUpClient(app);
    const imageBefore = await shareImage();
    expect((await choose(chosen)).status).toBe(200);
    for (const html of [
      await page('/services'),
      await page('/services', { Cookie: client }),
      await page('/dashboard', { Cookie: client }),
      await page('/admin', { Cookie: admin }),
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

  it('refuses what is no colour', async () => {
    const { status } = await choose({ accent: 'red;}body{display:none', paper: '#ffffff' });
    expect(status).toBe(400);
  });
});

describe('the typeface of the site', () => {
  const chooseTypeface = (value: string | null) => save('typeface', value);

  it('is named by pages, with what stands in for it, only once it is chosen', async () => {
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

  it('is one of those that come with the product', async () => {
    expect((await chooseTypeface('comic')).status).toBe(400);
  });
});
