import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';
import { signInAdmin } from '~/testing/sign-in';
import { siteLookOf } from '~/testing/site-look';

/** Patterns within patterns, by rules of a style that only a drawing applies: ten to the power of nine rectangles. */
const levels = Array.from({ length: 10 }, (_, n) => ({
  rule: n > 0 ? `#g${n} rect{fill:url(#p${n - 1})}` : '',
  pattern: `<pattern id="p${n}" width="100" height="100" patternUnits="userSpaceOnUse"><g id="g${n}">${'<rect width="100" height="100"/>'.repeat(10)}</g></pattern>`,
}));
const endless = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><style>${levels.map(({ rule }) => rule).join('')}</style>${levels.map(({ pattern }) => pattern).join('')}<rect width="100" height="100" fill="url(#p9)"/></svg>`;
const logo = { light: { type: 'svg', data: endless }, dark: null, hasName: true, icon: null };

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signInAdmin(app);
});
afterAll(() => app.close());

const look = siteLookOf(() => ({ app, admin }));

describe('a logo that takes too long to draw', () => {
  it('is refused', async () => {
    const { status, body } = await look.save('logo', logo);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('This SVG cannot be used: it takes too long to draw');
  });

  it('is no picture to upload either, and its size is not asked for', async () => {
    const loaded = sharp.counters().process;
    const upload = Buffer.from(endless.replace(' viewBox="0 0 100 100"', ''));
    await expect(app.services.media.store(upload)).rejects.toThrow('not a picture');
    expect(sharp.counters().process).toBe(loaded);
  });
});
