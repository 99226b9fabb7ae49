import type { Locator, Page } from '@playwright/test';

import { type AdminSection, adminSections } from '~/contract/admin/sections';
import { contentKeys } from '~/contract/content/content-types';
import { drawer, heading, main } from './admin-panel';
import { expect, open } from './fixtures';
import type { Look, Screen } from './looks';
import { allWidths } from './page-checks';

/** Mantine renders the head of a drawer as a banner. */
const ofDrawers = [
  'region',
  'heading-order',
  'landmark-no-duplicate-banner',
  'landmark-unique',
  'landmark-banner-is-top-level',
];

/** A pinned column overlaps the others, so axe cannot determine the background of their text. */
const inPanel = { hasToBeSure: false, except: ['region', 'heading-order'] };

async function expectLoaded(page: Page, name: string): Promise<void> {
  await expect(heading(page, name)).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
}

/** Widths with different layouts of the panel, starting at the width of its axe checks. */
const panelWidths = [1440, 834, 320];

/** Opens the record of the first row. */
const firstRecord: Look = {
  name: 'the first record',
  ...inPanel,
  except: ofDrawers,
  within: '[role=dialog]',
  widths: [390],
  fits: [],
  async show(page) {
    await main(page).locator('.row-link').first().click();
    await expect(drawer(page).locator('dl, form').first()).toBeVisible();
  },
};

function section(id: AdminSection, ...looks: Look[]): Screen {
  const name = adminSections[id].title;
  const isOnPhones = ['dashboard', 'quotes', 'services'].includes(id);
  return {
    // Axe checks every row of a table, and five are as good as twenty-five.
    path: `/admin?section=${id}&pageSize=5`,
    role: 'admin',
    looks: [
      {
        name,
        ...inPanel,
        widths: isOnPhones ? [1440, 390] : [1440],
        fits: panelWidths,
        show: (page) => expectLoaded(page, name),
      },
      ...looks,
    ],
  };
}

/** Opens a tab by its link, or by its button in a section's own row of tabs. */
const tab = (name: string, role: 'link' | 'tab' = 'link'): Look => ({
  name,
  ...inPanel,
  widths: [1440],
  fits: panelWidths,
  async show(page) {
    const one = main(page).getByRole(role, { name });
    await one.click();
    await expect(one).toHaveAttribute(
      ...((role === 'link' ? ['aria-current', 'page'] : ['aria-selected', 'true']) as [
        string,
        string,
      ]),
    );
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
  },
});

const orderDialog: Look = {
  name: 'the order',
  ...inPanel,
  except: ofDrawers,
  within: '[role=dialog]',
  widths: [390],
  fits: [],
  async show(page) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Change order' }).click();
    await expect(page.getByRole('button', { name: /, position 1 of/ })).toBeVisible();
  },
};

/** Opens the first record of a list, or a new one, on a page. */
const recordPage = (name: string, path: string, shown: (page: Page) => Locator): Look => ({
  name,
  ...inPanel,
  widths: [1440, 390],
  fits: allWidths,
  async show(page) {
    await open(page, `/admin?section=${path}`);
    if (!path.includes('open=')) await main(page).locator('.row-link').first().click();
    await expect(shown(page)).toBeVisible();
  },
});

const reviewButton = (page: Page) => page.getByRole('button', { name: 'Review and send' });
const inAside = (page: Page) => page.getByRole('link', { name: 'Download PDF' });

/** Shows the menu above the bar of a phone. */
const newMenu: Look = {
  name: 'the menu of what can be made',
  ...inPanel,
  except: ofDrawers,
  within: '[role=menu]',
  widths: [390],
  async show(page) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Invoice', exact: true })).toBeVisible();
  },
};

/** Shows results of the panel search. */
const searchResults: Look = {
  name: 'the search',
  ...inPanel,
  // Arrow keys in the text field select results, and scroll their list.
  except: [...ofDrawers, 'scrollable-region-focusable'],
  within: '[role=dialog]',
  widths: [1440, 390],
  async show(page) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('invoi');
    await expect(page.getByRole('option', { name: 'Invoices Section', exact: true })).toBeVisible();
  },
};

const proposalPage: Look = {
  name: 'a proposal that is a draft',
  ...inPanel,
  widths: [1440, 390],
  fits: allWidths,
  async show(page) {
    // Other tests add proposals, some of which may be accepted by now.
    await open(page, '/admin?section=proposals&status=draft');
    await main(page).locator('.row-link').first().click();
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible();
  },
};

/** Opens the page of a person or a company. */
const clientPage: Look = {
  name: 'the page of a client',
  ...inPanel,
  widths: [1440, 390],
  fits: allWidths,
  async show(page) {
    await main(page).locator('.row-link').first().click();
    await expect(main(page).getByLabel('Address', { exact: true })).toBeVisible();
  },
};

const legalText: Look = {
  name: 'a legal text',
  ...inPanel,
  widths: [1440, 390],
  fits: allWidths,
  async show(page) {
    await main(page).getByRole('link', { name: 'Imprint', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Provider');
  },
};

export const screensOfAdmins: Screen[] = [
  section('dashboard'),
  ...contentKeys.map((key) =>
    section(key, firstRecord, ...(key === 'services' ? [orderDialog] : [])),
  ),
  {
    path: '/admin?section=inbox',
    role: 'admin',
    looks: [
      {
        name: 'the inbox',
        ...inPanel,
        widths: [1440, 390],
        fits: allWidths,
        show: (page) => expect(page.locator('.inbox-row').first()).toBeVisible(),
      },
      {
        name: 'the board of the inbox',
        ...inPanel,
        widths: [1440, 390],
        fits: allWidths,
        async show(page) {
          await page.goto('/admin?section=inbox&tab=board');
          await expect(page.locator('.board-card').first()).toBeVisible();
        },
      },
    ],
  },
  section('quotes', firstRecord),
  section('proposals', proposalPage),
  section('requests'),
  {
    path: '/admin?section=requests&tab=board',
    role: 'admin',
    looks: [
      {
        name: 'the board of requests',
        ...inPanel,
        widths: [1440, 390],
        fits: allWidths,
        show: (page) => expect(page.locator('.board-card').first()).toBeVisible(),
      },
      {
        name: 'the page of a request',
        ...inPanel,
        widths: [1440, 390],
        fits: allWidths,
        async show(page) {
          await page.locator('.board-link').first().click();
          await expect(page.getByRole('textbox', { name: 'Your message' })).toBeVisible();
        },
      },
      {
        name: 'an internal message that is being written',
        ...inPanel,
        widths: [1440],
        async show(page) {
          await page.getByRole('switch', { name: 'Internal note' }).click();
          await expect(page.getByRole('button', { name: 'Save internal note' })).toBeVisible();
        },
      },
    ],
  },
  section(
    'invoices',
    recordPage('an issued invoice', 'invoices&status=open', inAside),
    recordPage('a draft of an invoice', 'invoices&status=draft', reviewButton),
    recordPage('a new invoice', 'invoices&open=new', reviewButton),
    recordPage('a credit note', 'invoices&tab=credit-notes', inAside),
    tab('Credit notes'),
  ),
  section('payments', tab('Bank statements'), tab('Reports')),
  section(
    'recurringInvoices',
    recordPage('a new recurring invoice', 'recurringInvoices&open=new', (page) =>
      page.getByRole('heading', { name: 'Next twelve' }),
    ),
  ),
  section('messages', firstRecord, newMenu, searchResults),
  section('mail'),
  section('users', clientPage),
  section('companies', clientPage),
  section('builtInPages', tab('Stats and questions', 'tab')),
  section('admins', firstRecord),
  section('setup'),
  section(
    'settings',
    tab('Forms'),
    tab('Payments'),
    tab('Emails'),
    tab('Data'),
    tab('Integrations'),
    tab('Legal texts'),
    legalText,
  ),
  section('account'),
];
