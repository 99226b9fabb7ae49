import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';
import { OAuth2Server } from 'oauth2-mock-server';

import { expect, failedRequest, open, uniqueEmail } from './fixtures';
import { avatar, panel } from './people';
import { test } from './second-product';

/** Returns the issuer's consent page. `back` is the URL to which it redirects after approval. */
function consentPage(back: URL): string {
  const refused = new URL(back);
  refused.searchParams.delete('code');
  refused.searchParams.set('error', 'access_denied');
  const link = (to: URL, text: string) =>
    `<a href="${to.href.replaceAll('&', '&amp;')}">${text}</a>`;
  return `<title>Harbour ID</title><p>${link(back, 'Allow')} ${link(refused, 'Refuse')}</p>`;
}

/** Starts an issuer that asks for consent, with one user. */
async function startIssuer() {
  const issuer = new OAuth2Server();
  await issuer.issuer.keys.generate('RS256');
  await issuer.start(Number(process.env.E2E_ISSUER_PORT), 'localhost');
  const asking = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://asking.invalid');
    const back = searchParams.get('back');
    response.setHeader('Content-Type', 'text/html');
    // Browsers also request a favicon.
    response.end(back && consentPage(new URL(back)));
  });
  await once(asking.listen(0, '127.0.0.1'), 'listening');
  const askingUrl = `http://127.0.0.1:${(asking.address() as AddressInfo).port}/`;
  issuer.service.on('beforeAuthorizeRedirect', (redirect: { url: URL }) => {
    redirect.url.href = `${askingUrl}?back=${encodeURIComponent(redirect.url.href)}`;
  });
  const person = {
    sub: crypto.randomUUID(),
    aud: 'agency',
    email: uniqueEmail(),
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Byron',
  };
  issuer.service.on('beforeTokenSigning', (token) => Object.assign(token.payload, person));
  return {
    person,
    stop: async () => {
      asking.close();
      await issuer.stop();
    },
  };
}

const way = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Continue with Harbour ID' });

test('a visitor denies sign-in with another provider, then allows it, and returns to the requested page', async ({
  page,
  noise,
}) => {
  noise.allow(/left the site: http:\/\/(localhost|127\.0\.0\.1):\d+\//, failedRequest);
  const { person, stop } = await startIssuer();
  await open(page, '/auth/signin?next=%2Faccount');
  await way(page).click();
  await expect(page).toHaveTitle('Harbour ID');
  await page.getByRole('link', { name: 'Refuse' }).click();
  await expect(panel(page, 'Sign In').getByRole('alert')).toContainText('You were not signed in');
  await expect(avatar(page)).toHaveCount(0);

  await way(page).click();
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/account');
  await expect(avatar(page)).toBeVisible();
  await expect(panel(page, 'Profile')).toContainText(`You sign in as ${person.email}.`);
  await stop();
});
