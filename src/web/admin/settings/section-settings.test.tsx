import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { settingsForms } from '~/contract/admin/settings-index';
import { neutralFileSettings } from '~/contract/files/files-schema';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { neutralSettings } from '~/server/features/settings/default-settings';
import { seedSettings } from '~/server/seed/settings';
import { fillForm } from '~/testing/forms';
import { pageOf, renderSection } from '~/testing/panel';
import { type Answers, shownToasts } from '~/testing/render';

// Fakes the preview beside the appearance settings.
beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response('<html lang="en"><head></head></html>'));
});

type SettingAnswers = NonNullable<NonNullable<Answers['admin']>['settings']>;

const at = '2026-05-04T10:00:00.000Z';
const later = '2026-05-05T10:00:00.000Z';

const all = Object.fromEntries(
  Object.entries({
    ...seedSettings,
    tax: neutralSettings.tax,
    bank: neutralSettings.bank,
    testimonials: neutralSettings.testimonials,
    files: neutralFileSettings,
    formFields: neutralSettings.formFields,
    emails: neutralSettings.emails,
    accounting: neutralSettings.accounting,
    whatsappNumber: null,
    appearance: null,
    logo: null,
    typeface: null,
    currency: 'USD',
  }).map(([key, value]) => [key, { value, updatedAt: at }]),
) as unknown as AllSettings;
const get = () => all;
const update: SettingAnswers['update'] = ({ key }) => ({ key, updatedAt: later });

const part = (name: string) => within(screen.getByRole('region', { name }));
it('a setting is saved separately, and has no unsaved changes afterwards', async () => {
  let contact = all.contact;
  const { user, api } = await renderSection('?section=settings', {
    settings: {
      get: () => ({ ...all, contact }),
      update: (change) => {
        if (change.key === 'contact') contact = { value: change.value, updatedAt: later };
        return { key: change.key, updatedAt: later };
      },
    },
  });
  const form = await screen.findByRole('region', { name: 'Contact' });
  const save = () => part('Contact').getByRole('button', { name: 'Save' });
  expect(save()).toBeDisabled();
  await fillForm(user, form, { Hours: 'Mornings' });
  await user.click(save());
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessSettings saved']));
  await waitFor(() => expect(save()).toBeDisabled());
  expect(part('Contact').getByRole('textbox', { name: 'Hours' })).toHaveValue('Mornings');
  expect(api.inputsOf('admin.settings.update')).toMatchObject([
    { key: 'contact', expectedUpdatedAt: at, value: { hours: 'Mornings' } },
  ]);
});

describe('the settings of colors, invoices, response times and files', () => {
  async function open(tab: string) {
    return renderSection(`?section=settings&tab=${tab}`, {
      accounting: { get: (period) => ({ ...period, homeCurrency: 'EUR', currencies: [] }) },
      invoices: {
        nextNumber: () => numbered(22),
        setNextNumber: ({ next }) => numbered(next),
      },
      settings: {
        get,
        update,
        jobs: () => [],
        deadMails: () => [],
        previewEmail: ({ subject }) => ({ subject, html: '' }),
      },
    });
  }
  const numbered = (next: number) => ({
    ...{ next, number: `INV-2026-${String(next).padStart(4, '0')}` },
    ...{ head: 'INV-2026-', digits: 4 },
  });
  const form = async (name: string) => within(await screen.findByRole('region', { name }));

  it('sets the next invoice number after a confirmation that names it', async () => {
    const { user, api } = await open('sales');
    const numbers = await form('Next invoice number');
    const next = numbers.getByLabelText('Next number');
    await user.clear(next);
    await user.type(next, '148');
    await user.click(numbers.getByRole('button', { name: 'Set number' }));
    const question = within(await screen.findByRole('dialog', { name: 'Set the next number?' }));
    expect(question.getByText('INV-2026-0148')).toBeVisible();
    expect(api.inputsOf('admin.invoices.setNextNumber')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Set number' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.invoices.setNextNumber')).toEqual([{ next: 148 }]),
    );
  });

  it('saves changed email texts', async () => {
    const { user, api } = await open('emails');
    await user.click(await screen.findByRole('button', { name: 'Edit Account created' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Account created' }));
    const subject = dialog.getByRole('textbox', { name: /^Subject/ });
    await user.clear(subject);
    await user.type(subject, 'Welcome, {{{{name}}');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(
      await dialog.findByText(/^There is no variable \{\{name\}\} in this email/),
    ).toBeVisible();
    await user.clear(subject);
    await user.type(subject, 'Welcome, ');
    await user.click(dialog.getByRole('button', { name: 'Insert {{firstName}}' }));
    expect(subject).toHaveValue('Welcome, {{firstName}}');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.settings.update')).toMatchObject([
        {
          key: 'emails',
          value: {
            welcome: { subject: 'Welcome, {{firstName}}', heading: 'Your account is ready' },
          },
        },
      ]),
    );
  });

  it('refuses reminder days that are not numbers, and saves valid ones', async () => {
    const { user, api } = await open('sales');
    const sales = await form('Proposals and invoices');
    const days = sales.getByLabelText(/^Reminder days/);
    await user.clear(days);
    await user.type(days, '0, soon');
    await user.click(sales.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(days).toBeInvalid());
    await user.clear(days);
    await user.type(days, '-2, 10');
    await user.click(sales.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shownToasts()).toContain('SuccessSettings saved'));
    expect(api.inputsOf('admin.settings.update')).toMatchObject([
      {
        key: 'sales',
        value: { series: seedSettings.sales.series, reminders: { days: [-2, 10] } },
      },
    ]);
  });

  it('saves scheme, rates and sentences of the tax', async () => {
    const { user, api } = await open('sales');
    const tax = await form('Tax');
    const rate = tax.getByLabelText('Standard rate (%)');
    await user.clear(rate);
    await user.type(rate, '19,5');
    await user.type(tax.getByLabelText('Reduced rates (%)'), '7, 2,5');
    expect(tax.queryByRole('radiogroup', { name: 'Plan prices' })).toBeNull();
    await user.click(tax.getByRole('switch', { name: /^Charge tax on plans/ }));
    await user.click(tax.getByRole('radio', { name: 'Exclude tax' }));
    await user.type(tax.getByLabelText('Reverse charge'), 'Steuerschuldnerschaft');
    await user.click(tax.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shownToasts()).toContain('SuccessSettings saved'));
    expect(api.inputsOf('admin.settings.update')).toMatchObject([
      {
        key: 'tax',
        value: {
          scheme: 'regular',
          standardRate: '19.5',
          reducedRates: ['7', '2.5'],
          plansTaxed: true,
          planPrices: 'net',
          notes: { AE: 'Steuerschuldnerschaft', E: '' },
        },
      },
    ]);
    // The form was remounted with the saved values.
    const saved = await form('Tax');
    await user.click(saved.getByRole('radio', { name: 'Small business, no VAT' }));
    expect(saved.queryByLabelText('Standard rate (%)')).toBeNull();
  });

  it('refuses an invalid color, and saves the two colors that all others derive from', async () => {
    const { user, api } = await open('appearance');
    const colors = await form('Colors');
    expect(colors.queryByLabelText('Accent')).toBeNull();
    await user.click(colors.getByRole('switch', { name: 'Custom colors' }));
    const accent = colors.getByLabelText('Accent');
    await user.clear(accent);
    await user.click(colors.getByRole('button', { name: 'Save' }));
    expect(await colors.findByText('A color is written as # and six digits')).toBeVisible();
    await user.type(accent, '#1d4ed8');
    await user.click(colors.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.settings.update')).toMatchObject([
        { key: 'appearance', value: { accent: '#1d4ed8', paper: '#fbf8f2' } },
      ]),
    );
    const off = (await form('Colors')).getByRole('switch', { name: 'Custom colors' });
    await waitFor(() => expect(off).toBeChecked());
    await user.click(off);
    await user.click((await form('Colors')).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.settings.update')[1]).toMatchObject({
        key: 'appearance',
        value: null,
      }),
    );
  });

  it('reads a logo unchanged, and saves it separately from its icon and typeface', async () => {
    const { user, api } = await open('appearance');
    const logo = await form('Logo');
    expect(logo.getByRole('button', { name: 'Save' })).toBeDisabled();
    const svg = '<svg viewBox="0 0 9 3"><path d="M0 0h9"/></svg>';
    const file = new File([svg], 'logo.svg', { type: 'image/svg+xml' });
    await user.upload(logo.getByLabelText('Choose a file: Logo'), file);
    expect(await logo.findByRole('img', { name: 'Logo' })).toHaveAttribute(
      'src',
      `data:image/svg+xml,${encodeURIComponent(svg)}`,
    );
    await user.click(logo.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.settings.update')).toMatchObject([
        { key: 'logo', value: { light: { type: 'svg', data: svg }, dark: null, hasName: false } },
      ]),
    );
    const typeface = await form('Typeface');
    await user.click(typeface.getByRole('radio', { name: /^Editorial/ }));
    await user.click(typeface.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.settings.update')[1]).toMatchObject({
        key: 'typeface',
        value: 'editorial',
      }),
    );
  });
});

describe('the fields of the forms', () => {
  it('are selected one by one, with the countries of the agency', async () => {
    const { user, api } = await renderSection('?section=settings&tab=forms', {
      settings: { get, update },
    });
    const fields = within(await screen.findByRole('region', { name: 'Quote and contact forms' }));
    const choose = async (label: string, option: string) => {
      const input = fields.getByLabelText(label, { selector: 'input' });
      await user.click(input);
      const list = await waitFor(() => {
        const opened = document.getElementById(input.getAttribute('aria-controls') ?? '');
        if (!opened) throw new Error(`${label} has not opened`);
        return within(opened);
      });
      await user.click(list.getByRole('option', { name: option, hidden: true }));
    };
    await user.selectOptions(fields.getByLabelText('Company'), 'Required');
    await user.selectOptions(fields.getByLabelText('Country options'), 'Chosen countries');
    await user.click(fields.getByRole('button', { name: 'Save' }));
    expect(await fields.findByText('Please choose one country or more')).toBeVisible();
    await choose('Countries', 'Switzerland');
    await user.click(fields.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessSettings saved']));
    expect(api.inputsOf('admin.settings.update')).toMatchObject([
      {
        key: 'formFields',
        value: { company: 'required', countries: 'chosen', chosenCountries: ['ch'] },
      },
    ]);
  });
});

describe('the settings index of the panel search', () => {
  const listedForms: [string, Record<string, readonly string[]>][] = Object.entries(settingsForms);
  const views = listedForms.filter(([, forms]) => Object.keys(forms).length > 0);

  it.each(views)('lists the forms and labels of the %s view', async (view, forms) => {
    await renderSection(`?section=settings&tab=${view}`, {
      accounting: { get: (period) => ({ ...period, homeCurrency: 'EUR', currencies: [] }) },
      apiKeys: { list: () => [] },
      webhooks: { list: () => [] },
      proposedChanges: { list: () => [] },
      replyTemplates: { list: () => [] },
      payments: { events: () => pageOf([]) },
      invoices: { nextNumber: () => ({ next: 1, number: 'A-1', head: 'A-', digits: 1 }) },
      settings: { get, jobs: () => [], deadMails: () => [] },
    });
    for (const label of Object.entries(forms).flat(2))
      expect(await screen.findAllByText(label)).not.toEqual([]);
    const shown = screen.queryAllByRole('region').flatMap((region) =>
      // Other regions have no form of a setting.
      region.querySelector('form') ? [region.getAttribute('aria-label') ?? ''] : [],
    );
    expect(Object.keys(forms)).toEqual(expect.arrayContaining(shown));
  });

  it('has URLs that focus a field', async () => {
    await renderSection('?section=settings#Legal%20name', { settings: { get } });
    await waitFor(() => expect(part('Brand').getByLabelText('Legal name')).toHaveFocus());
  });
});
