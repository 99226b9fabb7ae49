import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { subscriptionStatuses } from '~/contract/billing/billing';
import { paymentStatuses } from '~/contract/billing/payments';
import { messageStatuses } from '~/contract/leads/contact';
import { quoteStatuses } from '~/contract/leads/quote-statuses';
import { requestStatuses } from '~/contract/requests/requests';
import { StatusBadge } from './status-badge';

const badgeOf = (status: string) => {
  render(<StatusBadge status={status} />);
  const [badge] = screen.getAllByText(/\w/).slice(-1);
  return badge;
};

it.each([
  ['in_progress', 'info', 'In progress'],
  ['past_due', 'bad', 'Past due'],
  ['undelivered', 'bad', 'Failed'],
  ['on_the_moon', 'none', 'On the moon'],
])('the badge of %s has the color %s and the text %s', (status, tone, label) => {
  const badge = badgeOf(status);
  expect(badge).toHaveTextContent(label);
  expect(badge).toHaveAttribute('data-tone', tone);
});

it('every status has an icon', () => {
  const statuses = [
    ...quoteStatuses,
    ...messageStatuses,
    ...requestStatuses,
    ...paymentStatuses,
    ...subscriptionStatuses,
  ];
  for (const status of statuses) expect(badgeOf(status)?.querySelector('svg')).not.toBeNull();
});

it('status labels for clients differ from the agency’s', () => {
  render(<StatusBadge status="open" forClient />);
  expect(screen.getByText('Unpaid')).toBeVisible();
  render(<StatusBadge status="open" />);
  expect(screen.getByText('Open')).toBeVisible();
});
