import { MantineProvider } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';

import type { ClientProposal } from '~/contract/proposals/proposals-schema';
import { sampleProposal } from '~/testing/proposals';
import { type Answers, renderPart } from '~/testing/render';
import { saveDraft } from '~/web/lib/draft';
import { AcceptForm } from './accept-form';

const seen = {
  ...sampleProposal({ status: 'viewed' }),
  contentHash: 'a'.repeat(64),
  acceptance: null,
  messages: [],
  nextInvoice: null,
  asksFor: [],
  progress: null,
};
const [item] = seen.items;
const dearer = {
  ...seen,
  contentHash: 'b'.repeat(64),
  items: item ? [{ ...item, unitPrice: '200.00', amount: '200.00' }] : [],
};

function Page() {
  const [proposal, setProposal] = useState(seen);
  return (
    <MantineProvider>
      <AcceptForm
        token="a-token"
        proposal={proposal}
        chosen={[]}
        onDecided={() => {}}
        onFailed={async () => {}}
      />
      <button type="button" onClick={() => setProposal(dearer)}>
        change it
      </button>
    </MantineProvider>
  );
}

it('the box is unchecked for a proposal that has changed in the meantime, and the new total shown', async () => {
  const { user } = await renderPart(<Page />);
  const tick = () => screen.getByRole('checkbox', { name: /^I accept proposal P-0007/ });
  await user.click(tick());
  await user.type(screen.getByLabelText('Your full name'), 'Ada Byron');
  expect(tick()).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'change it' }));
  expect(tick()).not.toBeChecked();
  expect(screen.getByRole('status')).toHaveTextContent(
    'The proposal came to $119.00 when you opened it, and comes to $238.00 now.',
  );
  expect(screen.getByLabelText('Your full name')).toHaveValue('Ada Byron');
  await user.click(tick());
  expect(screen.queryByRole('status')).toBeNull();
  expect(tick()).toBeChecked();
});

/** Renders the form of a proposal that asks for billing data. */
const ask = (asksFor: ClientProposal['asksFor'], proposals: Answers['proposals']) =>
  renderPart(
    <AcceptForm
      token="a-token"
      proposal={{ ...seen, asksFor }}
      chosen={[]}
      onDecided={() => {}}
      onFailed={async () => {}}
    />,
    { answers: { ...(proposals && { proposals }) } },
  );

describe('the total with a VAT number, if only the VAT number is missing', () => {
  const answers = {
    billed: () => ({
      tax: { taxCategory: 'S' as const, taxRate: '21', why: 'the VAT number was found invalid' },
      totals: {
        ...seen.totals,
        taxes: [{ category: 'S' as const, rate: '21', base: '100.00', amount: '21.00' }],
      },
      total: '121.00',
    }),
    accept: () => seen,
  };

  it('is shown and sent', async () => {
    const { api, user } = await ask(['vatNumber'], answers);
    await user.type(screen.getByLabelText('Your full name'), 'Ada Byron');
    await user.type(screen.getByLabelText(/^VAT number/), 'DE111111199');
    await user.click(screen.getByRole('checkbox', { name: /^I accept/ }));
    await user.click(await screen.findByRole('button', { name: 'Accept for $121.00' }));
    expect(api.inputsOf('proposals.accept')).toMatchObject([
      { total: '121.00', billing: { vatNumber: 'DE111111199' } },
    ]);
  });

  it('is shown after a reload', async () => {
    saveDraft(`proposal-${seen.number}`, { values: { vatNumber: 'DE111111199' } });
    await ask(['vatNumber'], answers);
    expect(await screen.findByRole('button', { name: 'Accept for $121.00' })).toBeVisible();
  });
});

it('a reload restores an address and its country, with the total of their tax', async () => {
  const values = { address: 'Hafenstrasse 3', city: 'Hamburg', country: 'DE' };
  saveDraft(`proposal-${seen.number}`, { values });
  const tax = { taxCategory: 'AE' as const, taxRate: '0', why: 'a business' };
  const billed = () => ({ tax, totals: { ...seen.totals, taxes: [] }, total: '77.00' });
  const { api } = await ask(['address', 'vatNumber'], { billed });
  expect(await screen.findByRole('button', { name: 'Accept for $77.00' })).toBeVisible();
  expect(screen.getByLabelText('Country')).toHaveValue('DE');
  expect(api.inputsOf('proposals.billed')).toMatchObject([{ billing: { country: 'DE' } }]);
});

it('a country that the tax depends on is required, and its total is accepted', async () => {
  const tax = { taxCategory: 'O' as const, taxRate: '0', why: 'in another country' };
  const billed = () => ({ tax, totals: { ...seen.totals, taxes: [] }, total: '70.00' });
  const { api, user } = await ask(['country'], { billed, accept: () => seen });
  await user.type(screen.getByLabelText('Your full name'), 'Ada Byron');
  await user.click(screen.getByRole('checkbox', { name: /^I accept/ }));
  await user.click(screen.getByRole('button', { name: /^Accept for/ }));
  expect(await screen.findByText('Please choose a country')).toBeVisible();
  expect(screen.queryByLabelText(/^(Address|VAT number)/)).toBeNull();
  await user.selectOptions(screen.getByLabelText('Country'), 'DE');
  await user.click(await screen.findByRole('button', { name: 'Accept for $70.00' }));
  expect(api.inputsOf('proposals.accept')).toMatchObject([
    { total: '70.00', billing: { country: 'DE' } },
  ]);
});

it('billing data that is not stored is requested, the resulting tax is shown, and both are sent', async () => {
  const tax = {
    taxCategory: 'AE' as const,
    taxRate: '0',
    why: 'a business in another member state',
  };
  const answers = {
    billed: () => ({
      tax,
      totals: {
        ...seen.totals,
        taxes: [{ category: 'AE' as const, rate: '0', base: '100.00', amount: '0.00' }],
      },
      total: '100.00',
    }),
    accept: () => seen,
  };
  const { api, user } = await ask(['address', 'vatNumber'], answers);
  await user.type(screen.getByLabelText('Your full name'), 'Ada Byron');
  await user.click(screen.getByRole('checkbox', { name: /^I accept/ }));
  await user.click(screen.getByRole('button', { name: /^Accept for/ }));
  expect(await screen.findByText('Please enter your billing address')).toBeVisible();
  expect(api.inputsOf('proposals.accept')).toEqual([]);
  await user.type(screen.getByLabelText('Address'), 'Hafenstrasse 3');
  await user.type(screen.getByLabelText('City'), 'Hamburg');
  await user.type(screen.getByLabelText(/^VAT number/), 'DE123456789');
  await user.selectOptions(screen.getByLabelText('Country'), 'DE');
  expect(await screen.findByText(/Total \$100.00/)).toHaveTextContent(
    'Reverse charge, on $100.00: a business in another member state. Total $100.00.',
  );
  await user.click(screen.getByRole('button', { name: 'Accept for $100.00' }));
  expect(api.inputsOf('proposals.accept')).toMatchObject([
    {
      total: '100.00',
      billing: {
        address: 'Hafenstrasse 3',
        city: 'Hamburg',
        country: 'DE',
        vatNumber: 'DE123456789',
      },
    },
  ]);
});
