import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';

import { builtInPages, footerLabelOf, footerPages } from '~/contract/built-in-pages/built-in-pages';
import { categories, categoryLabels } from '~/contract/services/categories';
import { testApp } from '~/testing/app';
import { linksOf, readHtml, textOf, textsOf } from '~/testing/html';
import { signUpClient } from '~/testing/sign-in';

const app = testApp();

describe('the navigation bar', () => {
  const links = [
    ['Services', '/services'],
    ['Home', '/'],
    ['About Us', '/about'],
    ['Portfolio', '/portfolio'],
    ['Blog', '/blog'],
    ['Contact', '/contact'],
  ];

  it('links to every section, on wide screens and in the phone menu', async () => {
    const { body } = await readHtml(app, '/');
    for (const name of ['Main', 'Menu']) {
      const nav = within(body.getByRole('navigation', { name, hidden: true }));
      expect(linksOf(nav.getAllByRole('link', { hidden: true }))).toEqual(links);
    }
  });

  it.each([
    ['/', 'Home'],
    ['/services', 'Services'],
    ['/services/brand-identity', 'Services'],
    ['/about', 'About Us'],
  ])('marks the current page: at %s, %s', async (path, name) => {
    const { body } = await readHtml(app, path);
    const nav = body.getByRole('navigation', { name: 'Main' });
    expect(textsOf(nav.querySelectorAll('[aria-current=page]'))).toEqual([name]);
  });
});

describe('the footer', () => {
  it('links to services, company and legal pages, and shows the contact details', async () => {
    const footer = (await readHtml(app, '/services')).body.getByRole('contentinfo');
    const linksIn = (name: string) =>
      linksOf(within(within(footer).getByRole('navigation', { name })).getAllByRole('link'));
    expect(linksIn('Services')).toEqual([
      ...categories.map((one) => [categoryLabels[one], `/services?category=${one}`]),
      ['Plans and pricing', '/pricing'],
    ]);
    const company = linksIn('Company');
    expect(company).toEqual(footerPages.map((key) => [footerLabelOf(key), builtInPages[key].path]));
    expect(company[0]).toEqual(['About', '/about']);
    for (const path of ['/privacy', '/terms', '/cookies']) {
      expect(footer.querySelector(`a[href="${path}"]`)).not.toBeNull();
    }
    for (const text of ['hello@kestrel.example', '+1 (555) 010-0142', '48 Ropewalk Lane']) {
      expect(textOf(footer)).toContain(text);
    }
  });
});

describe('an unknown URL', () => {
  it('answers with a not-found page that links to the home page', async () => {
    const { status, main } = await readHtml(app, '/nowhere/at/all');
    expect(status).toBe(404);
    expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('404 Page Not Found');
    expect(main.getByText('Did you forget to add the page to the router?')).toBeDefined();
    expect(main.getByRole('link', { name: /home/ }).getAttribute('href')).toBe('/');
  });
});

describe('the canonical URL of a page', () => {
  const moved = async (path: string, cookie = '') => {
    const response = await app.fetch(path, { headers: { Cookie: cookie } });
    return [response.status, response.headers.get('location')];
  };

  it('has its parameters in a fixed order', async () => {
    const client = await signUpClient(app);
    const canonical = '/dashboard?plan=2&cycle=yearly&change=true';
    expect(await moved(canonical, client)).toEqual([200, null]);
    const given = '/dashboard?change=true&plan=2&cycle=yearly';
    expect(await moved(given, client)).toEqual([307, canonical]);
  });

  it.each([
    ['/Services', '/services'],
    ['/services/', '/services'],
    ['/Services/Brand-Identity/?category=branding', '/services/brand-identity?category=branding'],
    ['//Elsewhere.example/', '/elsewhere.example'],
  ])('is in lower case, without a trailing slash: %s', async (given, canonical) => {
    expect(await moved(given)).toEqual([301, canonical]);
  });
});
