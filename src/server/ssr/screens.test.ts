import { describe, expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { signUpClient } from '~/testing/sign-in';

const app = testApp();

async function page(path: string, cookie = '') {
  const response = await app.fetch(path, { headers: cookie ? { Cookie: cookie } : {} });
  const html = await response.text();
  return {
    status: response.status,
    location: response.headers.get('location'),
    html,
    title: /<title>([^<]*)/.exec(html)?.[1],
    hasLayout: html.includes('aria-label="Main"') && html.includes('<footer'),
  };
}

describe('the canonical URL of a page', () => {
  it('has its parameters in a fixed order', async () => {
    const client = await signUpClient(app);
    const canonical = '/dashboard?plan=2&cycle=yearly&change=true';
    expect(await page(canonical, client)).toMatchObject({ status: 200, location: null });
    expect(await page('/dashboard?change=true&plan=2&cycle=yearly', client)).toMatchObject({
      status: 307,
      location: canonical,
    });
  });

  it('is in lower case, without a trailing slash', async () => {
    for (const [given, canonical] of [
      ['/Services', '/services'],
      ['/services/', '/services'],
      ['/Services/Brand-Identity/?category=branding', '/services/brand-identity?category=branding'],
      ['//Elsewhere.example/', '/elsewhere.example'],
    ]) {
      expect(await page(given as string)).toMatchObject({ status: 301, location: canonical });
    }
    expect((await page('/services')).status).toBe(200);
    expect((await page('/')).status).toBe(200);
  });
});
