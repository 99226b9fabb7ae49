import { beforeAll, describe, expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { signInAdmin, signUpClient } from '~/testing/sign-in';
import { siteLookOf } from '~/testing/site-look';

const chosen = { accent: '#1d4ed8', paper: '#f7f8fa' };
const defaultAccent = '#b4471a';

const app = testApp();
let admin: string;

beforeAll(async () => {
  admin = await signInAdmin(app);
});

const { save, page, shareImage, newMail } = siteLookOf(() => ({ app, admin }));
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
