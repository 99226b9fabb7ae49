import type { Page } from '@playwright/test';

import { expect, open } from './fixtures';
import { codeField, codeForm, panel, title, verifyCalls } from './people';

export const form = (page: Page) => panel(page, 'Sign In');
export const email = (page: Page) => form(page).getByLabel('Email', { exact: true });
export const goOn = (page: Page) => form(page).locator('button[type=submit]');
export const resend = (page: Page) => codeForm(page).getByRole('button', { name: /^Resend OTP/ });
export const submit = (page: Page) => codeForm(page).locator('button[type=submit]');

/** As far as the code's step. */
export async function askForCode(page: Page, address: string, path = '/auth/signin') {
  await open(page, path);
  await email(page).fill(address);
  await goOn(page).click();
  await expect(title(page)).toHaveText('Verify Your Email');
}

/** Says no to a code, and waits for the answer. */
export async function guessWrong(page: Page, code: string) {
  const answer = page.waitForResponse(verifyCalls);
  await codeField(page).fill(code);
  await answer;
  await expect(submit(page)).toBeEnabled();
}

/** What the button beside the code counts. */
export async function secondsLeft(page: Page) {
  await expect(resend(page)).toHaveText(/^Resend OTP in \d+ s$/);
  return Number.parseInt((await resend(page).innerText()).replace(/\D/g, ''), 10);
}

/** From here on the page's time goes on by `runFor` alone. */
export async function stopClock(page: Page) {
  // On a slow machine that moment may have gone by before the page hears of it.
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 50);
  }).toPass();
}
