import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { periodOfPreset, yearsOf } from '~/contract/accounting/accounting';
import type { Accounting } from '~/contract/accounting/accounting-schema';
import { neutralFileSettings } from '~/contract/files/files-schema';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { neutralSettings } from '~/server/features/settings/default-settings';
import { seedSettings } from '~/server/seed/settings';
import { renderSection } from '~/testing/panel';
import { shownToasts } from '~/testing/render';

const at = '2026-05-04T10:00:00.000Z';

function settingsWith(country: string): AllSettings {
  const values = {
    ...neutralSettings,
    ...seedSettings,
    files: neutralFileSettings,
    seller: { ...neutralSettings.seller, country },
  };
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, { value, updatedAt: at }]),
  ) as unknown as AllSettings;
}

const sums = (period: { from: string; to: string }): Accounting => ({
  ...period,
  homeCurrency: 'EUR',
  currencies: [
    {
      currency: 'EUR',
      invoiced: { net: '1000.00', tax: '163.00', gross: '1163.00', count: 3 },
      credited: { net: '10.00', tax: '1.90', gross: '11.90', count: 1 },
      taxes: [
        { category: 'AE', rate: '0', base: '140.00', amount: '0.00' },
        { category: 'S', rate: '19', base: '850.00', amount: '161.50' },
      ],
      payments: {
        received: '500.50',
        returned: '0.00',
        byMethod: [{ method: 'debit', received: '500.50', returned: '0.00', count: 2 }],
      },
      ecSales: [],
      receivables: {
        ...{ notDue: '100.00', days1to30: '0.00', days31to60: '7.00', days61to90: '0.00' },
        ...{ over90: '0.00', total: '107.00', overpaid: '1.27', balances: '249.99' },
      },
    },
  ],
});

async function open(country = 'DE', get = sums) {
  const panel = await renderSection('?section=settings&tab=data', {
    accounting: { get },
    settings: {
      get: () => settingsWith(country),
      update: ({ key }) => ({ key, updatedAt: at }),
      jobs: () => [],
      deadMails: () => [],
    },
  });
  const card = within(await screen.findByRole('region', { name: 'For your accountant' }));
  const rows = async (name: RegExp) =>
    within(await card.findByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent));
  const file = () => card.getByText('Download ZIP').closest('a')?.getAttribute('href');
  return { ...panel, card, rows, file };
}

describe('the card for the accountant', () => {
  it('shows taxes, payments and receivables, each amount with all decimals', async () => {
    const { card, rows } = await open();
    expect(await rows(/VAT summary/)).toEqual([
      ['Reverse charge', '€140.00', '€0.00'],
      ['Standard rate, 19%', '€850.00', '€161.50'],
    ]);
    expect(await rows(/^Payments/)).toEqual([['Bank debit (2)', '€500.50', '€0.00']]);
    expect(await rows(/^Outstanding/)).toEqual([
      ['Not due yet', '€100.00'],
      ['31 to 60 days overdue', '€7.00'],
      ['Total', '€107.00'],
    ]);
    expect(card.getByText(/3 invoices: €1,163.00/)).toHaveTextContent('1 credit note: €11.90');
  });

  it('lists taxes in a foreign currency', async () => {
    const { card } = await open('DE', (period) => {
      const [euro] = sums(period).currencies;
      if (!euro) throw new Error('no sums');
      return { ...sums(period), currencies: [euro, { ...euro, currency: 'USD' }] };
    });
    expect(await card.findByText(/don’t include taxes of \$161\.50/)).toHaveTextContent(
      'Your tax return needs them in EUR',
    );
  });

  it('requests the selected period, but none that ends before it starts', async () => {
    const { user, api, card, file } = await open();
    await user.click(card.getByRole('radio', { name: 'This year' }));
    expect(file()).toMatch(/from=\d{4}-01-01&to=\d{4}-\d\d-\d\d$/);
    const shown = file();
    await user.click(card.getByRole('radio', { name: 'Custom range' }));
    const to = card.getByLabelText('To (inclusive)');
    expect(to).toHaveValue(shown?.slice(-10));
    await user.clear(to);
    await user.type(to, '1999-01-01');
    expect(card.getByText('The period ends before it begins')).toBeInTheDocument();
    expect(file()).toBeNull();
    const from = card.getByLabelText('From');
    await user.clear(from);
    await user.type(from, '1998-12-31');
    expect(file()).toBe('/api/admin/accounting/export?from=1998-12-31&to=1999-01-01');
    await card.findByText('EUR');
    expect(api.inputsOf('admin.accounting.get').at(-1)).toEqual({
      from: '1998-12-31',
      to: '1999-01-01',
    });
  });
});

describe('the booking batch for DATEV', () => {
  it('has an account for each tax, and an empty field stands for the default account', async () => {
    const { user, api } = await open();
    const form = within(await screen.findByRole('region', { name: 'Booking batch for DATEV' }));
    const field = form.getByLabelText('Standard rate, 19%');
    expect(field).toHaveAttribute('placeholder', '8400');
    await user.type(field, '12');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/^An account has 4 to 8 digits/)).toBeInTheDocument();
    expect(field).toHaveValue('12');
    await user.clear(field);
    await user.type(field, '4400');
    await user.type(form.getByLabelText('Consultant number'), '29098');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await expect.poll(shownToasts).toEqual(['SuccessSettings saved']);
    expect(api.inputsOf('admin.settings.update')).toMatchObject([
      {
        key: 'accounting',
        value: {
          datev: { consultant: '29098', client: '', debtor: '10000', accounts: { 'S 19': '4400' } },
        },
      },
    ]);
  });
});

it.each([
  ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['lastMonth', '2024-03-31', '2024-02-01', '2024-02-29'],
  ['lastQuarter', '2026-02-28', '2025-10-01', '2025-12-31'],
  ['lastQuarter', '2026-12-01', '2026-07-01', '2026-09-30'],
  ['thisYear', '2026-11-26', '2026-01-01', '2026-11-26'],
] as const)('the period %s, on %s, is %s to %s', (preset, today, from, to) => {
  expect(periodOfPreset(preset, today)).toEqual({ from, to });
});

it('a period is split into calendar years', () => {
  expect(yearsOf({ from: '2024-11-05', to: '2026-02-03' })).toEqual([
    { from: '2024-11-05', to: '2024-12-31' },
    { from: '2025-01-01', to: '2025-12-31' },
    { from: '2026-01-01', to: '2026-02-03' },
  ]);
});
