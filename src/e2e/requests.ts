import type { Page } from '@playwright/test';

import { awake, expect, type Sql } from './fixtures';
import { codeField, demoCode, type Person, panel, passCodeGap } from './people';

export const createCalls = '**/api/trpc/requests.create**';
export const tiles = (page: Page) => page.getByRole('main').locator('dl');
export const latest = (page: Page) =>
  page.getByRole('list', { name: 'Latest service requests' }).getByRole('listitem');
export const listed = (page: Page) =>
  page.getByRole('list', { name: 'Service requests', exact: true }).getByRole('listitem');
export const timeline = (page: Page) =>
  page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
export const form = (page: Page) => panel(page, 'New request');

export async function fill(page: Page) {
  await form(page).getByLabel('Title').fill('A calculating engine');
  await form(page).getByLabel('Service').selectOption({ label: 'Online Store' });
  await form(page).getByLabel('Description').fill('With a page\nthat explains it');
}

/** The message to a client whose session has ended, before the redirect to sign in and back. */
export async function expectLogin(page: Page, next: string) {
  await expect(page.getByRole('alert')).toContainText('You are logged out. Logging in again...');
  await expect(page).toHaveURL(`/auth/signin?next=${encodeURIComponent(next)}`);
}

export async function signInHere(page: Page, sql: Sql, { email }: Person) {
  await passCodeGap(sql, email);
  await awake(page);
  await panel(page, 'Sign In').getByLabel('Email').fill(email);
  await panel(page, 'Sign In').locator('button[type=submit]').click();
  await codeField(page).fill(demoCode);
}

export async function endSessions(sql: Sql, { email }: Person) {
  await sql`delete from sessions where user_id = (select id from users where email = ${email})`;
}
