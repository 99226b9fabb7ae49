import type { Page } from '@playwright/test';

import { awake, expect, expectFieldError, failedRequest, toasts, uniqueEmail } from './fixtures';
import type { Look, Screen } from './looks';
import { allWidths } from './page-checks';
import { accountMenu, codeField, codeForm, dismiss, panel, title } from './people';

/** The client area's screens and the sign-in pages. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const submit = (page: Page, form: string) =>
  panel(page, form).locator('button[type=submit]').click();

const accountMenuLook: Look = {
  name: 'the account menu',
  // The notice overlaps the page's title, so axe cannot determine its contrast.
  hasToBeSure: false,
  within: 'header',
  widths: [320],
  fits: allWidths,
  async show(page) {
    await page.getByRole('banner').locator('summary[aria-label^="Account of"]').click();
    await expect(accountMenu(page)).toBeInViewport({ ratio: 1 });
  },
};

/** Shows the validation errors of a form. */
const errors = (form: string, field: string, message: string): Look => ({
  name: 'a form with errors',
  async show(page) {
    await submit(page, form);
    await expectFieldError(panel(page, form), field, message);
  },
});

/** Code step after a wrong code was entered. */
const codeLook: Look = {
  name: 'a code that is wrong',
  async show(page) {
    await expect(title(page)).toHaveText('Verify Your Email');
    await codeField(page).fill('000000');
    await expectFieldError(codeForm(page), 'Code', 'Invalid OTP. Please try again.');
    // The error replaces the notice that shows the code.
    await expect(toasts(page)).toContainText('Error');
    await dismiss(page);
  },
};

const badEmail = 'Please enter a valid email address';
const shortName = 'First name must be at least 2 characters';

const visitorScreens: Screen[] = [
  {
    path: '/auth/signin?problem=denied',
    role: 'visitor',
    allows: [failedRequest],
    looks: [
      errors('Sign In', 'Email', badEmail),
      {
        ...codeLook,
        async show(page, noise) {
          await panel(page, 'Sign In').getByLabel('Email').fill(uniqueEmail());
          await submit(page, 'Sign In');
          await codeLook.show?.(page, noise);
        },
      },
    ],
  },
  {
    path: '/auth/signup',
    role: 'visitor',
    looks: [
      errors('Sign Up', 'First name', shortName),
      {
        name: 'an account without a session',
        async show(page) {
          // Blocks the redirect to the sign-in page, so that the page does not change.
          await page.route('**/api/login**', (route) => route.fulfill({ status: 204 }));
          await page.goto('/account');
          await expect(page.getByRole('alert')).toBeVisible();
          await dismiss(page);
        },
      },
    ],
  },
  {
    path: '/quotes/unknown',
    role: 'visitor',
    allows: [failedRequest],
    looks: [{ name: 'a link that leads to no quote' }],
  },
  {
    path: '/invitation#unknown',
    role: 'visitor',
    allows: [failedRequest],
    looks: [
      {
        name: 'an invitation that opens nothing',
        async show(page) {
          await expect(page.getByRole('alert')).toBeVisible();
        },
      },
    ],
  },
  {
    path: '/cplogin',
    role: 'visitor',
    allows: [failedRequest],
    looks: [
      {
        name: 'the admin login with what is wrong',
        async show(page) {
          const form = panel(page, 'Admin Login');
          await form.getByLabel('Username', { exact: true }).fill(crypto.randomUUID());
          await form.getByLabel('Password', { exact: true }).fill('wrong');
          await submit(page, 'Admin Login');
          await expect(form.getByRole('alert')).toBeVisible();
          await form.getByLabel('Password', { exact: true }).fill('');
          await submit(page, 'Admin Login');
          await expectFieldError(form, 'Password', 'Password is required');
        },
      },
    ],
  },
];

const newClientScreens: Screen[] = [
  { path: '/', role: 'new client', looks: [{ name: 'the welcome page' }, accountMenuLook] },
  { path: '/dashboard', role: 'new client', looks: [{ name: 'the dashboard, empty' }] },
  {
    path: '/subscribe?plan=2',
    role: 'new client',
    looks: [
      {
        name: 'the form for a card',
        async show(page) {
          await expect(panel(page, 'Payment').getByLabel('Card number')).toBeVisible();
        },
      },
    ],
  },
  {
    path: '/dashboard/requests/new',
    role: 'new client',
    looks: [errors('New request', 'Title', 'Title must be at least 3 characters')],
  },
];

const clientScreens: Screen[] = [
  { path: '/', role: 'client', looks: [{ name: 'what happened lately' }] },
  {
    path: '/account',
    role: 'client',
    looks: [
      {
        name: 'the account',
        async show(page) {
          await panel(page, 'Profile').getByLabel('First name').fill('');
          await submit(page, 'Profile');
          await expectFieldError(panel(page, 'Profile'), 'First name', shortName);
        },
      },
    ],
  },
  {
    path: '/dashboard',
    role: 'client',
    looks: [
      { name: 'the dashboard' },
      {
        name: 'another plan',
        async show(page) {
          await button(page, 'Change plan').click();
          await page.getByRole('radio', { disabled: false }).first().check();
          await expect(page.getByText(/ today, then /)).toBeVisible();
        },
      },
      {
        name: 'another card',
        async show(page) {
          await button(page, 'Keep the plan').click();
          await button(page, 'Replace card').click();
          await expect(panel(page, 'Another card').getByLabel('Card number')).toBeVisible();
        },
      },
    ],
  },
  {
    path: '/dashboard/requests',
    role: 'client',
    looks: [
      { name: 'the requests' },
      {
        name: 'a request that was begun, with its thread and its files',
        async show(page) {
          await page.goto('/dashboard/requests?status=in_progress');
          await awake(page);
          await page.getByRole('link', { name: 'Winter timetable on the landing page' }).click();
          await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible();
          await expect(page.getByRole('list', { name: 'Thread' })).toBeVisible();
        },
      },
      {
        name: 'a file that is returned, and a message that did not arrive',
        async show(page, noise) {
          noise.allow(failedRequest);
          await page.route('**/api/trpc/requestThreads.send**', (route) => route.abort());
          await page.getByRole('textbox', { name: 'Your message' }).fill('It looks right');
          await button(page, 'Send').click();
          await expect(page.getByText('This message was not sent.')).toBeVisible();
          await page.getByRole('button', { name: 'Request changes' }).first().click();
          await button(page, 'Send request').click();
          await expect(page.getByText('Please say what we should change')).toBeVisible();
        },
      },
    ],
  },
  {
    path: '/dashboard/invoices',
    role: 'client',
    looks: [
      { name: 'the invoices' },
      {
        name: 'an invoice',
        async show(page) {
          await page
            .getByRole('link', { name: /^Invoice / })
            .first()
            .click();
          await expect(title(page)).toHaveText(/^Invoice INV-/);
        },
      },
    ],
  },
  {
    path: '/dashboard/payments',
    role: 'client',
    looks: [
      { name: 'the payments' },
      {
        name: 'a receipt',
        async show(page) {
          await page
            .getByRole('link', { name: /^Receipt of/ })
            .first()
            .click();
          await expect(title(page)).toHaveText('Receipt');
        },
      },
    ],
  },
];

export const screensOfClients = [...visitorScreens, ...newClientScreens, ...clientScreens];
