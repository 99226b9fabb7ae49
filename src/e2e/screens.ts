import type { Page } from '@playwright/test';

import { builtInPages } from '~/contract/built-in-pages/built-in-pages';
import { screensOfAdmins } from './admin-screens';
import { screensOfClients } from './client-screens';
import {
  abort,
  aboutCalls,
  answerForChat,
  expect,
  expectFieldError,
  failedRequest,
  holdBack,
} from './fixtures';
import type { Look, Screen } from './looks';
import { fillQuick, quickAnswers, quickForm, quickSubmit, quickSubmitted } from './quick-quote';

const lost = [failedRequest, /TRPCClientError: Failed to fetch/];

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByText(name).click();

/** Returns the state of a page that fails to load when it is navigated to. */
const failing = (name: string, calls: string, link: string, title: string): Look => ({
  name,
  async show(page, noise) {
    noise.allow(...lost);
    await page.route(calls, abort);
    await goTo(page, link);
    await expect(heading(page)).toHaveText(title);
  },
});

/** Returns the state of a page that loads slowly when it is navigated to. */
const onItsWay = (
  name: string,
  calls: string,
  outline: string,
  go: (page: Page) => Promise<void>,
): Look => ({
  name: `${name} on its way`,
  // Excludes two rules, because the loading bar is outside of the page's landmarks, and some pages get their title
  // late.
  except: ['region', 'page-has-heading-one'],
  async show(page) {
    await holdBack(page, calls);
    await go(page);
    await expect(page.getByText(outline)).toBeAttached();
  },
});

const visitorScreens: Omit<Screen, 'role'>[] = [
  {
    path: '/',
    looks: [
      { name: 'the landing page', hasToBeSure: false },
      {
        name: 'the menu of a phone',
        hasToBeSure: false,
        within: 'header',
        widths: [390],
        async show(page) {
          await page.locator('summary').click();
          await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
        },
      },
      {
        name: 'the quick quote with errors',
        hasToBeSure: false,
        within: 'form',
        async show(page) {
          await page.keyboard.press('Escape');
          await quickSubmit(page).click();
          await expectFieldError(quickForm(page), 'Name', 'Name must be at least 2 characters');
        },
      },
      {
        name: 'a quote that was sent, and its notice',
        hasToBeSure: false,
        async show(page, noise) {
          await answerForChat(page, noise);
          await fillQuick(page, quickAnswers());
          await quickSubmit(page).press('Enter');
          await expect(quickSubmitted(page)).toBeVisible();
          // A notice does not disappear while it has focus.
          await page.keyboard.press('F8');
          await page.keyboard.press('Tab');
          await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused();
        },
      },
    ],
  },
  {
    path: '/services',
    looks: [
      { name: 'the services' },
      onItsWay('the page about the agency', aboutCalls, 'Loading page', (page) =>
        goTo(page, 'About Us'),
      ),
    ],
  },
  { path: '/services/marketing-website', looks: [{ name: 'a service' }] },
  {
    path: '/portfolio',
    looks: [{ name: 'the portfolio' }],
  },
  {
    path: '/portfolio/skerrow-ferries',
    looks: [{ name: 'a portfolio item' }],
  },
  { path: '/blog/what-a-website-costs', looks: [{ name: 'a post with a table and code' }] },
  {
    path: '/pricing?cycle=yearly',
    looks: [
      { name: 'the plans by the year' },
      {
        name: 'an open question',
        async show(page) {
          await page.locator('summary', { hasText: '?' }).first().click();
        },
      },
    ],
  },
  {
    path: '/contact',
    looks: [
      { name: 'the contact page' },
      {
        name: 'a message with errors',
        async show(page) {
          await page.getByRole('button', { name: 'Send Message' }).click();
          await expect(page.getByText('Please select a service')).toBeVisible();
        },
      },
    ],
  },
  { path: '/terms', looks: [{ name: 'the terms' }] },
  { path: '/cookies', looks: [{ name: 'the cookies' }] },
  {
    path: '/nowhere',
    allows: [failedRequest],
    looks: [
      { name: 'a page that is not there' },
      failing(
        'a page that cannot be loaded',
        aboutCalls,
        'About Us',
        'This page could not be loaded',
      ),
    ],
  },
];

const isSeen = (path: string) =>
  visitorScreens.some((screen) => screen.path.split('?')[0] === path);

/** Every screen with its states: the screens listed above, and every other page as loaded. */
export const screens: Screen[] = [
  ...Object.values(builtInPages)
    .filter(({ path }) => !isSeen(path))
    .map(
      ({ path, label }): Screen => ({
        path,
        role: 'visitor',
        looks: [{ name: label }],
      }),
    ),
  ...visitorScreens.map((screen) => ({ ...screen, role: 'visitor' as const })),
  ...screensOfClients,
  ...screensOfAdmins,
];
