import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { AdminPayment } from '~/contract/admin/admin-schema';
import { AppError } from '~/contract/common/errors';
import { pageOf, renderSection, rowOf, sampleAdminPayment } from '~/testing/panel';
import { type Answers, shownToasts } from '~/testing/render';

function paymentsOf(start: AdminPayment) {
  let payment = start;
  const answers: NonNullable<NonNullable<Answers['admin']>['payments']> = {
    page: () => pageOf([payment]),
    refund: ({ amount }) => {
      payment = { ...payment, refunded: String(amount) };
      return payment;
    },
  };
  return answers;
}

const refund = () => screen.getByRole('button', { name: /^Refund Ada Byron/ });

async function openRefund(answers = paymentsOf(sampleAdminPayment())) {
  const { user, api } = await renderSection('?section=payments', { payments: answers });
  await waitFor(() => rowOf('Ada Byron'));
  await user.click(refund());
  const question = within(await screen.findByRole('dialog'));
  return { user, api, question, amount: question.getByLabelText('Amount') };
}

it('part of a payment is refunded, after showing the amount', async () => {
  const { user, api, question, amount } = await openRefund();
  expect(question.getByText('Up to $450.00')).toBeInTheDocument();
  expect(amount).toHaveValue('450.00');
  await user.clear(amount);
  await user.type(amount, '40.50');
  await user.dblClick(question.getByRole('button', { name: 'Refund $40.50' }));
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessPayment refunded successfully']));
  expect(api.inputsOf('admin.payments.refund')).toEqual([
    { id: 14, amount: '40.50', refundedBefore: '0.00' },
  ]);
  await waitFor(() => expect(rowOf('Ada Byron')).toHaveTextContent('$40.50'));
});

it('an amount is accepted in a common notation, and kept as typed', async () => {
  const [typed, sum] = ['$1.234,50', '$1,234.50'];
  const large = sampleAdminPayment({ amount: '2000.00' });
  const { user, question, amount } = await openRefund(paymentsOf(large));
  await user.clear(amount);
  await user.click(amount);
  await user.paste(typed);
  await user.tab();
  expect(amount).toHaveValue(typed);
  expect(question.getByRole('button', { name: `Refund ${sum}` })).toBeEnabled();
});

it('a refund by a colleague in the meantime is shown, and the rest is not refunded', async () => {
  let payment = sampleAdminPayment();
  const { user, api, question, amount } = await openRefund({
    page: () => pageOf([payment]),
    refund: () => {
      payment = { ...payment, refunded: '50.00' };
      throw new AppError('CONFLICT', 'Meanwhile, $50.00 has been refunded');
    },
  });
  await user.clear(amount);
  await user.type(amount, '50');
  await user.click(question.getByRole('button', { name: 'Refund $50.00' }));
  expect(
    await question.findByText(/^\$50\.00 of this payment has already been refunded/),
  ).toBeVisible();
  expect(question.getByRole('button', { name: 'Refund $50.00' })).toBeDisabled();
  await user.type(amount, '{Enter}');
  expect(api.inputsOf('admin.payments.refund')).toHaveLength(1);
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await user.click(refund());
  expect(await screen.findByLabelText('Amount')).toHaveValue('400.00');
});

it('a payment links to the invoice that it names', async () => {
  const payment = sampleAdminPayment({
    description: 'Invoice INV-2026-0007',
    invoice: { id: 21, number: 'INV-2026-0007', clientEmail: '' },
  });
  await renderSection('?section=payments', { payments: paymentsOf(payment) });
  await waitFor(() => rowOf('Ada Byron'));
  const links = within(rowOf('Ada Byron')).getAllByRole('link', { name: 'Invoice INV-2026-0007' });
  for (const link of links) {
    expect(link).toHaveAttribute('href', '/admin?section=invoices&open=21');
  }
});

it('the refund of a transfer records a repayment, and does not promise to move money', async () => {
  const { user, api } = await renderSection('?section=payments', {
    payments: paymentsOf(sampleAdminPayment({ method: 'transfer' })),
  });
  await waitFor(() => rowOf('Ada Byron'));
  await user.click(screen.getByRole('button', { name: /^Record refund to Ada Byron/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Record refund' });
  expect(dialog).toHaveTextContent('Send the money from your bank');
  expect(dialog).not.toHaveTextContent('goes to the card');
  await user.clear(within(dialog).getByLabelText(/^Sent on/));
  await user.type(within(dialog).getByLabelText(/^Sent on/), '2026-05-03');
  await user.type(within(dialog).getByLabelText('Reference'), 'RF-7');
  await user.click(within(dialog).getByRole('button', { name: 'Record $450.00' }));
  await waitFor(() => expect(shownToasts()).toEqual(['SuccessRefund recorded']));
  expect(api.inputsOf('admin.payments.refund')).toEqual([
    { id: 14, amount: '450.00', refundedBefore: '0.00', date: '2026-05-03', reference: 'RF-7' },
  ]);
});

it('the totals for the accountant are shown to a role without access to settings', async () => {
  const none = { from: '2026-10-01', to: '2026-10-31', homeCurrency: 'EUR', currencies: [] };
  const steps = { visits: 0, leads: 0, proposals: 0, accepted: 0, paid: [] };
  const noVisits = { ...none, sources: [], total: steps, pages: [] };
  await renderSection(
    '?section=payments&tab=reports',
    {
      accounting: { get: () => none },
      overview: { chart: () => [] },
      traffic: { report: () => noVisits },
    },
    { role: 'viewer' },
  );
  const card = within(await screen.findByRole('region', { name: 'For your accountant' }));
  expect(await card.findByText(/^Nothing was invoiced, paid/)).toBeVisible();
  expect(card.getByRole('link', { name: 'Download ZIP' })).toBeVisible();
});
