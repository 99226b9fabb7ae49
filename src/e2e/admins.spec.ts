import type { BrowserContext, Page } from '@playwright/test';

import { drawer, heading, main, openPanel, row, sidebar } from './admin-panel';
import { awake, expect, open, type Sql, test, toasts, uniqueEmail } from './fixtures';
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

test('an owner invites an editor, who joins, sees only their sections, and is disabled', async ({
  page,
  context,
  browser,
  sql,
}) => {
  await signInAsAdmin(context);
  await openPanel(page, '?section=admins');
  await page.getByRole('button', { name: 'Invite admin' }).click();
  const form = page.getByRole('form', { name: 'Invite an admin' });
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(form.getByText('Please enter a valid email address')).toBeVisible();
  const email = uniqueEmail();
  await form.getByLabel('Name').fill(`Edith ${email.slice(0, 8)}`);
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(toasts(page)).toContainText(`Invitation sent to ${email}`);
  const theirRow = row(page, `Edith ${email.slice(0, 8)}`);
  await expect(theirRow).toContainText('Invited');

  const theirs = await browser.newContext();
  const editor = await theirs.newPage();
  await editor.goto(await mailedLink(sql, email));
  await expect(editor.getByRole('heading', { level: 1 })).toHaveText(/^Welcome, Edith/);
  await awake(editor);
  await editor.getByLabel('Username').fill(email);
  await editor.getByLabel('Password', { exact: true }).fill('short');
  await editor.getByRole('button', { name: 'Open the panel' }).click();
  await expect(editor.getByText('A password has at least 8 characters')).toBeVisible();
  await editor.getByLabel('Password', { exact: true }).fill(password);
  await editor.getByRole('button', { name: 'Open the panel' }).click();
  await expect(heading(editor, 'Services')).toBeVisible();
  await expect(sidebar(editor).getByRole('link')).toHaveText([
    'Services',
    'Portfolio',
    'Blog',
    'Pages',
  ]);
  await openPanel(editor, '?section=quotes');
  await expect(main(editor)).toContainText(
    'As an editor you cannot see leads; that takes an owner, a manager or a viewer.',
  );

  // A second use of the link fails.
  const again = await theirs.newPage();
  await again.goto(await mailedLink(sql, email));
  await expect(again.getByRole('alert')).toContainText('This invitation was used');

  await expect(theirRow).toContainText('Active');
  await theirRow.getByRole('link').click();
  await drawer(page).getByLabel('Role').click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await expect(toasts(page)).toContainText('is now viewer');
  // The editor's open panel updates its menu.
  await expect(sidebar(editor).getByRole('link', { name: /^Quotes/ })).toBeVisible();
  await drawer(page).getByRole('button', { name: 'Disable account' }).click();
  await expect(drawer(page)).toContainText('Disabled');
  await editor.goto('/admin');
  await expect(editor).toHaveURL(/\/cplogin/);
  await theirs.close();
});

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
