import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { OAuth2Server } from 'oauth2-mock-server';

import { startProduct } from '~/testing/product';
import { test as base, expect, failedRequest, open, uniqueEmail } from './fixtures';
import { expectAccessible, expectToFit } from './page-checks';
import { avatar, panel, title } from './people';

/** A product of its own that offers another way to sign in, and the issuer behind it. */
interface Offered {
  url: string;
  issuer: OAuth2Server;
}

const test = base.extend<object, { offered: Offered }>({
  offered: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it
    async ({}, use) => {
      const issuer = new OAuth2Server();
      await issuer.issuer.keys.generate('RS256');
      await issuer.start(0, '127.0.0.1');
      const asking = createServer((request, response) => {
        const { searchParams } = new URL(request.url ?? '', 'http://asking.invalid');
        const back = searchParams.get('back');
        response.setHeader('Content-Type', 'text/html');
        // Browsers also look for an icon here.
        response.end(back && consentPage(new URL(back)));
      });
      await once(asking.listen(0, '127.0.0.1'), 'listening');
      const askingUrl = `http://127.0.0.1:${(asking.address() as AddressInfo).port}/`;
      issuer.service.on('beforeAuthorizeRedirect', (redirect: { url: URL }) => {
        redirect.url.href = `${askingUrl}?back=${encodeURIComponent(redirect.url.href)}`;
      });
      const dataDir = await mkdtemp(join(tmpdir(), 'kestrel-e2e-oauth-'));
      const product = startProduct(dataDir, {
        OIDC_ISSUER: issuer.issuer.url ?? '',
        OIDC_CLIENT_ID: 'agency',
        OIDC_CLIENT_SECRET: 'a secret between the two',
        OIDC_NAME: 'Harbour ID',
      });
      await use({ url: await product.address, issuer });
      product.child.kill('SIGTERM');
      await once(product.child, 'exit');
      await issuer.stop();
      asking.close();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ offered }, use) => use(offered.url),
});

/** Somebody who has an account at the issuer. */
function meet({ issuer }: Offered, claims: object = {}) {
  const person = {
    sub: crypto.randomUUID(),
    aud: 'agency',
    email: uniqueEmail(),
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Byron',
    ...claims,
  };
  issuer.service.removeAllListeners('beforeTokenSigning');
  issuer.service.on('beforeTokenSigning', (token) => Object.assign(token.payload, person));
  return person;
}

/** The page on which an issuer asks: `back` is where it would send whoever allows it. */
function consentPage(back: URL): string {
  const refused = new URL(back);
  refused.searchParams.delete('code');
  refused.searchParams.set('error', 'access_denied');
  const link = (to: URL, text: string) =>
    `<a href="${to.href.replaceAll('&', '&amp;')}">${text}</a>`;
  return `<title>Harbour ID</title><p>${link(back, 'Allow')} ${link(refused, 'Refuse')}</p>`;
}

const way = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Continue with Harbour ID' });
const problem = (page: Page) => panel(page, 'Sign In').getByRole('alert');

test.beforeEach(({ noise }) =>
  noise.allow(/left the site: http:\/\/(localhost|127\.0\.0\.1):\d+\//, failedRequest),
);

test('whoever has an account elsewhere is signed in by it, and goes on', async ({
  page,
  offered,
}) => {
  const person = meet(offered);
  await open(page, '/auth/signin?next=%2Faccount');
  await way(page).click();
  await expect(page).toHaveTitle('Harbour ID');
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/account');
  await expect(avatar(page)).toBeVisible();
  await expect(panel(page, 'Profile')).toContainText(`You sign in as ${person.email}.`);
});

test('signing up offers the same way', async ({ page, offered }) => {
  meet(offered);
  await open(page, '/auth/signup');
  await way(page).click();
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(title(page)).toHaveText('Welcome, Ada');
});

test('whoever refuses there is told, and can try again', async ({ page, offered }) => {
  meet(offered);
  await open(page, '/auth/signin?next=%2Faccount');
  await way(page).click();
  await page.getByRole('link', { name: 'Refuse' }).click();
  await expect(problem(page)).toHaveText(
    'You did not allow it, so nobody was signed in. You can try again, or use a code.',
  );
  await expect(avatar(page)).toHaveCount(0);
  await expectToFit(page);
  await expectAccessible(page);
  await way(page).click();
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/account');
});

test('whoever takes too long is told', async ({ page, context, offered }) => {
  meet(offered);
  await open(page, '/auth/signin');
  await way(page).click();
  await expect(page).toHaveTitle('Harbour ID');
  // What is remembered of the errand is gone after ten minutes.
  const [errand] = (await context.cookies()).filter(({ name }) => name === 'oauth');
  expect((errand?.expires ?? 0) * 1000 - Date.now()).toBeLessThanOrEqual(10 * 60_000);
  await context.clearCookies({ name: 'oauth' });
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(problem(page)).toHaveText(
    'That took too long or was begun in another browser. Please try again.',
  );
  await expect(avatar(page)).toHaveCount(0);
});

test('an address that nobody vouches for signs nobody in', async ({ page, offered }) => {
  meet(offered, { email_verified: false });
  await open(page, '/auth/signin');
  await way(page).click();
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(problem(page)).toContainText('That account has no verified e-mail address');
});

base('where no other way is configured, none is offered', async ({ page }) => {
  for (const path of ['/auth/signin', '/auth/signup']) {
    await open(page, path);
    await expect(page.getByText('Continue with')).toHaveCount(0);
  }
});
