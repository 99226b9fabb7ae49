import type { BrowserContext, Locator, Page } from '@playwright/test';

import { expect, type Sql, toasts, uniqueEmail } from './fixtures';

/** Test accounts, and functions that sign in with them. */

/** Sign-in code of demo mode. */
export const demoCode = '123456';

export interface Person {
  email: string;
  firstName: string;
  lastName: string;
}

export const newPerson = (): Person => ({
  email: uniqueEmail(),
  firstName: 'Ada',
  lastName: 'Byron',
});

async function post(context: BrowserContext, path: string, data: object): Promise<void> {
  const answer = await context.request.post(path, { data });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
}

/** Creates an account and signs this browser in to it. */
export async function signUp(context: BrowserContext, person = newPerson()): Promise<Person> {
  await post(context, '/api/auth/send-otp', { email: person.email, type: 'signup' });
  await post(context, '/api/auth/signup', { ...person, otp: demoCode });
  return person;
}

/** Creates an account without signing this browser in. */
export async function addAccount(context: BrowserContext, sql: Sql): Promise<Person> {
  const person = await signUp(context);
  await context.clearCookies();
  await passCodeGap(sql, person.email);
  return person;
}

export async function signInAsAdmin(context: BrowserContext): Promise<void> {
  await post(context, '/api/admin/login', { username: 'admin', password: 'admin-demo' });
}

/** Allows another code to be requested at once, without waiting a minute. */
export async function passCodeGap(sql: Sql, email: string): Promise<void> {
  await sql`delete from rate_limits where key like ${`codeGap:${email} %`}`;
}

export const panel = (page: Page, name: string): Locator => page.getByRole('form', { name });
export const codeForm = (page: Page): Locator => panel(page, 'Verify Your Email');
export const codeField = (page: Page): Locator => codeForm(page).getByLabel('Code');
export const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });

/** Finds the account menu of a signed-in client. */
export const avatar = (page: Page, firstName = 'Ada'): Locator =>
  page.getByRole('banner').locator(`summary[aria-label="Account of ${firstName}"]`);
export const accountMenu = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Account' });

/** Closes the notice, which covers other elements on a phone. */
export async function dismiss(page: Page): Promise<void> {
  await toasts(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toasts(page)).toHaveCount(0);
}
