import { beforeAll, describe, expect, it } from 'vitest';

import { publicUrl, testApp } from '~/testing/app';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp();
let client: string;
let admin: string;

beforeAll(async () => {
  client = await signUpClient(app);
  admin = await signInAdmin(app);
});

async function page(path: string, cookie = '') {
  const response = await app.fetch(path, { headers: cookie ? { Cookie: cookie } : {} });
  const html = await response.text();
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  return {
    status: response.status,
    location: response.headers.get('location'),
    html,
    meta,
    title: /<title>([^<]*)/.exec(html)?.[1],
    heading: /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1]?.replace(/<[^>]*>/g, ''),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    /** Matches text for visitors without scripts. */
    noscript: /<noscript>([\s\S]*?)<\/noscript>/.exec(html)?.[1]?.replaceAll('<!-- -->', ''),
  };
}

describe('the sign-in and sign-up pages', () => {
  it.each([
    [
      '/auth/signin',
      'Sign in | Kestrel',
      'Sign in with a code sent to your email. There is no password to remember.',
      'Signing in needs JavaScript.',
    ],
    [
      '/auth/signup',
      'Sign up | Kestrel',
      'Create an account to follow your projects and payments. All you need is a name and an email address.',
      'Signing up needs JavaScript.',
    ],
  ])('%s has its own head and noscript text', async (path, title, about, needs) => {
    const { meta, ...found } = await page(`${path}?next=/account`);
    expect(found).toMatchObject({ status: 200, title, canonical: publicUrl + path });
    expect(found.noscript).toContain(needs);
    expect(meta('description')).toBe(about);
    expect(meta('og:title')).toBe(title);
    expect(meta('og:description')).toBe(about);
    expect(meta('og:url')).toBe(publicUrl + path);
    expect(meta('og:type')).toBe('website');
    expect(meta('og:site_name')).toBe('Kestrel');
    expect(meta('robots')).toBeUndefined();
  });

  it.each(['/auth/signin', '/auth/signup', '/auth/signin?next=%2Faccount'])(
    '%s redirects a signed-in client to the dashboard',
    async (path) => {
      expect(await page(path, client)).toMatchObject({ status: 307, location: '/dashboard' });
    },
  );
});

describe('the admin login', () => {
  it('is not indexed, and explains that it needs scripts', async () => {
    const found = await page('/cplogin');
    expect(found).toMatchObject({ status: 200, title: 'Admin login | Kestrel' });
    expect(found.meta('robots')).toBe('noindex');
    expect(found.noscript).toContain('Signing in needs JavaScript.');
  });

  it('redirects a signed-in admin, but not a client, to the panel', async () => {
    expect(await page('/cplogin', admin)).toMatchObject({ status: 307, location: '/admin' });
    expect(await page('/cplogin', client)).toMatchObject({ status: 200, heading: 'Admin Login' });
    const me = await askerOf(app, client)('GET', '/api/auth/user');
    expect(me.body).toMatchObject({ firstName: 'Clara', isAdmin: false });
  });
});

describe('the landing page', () => {
  it('is the same for an admin and a visitor, but not for a client', async () => {
    const { heading } = await page('/');
    expect(heading).toBeTruthy();
    expect((await page('/', admin)).heading).toBe(heading);
    expect((await page('/', client)).heading).toMatch(/^Welcome/);
  });
});

const ofClients = [
  ['/account', 'Your account', 'Your account'],
  ['/dashboard', 'Dashboard', 'Your dashboard'],
  ['/dashboard/requests', 'Service requests', 'Your dashboard'],
  ['/dashboard/requests/new', 'New request', 'This form'],
  ['/dashboard/files', 'Files', 'Your dashboard'],
  ['/dashboard/invoices', 'Invoices', 'Your dashboard'],
  ['/dashboard/payments', 'Payments', 'Your dashboard'],
  ['/dashboard/plan', 'Your plan', 'Your dashboard'],
  ['/dashboard/proposals', 'Proposals', 'Your dashboard'],
] as const;

it.each(ofClients)(
  '%s is not indexed, and explains to clients and visitors that it needs scripts',
  async (path, title, what) => {
    const found = await page(path, client);
    expect(found).toMatchObject({ status: 200, title: `${title} | Kestrel` });
    expect(found.noscript).toContain(`${what} needs JavaScript.`);
    const visited = await page(path);
    expect(visited.status).toBe(200);
    for (const { meta, noscript } of [found, visited]) {
      expect(meta('robots')).toBe('noindex');
      expect(noscript).toMatch(/needs JavaScript\. .*<a href="\/contact">/);
    }
  },
);

it('the page of a chosen plan explains that it needs scripts', async () => {
  const plans: { id: number }[] = await (await app.fetch('/api/subscription-plans')).json();
  for (const cookie of ['', client]) {
    const { noscript } = await page(`/subscribe?plan=${plans[0]?.id}`, cookie);
    expect(noscript).toContain('Subscribing needs JavaScript.');
  }
});

describe('the page of an unknown request or of another client’s request', () => {
  it('answers 404', async () => {
    const others = await signUpClient(app);
    const made = await askerOf(app, others)('POST', '/api/service-requests', {
      title: 'An engine',
      description: 'What is to be done about it',
    });
    expect(made.status).toBe(200);
    expect((await page(`/dashboard/requests/${made.body.id}`, others)).heading).toBe('An engine');
    for (const given of [made.body.id, 'x', '0', '99999999999']) {
      const found = await page(`/dashboard/requests/${given}`, client);
      expect(found).toMatchObject({ status: 404, heading: 'Request Not Found' });
      expect(found.html).not.toContain('An engine');
    }
  });
});
