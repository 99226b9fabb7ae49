import type { BrowserContext, Page } from '@playwright/test';

import { heading, openPanel } from './admin-panel';
import { expect, open, type Sql, test, toasts, uniqueEmail } from './fixtures';
import { signInAsAdmin } from './people';

const password = 'a long password';

/** Returns the path of the link that was emailed to an invited admin. */
async function mailedLink(sql: Sql, email: string): Promise<string> {
  const [mail] = await sql`
    select text from mails where "to" = ${email} and kind = 'admin_invitation' order by id desc`;
  const path = /\/invitation#\w+/.exec(mail?.text)?.[0];
  if (!path) throw new Error('no link was mailed');
  return path;
}

/** Adds an admin through the API and signs them in. */
async function join(context: BrowserContext, sql: Sql, role: string) {
  const email = uniqueEmail();
  const username = `${role}-${email.slice(0, 8)}`;
  await signInAsAdmin(context);
  const invited = await context.request.post('/api/admin/admins', {
    data: { email, name: 'Iris Invited', role },
  });
  expect(invited.status()).toBe(200);
  await context.clearCookies();
  const [, token] = (await mailedLink(sql, email)).split('#');
  const accepted = await context.request.post('/api/trpc/identity.invitation.accept', {
    data: { token, username, password },
  });
  expect(accepted.status()).toBe(200);
  return { email, username };
}

async function logIn(page: Page, username: string): Promise<void> {
  // Leaves the panel: an open panel refetches changes, and would be rejected without its session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await open(page, '/cplogin');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function confirmPassword(page: Page): Promise<void> {
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
}

/** Dismisses the recovery codes. @returns the first code */
async function takeCodes(page: Page): Promise<string> {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const first = await codes.first().innerText();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return first;
}

const secondFactor = (page: Page) => page.getByRole('region', { name: 'Second factor' });

test.describe('at a host name', () => {
  // Returns the URL with a host name, because passkeys do not work with a loopback address.
  const byName = () => (process.env.E2E_URL ?? '').replace('127.0.0.1', 'localhost');
  test.use({ baseURL: byName() });

  test('an admin registers a passkey, signs in with it, and removes it', async ({
    page,
    context,
    sql,
  }) => {
    const { username } = await join(context, sql, 'viewer');
    const devices = await context.newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await openPanel(page, '?section=account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await confirmPassword(page);
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await takeCodes(page);
    await expect(secondFactor(page)).toContainText('Laptop');

    await logIn(page, username);
    await page.getByRole('button', { name: 'Continue with a passkey' }).click();
    await expect(heading(page, 'Dashboard')).toBeVisible();

    await openPanel(page, '?section=account');
    await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click();
    await page.getByRole('dialog').getByLabel('Your password').fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(toasts(page)).toContainText('Passkey removed');
    await logIn(page, username);
    await expect(heading(page, 'Dashboard')).toBeVisible();
  });
});
