import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { sampleAdminInvoice, sampleCreditNote, samplePaidByTransfer } from '~/testing/invoices';
import { openInvoices } from '~/testing/invoices-panel';
import { shownToasts } from '~/testing/render';

/** Chooses an action from the menu. */
async function act(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name, hidden: true }));
}

describe('an issued invoice', () => {
  it('promises no email to a client without an address', async () => {
    const invoice = sampleAdminInvoice({
      ...{ clientEmail: '', client_email: '' },
      payments: [samplePaidByTransfer],
      paid: '0.00',
    });
    const { user } = await openInvoices('&open=21', invoice);
    expect(await screen.findByText('None, no email address')).toBeVisible();
    const emailing = /we email|and email|emailed/i;
    const press = (name: string | RegExp) => async () =>
      user.click(screen.getByRole('button', { name }));
    for (const [open, title] of [
      [press('Record payment'), 'Record payment'],
      [() => act(user, 'Credit…'), /^Credit invoice/],
      [() => act(user, 'Void…'), /^Void invoice/],
      [press(/^Record refund/), 'Record refund'],
    ] as const) {
      await open();
      const dialog = await screen.findByRole('dialog', { name: title });
      expect(dialog.textContent).not.toMatch(emailing);
      await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
    }
    await user.click(screen.getByRole('button', { name: /^Reverse the transfer/ }));
    expect(screen.getByRole('button', { name: 'Reverse the payment' })).toBeVisible();
  });

  it('records a partial transfer, with an idempotency key', async () => {
    const invoice = sampleAdminInvoice();
    const { user, api } = await openInvoices('&open=21', invoice, {
      recordTransfer: () => ({ ...samplePaidByTransfer, invoice }),
    });
    await user.click(await screen.findByRole('button', { name: 'Record payment' }));
    const amount = await screen.findByLabelText(/^Amount in USD/);
    expect(amount).toHaveValue('1428.00');
    await user.clear(amount);
    await user.type(amount, '500');
    await user.click(screen.getByRole('button', { name: 'Record' }));
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessPayment recorded']));
    expect(api.inputsOf('admin.invoices.recordTransfer')).toMatchObject([
      { id: 21, amount: '500', key: expect.any(String), date: expect.stringMatching(/^\d{4}-/) },
    ]);
  });

  it('can be partially credited, by its remaining items and their amounts', async () => {
    const invoice = sampleAdminInvoice();
    const { user, api } = await openInvoices('&open=21', invoice, {
      credit: () => ({ ...sampleCreditNote, invoice }),
    });
    await act(user, 'Credit…');
    await user.click(await screen.findByRole('radio', { name: 'Selected items' }));
    const price = await screen.findByLabelText('Unit price of item 1', { selector: 'input' });
    await user.clear(price);
    await user.type(price, '50.00');
    await user.type(screen.getByLabelText(/^Reason/), 'Less work');
    await user.click(screen.getByRole('button', { name: 'Issue credit note' }));
    await waitFor(() => expect(api.inputsOf('admin.invoices.credit')).toHaveLength(1));
    const [first] = invoice.items;
    expect(api.inputsOf('admin.invoices.credit')).toMatchObject([
      {
        id: 21,
        reason: 'Less work',
        items: [
          { description: first?.description, quantity: first?.quantity, unitPrice: '50.00' },
          ...invoice.items.slice(1).map(({ description }) => ({ description })),
        ],
      },
    ]);
  });

  it('with a discount is partially credited at discounted prices', async () => {
    const sample = sampleAdminInvoice();
    const [item] = sample.items;
    const items = item ? [{ ...item, quantity: '1', unitPrice: '1000.00' }] : [];
    const invoice = { ...sample, items, discount: { percent: '10' } };
    const { user } = await openInvoices('&open=21', invoice);
    await act(user, 'Credit…');
    await user.click(await screen.findByRole('radio', { name: 'Selected items' }));
    const price = await screen.findByLabelText('Unit price of item 1', { selector: 'input' });
    expect(price).toHaveValue('900.00');
  });

  it('that is partially paid is credited by its balance due, unless all is selected', async () => {
    const invoice = sampleAdminInvoice({ paid: '500.00', remaining: '928.00' });
    const { user, api } = await openInvoices('&open=21', invoice, {
      credit: () => ({ ...sampleCreditNote, invoice }),
    });
    await act(user, 'Credit…');
    const dialog = within(await screen.findByRole('dialog', { name: /^Credit invoice/ }));
    expect(dialog.getByRole('radio', { name: /^Outstanding balance/ })).toBeChecked();
    await user.click(dialog.getByRole('radio', { name: /^Full uncredited amount/ }));
    expect(dialog.getByText(/^The client paid \$500\.00 of it/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Credit $1,428.00' })).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: /^Outstanding balance/ }));
    await user.type(dialog.getByLabelText(/^Reason/), 'Waived');
    await user.click(dialog.getByRole('button', { name: 'Credit $928.00' }));
    await waitFor(() =>
      expect(api.inputsOf('admin.invoices.credit')).toMatchObject([
        { id: 21, amount: '928.00', reason: 'Waived' },
      ]),
    );
  });

  it('is voided with a reason, unless it has payments', async () => {
    const invoice = sampleAdminInvoice();
    const { user, api } = await openInvoices('&open=21', invoice, { void: () => invoice });
    await act(user, 'Void…');
    const submit = await screen.findByRole('button', { name: 'Void invoice' });
    expect(submit).toBeDisabled();
    await user.type(screen.getByLabelText(/^Reason/), 'Sent twice');
    await user.click(submit);
    await waitFor(() => expect(shownToasts()).toEqual(['SuccessInvoice INV-2026-0007 voided']));
    expect(api.inputsOf('admin.invoices.void')).toEqual([{ id: 21, reason: 'Sent twice' }]);
  });

  it('lets an admin reverse a wrong transfer, send a reminder, and disable reminders', async () => {
    const invoice = sampleAdminInvoice({ payments: [samplePaidByTransfer] });
    const { user, api } = await openInvoices('&open=21', invoice, {
      reverseTransfer: () => ({ id: 3, invoice }),
      previewReminder: () => ({
        to: 'ada@example.com',
        subject: 'Reminder: invoice INV-2026-0007',
        text: 'Hello Ada Byron,\n\nThis invoice is due soon.',
      }),
      remind: () => invoice,
      switchReminders: () => invoice,
    });
    await user.click(
      await screen.findByRole('button', { name: 'Reverse the transfer of $500.00' }),
    );
    await user.click(screen.getByRole('button', { name: /^Reverse and email the client/ }));
    await act(user, 'Send reminder…');
    const mail = within(await screen.findByRole('dialog', { name: 'Send this reminder?' }));
    expect(await mail.findByText(/This invoice is due soon/)).toBeVisible();
    expect(mail.getByText('Reminder: invoice INV-2026-0007')).toBeVisible();
    expect(api.inputsOf('admin.invoices.remind')).toEqual([]);
    await user.click(mail.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(api.inputsOf('admin.invoices.remind')).toHaveLength(1));
    await act(user, 'Turn reminders off');
    await waitFor(() =>
      expect(api.inputsOf('admin.invoices.switchReminders')).toEqual([{ id: 21, isOn: false }]),
    );
    expect(api.inputsOf('admin.invoices.reverseTransfer')).toEqual([{ id: 21, paymentId: 3 }]);
    expect(api.inputsOf('admin.invoices.remind')).toEqual([{ id: 21 }]);
  });

  it('records the refund of an overpayment, and proposes exactly that amount', async () => {
    const paid = sampleAdminInvoice({
      status: 'paid',
      overpaid: '20.00',
      discount: { percent: '7.50' },
      totals: { ...sampleAdminInvoice().totals, discountTotal: '86.25' },
      payments: [samplePaidByTransfer],
    });
    const { user, api } = await openInvoices('&open=21', paid);
    const totals = within(await screen.findByLabelText('Totals'));
    expect(totals.getByText('Overpaid').nextSibling).toHaveTextContent('$20.00');
    expect(totals.getByText('Discount, 7.5%').nextSibling).toHaveTextContent('−$86.25');
    await user.click(await screen.findByRole('button', { name: /^Record refund to/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Record refund' }));
    expect(dialog.getByLabelText('Amount')).toHaveValue('20.00');
    expect(
      dialog.getByText(/\$20\.00 is an overpayment, which is not credited/),
    ).toBeInTheDocument();
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '50');
    expect(dialog.getByText(/The other \$30\.00 is credited/)).toBeVisible();
    expect(api.inputsOf('admin.payments.refund')).toEqual([]);
  });

  it('lets an admin reverse a repayment that was recorded by mistake', async () => {
    const refund = { id: 8, paymentId: 3, amount: '20.00', date: '2026-11-09', reference: 'RF-1' };
    const invoice = sampleAdminInvoice({
      payments: [{ ...samplePaidByTransfer, refunded: '20.00' }],
      refunds: [refund],
    });
    const { user, api } = await openInvoices('&open=21', invoice, {
      reverseRepayment: () => invoice,
    });
    await user.click(await screen.findByRole('button', { name: 'Reverse the refund of $20.00' }));
    expect(api.inputsOf('admin.invoices.reverseRepayment')).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Reverse and email the client/ }));
    await waitFor(() =>
      expect(api.inputsOf('admin.invoices.reverseRepayment')).toEqual([{ id: 21, refundId: 8 }]),
    );
  });
});

it('a credit note has a page, to which its invoice links', async () => {
  const note = { ...sampleCreditNote, items: sampleAdminInvoice().items };
  const invoice = sampleAdminInvoice({ creditNotes: [note] });
  const { user, location } = await openInvoices('&open=21', invoice, {
    creditNote: () => ({ ...note, invoice }),
  });
  await user.click(await screen.findByRole('link', { name: 'Credit note INV-2026-0008' }));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Credit note INV-2026-0008' }),
  ).toBeVisible();
  expect(location()).toBe('/admin?section=invoices&tab=credit-notes&open=4');
  expect(screen.getByText('A wrong rate')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Download PDF' })).toHaveAttribute(
    'href',
    '/api/admin/invoices/21/credit-notes/4/pdf',
  );
  expect(screen.getByRole('link', { name: 'INV-2026-0007' })).toHaveAttribute(
    'href',
    '/admin?section=invoices&open=21',
  );
});
