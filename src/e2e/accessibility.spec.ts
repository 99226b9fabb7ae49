import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import {
  abort,
  answerForChat,
  cardsCalls,
  expect,
  expectFieldError,
  failedRequest,
  type Noise,
  open,
  test,
} from './fixtures';
import { fillQuick, quickAnswers, quickForm, quickSubmit, quickSubmitted } from './quick-quote';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Screen {
  name: string;
  show(page: Page, noise: Noise): Promise<void>;
}

const screens: Screen[] = [
  { name: 'the landing page', show: (page) => open(page, '/') },
  {
    name: 'a form with errors',
    async show(page) {
      await open(page, '/');
      await quickSubmit(page).click();
      await expectFieldError(quickForm(page), 'Name', 'Name must be at least 2 characters');
    },
  },
  {
    name: 'a request that was sent, and its notice',
    async show(page, noise) {
      await answerForChat(page, noise);
      await open(page, '/');
      await fillQuick(page, quickAnswers());
      await quickSubmit(page).press('Enter');
      await expect(quickSubmitted(page)).toBeVisible();
      // A notice with the focus in it stays as long as it is looked at.
      await page.keyboard.press('F8');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused();
    },
  },
  { name: 'the services', show: (page) => open(page, '/services') },
  { name: 'a service', show: (page) => open(page, '/services/marketing-website') },
  {
    name: 'the services that cannot be loaded',
    async show(page, noise) {
      noise.allow(failedRequest, /TRPCClientError: Failed to fetch/);
      await open(page, '/services/brand-identity');
      await page.route(cardsCalls, abort);
      await page.getByRole('contentinfo').getByText('Branding & Design').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error Loading Services');
    },
  },
  {
    name: 'a service that is not there',
    async show(page, noise) {
      noise.allow(failedRequest);
      await open(page, '/services/no-such-service');
    },
  },
  { name: 'the blog', show: (page) => open(page, '/blog') },
  {
    name: 'a post with a table and code',
    show: (page) => open(page, '/blog/what-a-website-costs'),
  },
  { name: 'the plans', show: (page) => open(page, '/pricing') },
  {
    name: 'the plans by the year, a question open',
    async show(page) {
      await open(page, '/pricing?cycle=yearly');
      await page.locator('summary', { hasText: '?' }).first().click();
    },
  },
  { name: 'the contact page', show: (page) => open(page, '/contact?subject=legal') },
  {
    name: 'a message with errors',
    async show(page) {
      await open(page, '/contact');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByText('Please select a service')).toBeVisible();
    },
  },
  { name: 'the privacy policy', show: (page) => open(page, '/privacy') },
  { name: 'the terms', show: (page) => open(page, '/terms') },
  { name: 'the cookies', show: (page) => open(page, '/cookies') },
  { name: 'the open positions', show: (page) => open(page, '/careers') },
  {
    name: 'a page that is not there',
    async show(page, noise) {
      noise.allow(failedRequest);
      await open(page, '/nowhere');
    },
  },
];

async function findings(page: Page, narrow: (axe: AxeBuilder) => AxeBuilder) {
  // Nothing here has frames, which is all that the slower mode is for.
  const { violations } = await narrow(new AxeBuilder({ page }).setLegacyMode()).analyze();
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map((one) => one.html) }));
}

for (const { name, show } of screens) {
  test(`axe finds nothing on ${name}`, async ({ page, noise }) => {
    await show(page, noise);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await findings(page, (axe) => axe.withTags(rules)), `${width} pixels`).toEqual([]);
      // In the dark the same page has other colours, and nothing else.
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(
        await findings(page, (axe) => axe.withRules('color-contrast')),
        `${width} pixels, dark`,
      ).toEqual([]);
    }
  });
}

test('axe finds nothing on the open menu of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  await page.locator('summary').click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  expect(await findings(page, (axe) => axe.withTags(rules))).toEqual([]);
});
