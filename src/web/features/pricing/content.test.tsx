import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderScreen } from '~/testing/render';
import { plans } from '~/testing/samples';

const main = () => within(screen.getByRole('main'));

it('the pricing page without plans links to the contact form', async () => {
  const { user, location } = await renderScreen('/pricing', { plans: { list: () => [] } });
  expect(screen.getByRole('heading', { name: 'No Pricing Plans Available' })).toBeVisible();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  await user.click(main().getByRole('link', { name: 'Contact Us for Custom Pricing' }));
  await waitFor(() => expect(location()).toMatch(/^\/contact/));
});

it('the switch shows the highest saving if plans differ', async () => {
  const [first, ...others] = plans;
  if (!first) throw new Error('no plans');
  const cheaper = { ...first, yearlyPrice: String(Number(first.monthlyPrice) / 2) };
  await renderScreen('/pricing', { plans: { list: () => [cheaper, ...others] } });
  expect(main().getByText(/Save up to 50%/)).toBeVisible();
});
