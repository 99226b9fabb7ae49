import type { Page } from '@playwright/test';

import { contactAnswers, contactSubmit, fillContact } from './contact';
import { entryScript, expect, holdBack, toasts } from './fixtures';
import { test } from './shared-page';

/** Functions of a page that work before its scripts have run. */

async function arriveAsleep(page: Page, path: string) {
  const gate = await holdBack(page, entryScript);
  await page.goto(path, { waitUntil: 'commit' });
  return gate;
}

test('services can be filtered before scripts run', async ({ page }) => {
  await arriveAsleep(page, '/services');
  await page.getByRole('button', { name: 'Branding & Design' }).click({ noWaitAfter: true });
  await expect(page).toHaveURL('/services?category=branding');
  await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveText([
    'Brand Identity',
  ]);
});

test('the phone menu opens and its links work before scripts run', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await arriveAsleep(page, '/');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeHidden();
  await page.locator('summary').click();
  const link = menu.getByText('Services');
  await expect(link).toBeVisible();
  await link.click({ noWaitAfter: true });
  await expect(page).toHaveURL('/services');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services and prices');
});

test('a message sent before scripts run is stored after they load', async ({ page, sql }) => {
  const gate = await arriveAsleep(page, '/contact');
  const answers = contactAnswers();
  await fillContact(page, answers);
  await contactSubmit(page).click();
  expect(new URL(page.url()).search).toBe('');
  gate.open();
  await expect(toasts(page)).toContainText('Message Sent!');
  expect(await sql`select 1 from contact_messages where email = ${answers.Email}`).toHaveLength(1);
});
