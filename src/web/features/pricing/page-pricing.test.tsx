import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { formatMoney } from '~/contract/common/money';
import { chargeOf } from '~/contract/plans/plan-charges';
import { sampleSettings } from '~/testing/api-double';
import { renderScreen } from '~/testing/render';
import { plans } from '~/testing/samples';

const toggle = () => screen.getByRole('switch', { name: 'Pay yearly: Monthly Yearly Save 20%' });
const dollars = (price: string) => formatMoney(price, 'USD');

it('the billing cycle is switched by keyboard, and kept in the URL', async () => {
  const { user, location } = await renderScreen('/pricing');
  expect(toggle()).not.toBeChecked();
  toggle().focus();
  await user.keyboard(' ');
  await waitFor(() => expect(toggle()).toBeChecked());
  expect(toggle()).toHaveFocus();
  expect(location()).toBe('/pricing?cycle=yearly');
  for (const plan of plans) {
    const card = screen.getByRole('heading', { name: plan.name }).closest('li') as HTMLElement;
    expect(card).toHaveTextContent(`${dollars(plan.yearlyPrice)} a month`);
    expect(card).toHaveTextContent(`Billed ${dollars(chargeOf(plan, 'yearly'))} yearly`);
    expect(within(card).getByRole('link')).toHaveAttribute(
      'href',
      `/subscribe?plan=${plan.id}&cycle=yearly`,
    );
  }
  await user.click(toggle());
  await waitFor(() => expect(toggle()).not.toBeChecked());
  expect(location()).toBe('/pricing');
});

it('the labels of the switch can be clicked, and each selects its cycle', async () => {
  const { user, location } = await renderScreen('/pricing');
  for (const [word, path] of [
    ['Yearly', '/pricing?cycle=yearly'],
    ['Save 20%', '/pricing?cycle=yearly'],
    ['Monthly', '/pricing'],
    ['Monthly', '/pricing'],
    ['Save 20%', '/pricing?cycle=yearly'],
  ] as const) {
    await user.click(within(toggle()).getByText(word));
    await waitFor(() => expect(location()).toBe(path));
  }
});

it('the pricing page states the tax of its prices if plans are taxed', async () => {
  await renderScreen('/pricing', {
    settings: { public: () => ({ ...sampleSettings, planTax: 'plus VAT' }) },
  });
  expect(screen.getAllByText('Billed monthly, plus VAT')).toHaveLength(plans.length);
});
