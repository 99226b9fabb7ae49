import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { PaymentOutcome } from '~/contract/invoices/invoices-schema';
import { sampleCreditNote, sampleInvoice, samplePaidByTransfer } from '~/testing/invoices';
import { allowOnConsole, renderScreen, shownToasts } from '~/testing/render';

const confirmed = {
  intent: {
    id: 'pi_1',
    object: 'payment_intent',
    payment_method_types: ['card', 'ideal', 'sepa_debit'],
    status: 'succeeded',
  },
};
let answer: object;
let sent: [path: string, body: unknown][];
let outcome: () => PaymentOutcome;
let shown: ReturnType<typeof sampleInvoice>;

beforeEach(() => {
  answer = confirmed;
  sent = [];
  outcome = () => 'received';
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    sent.push([path, JSON.parse(init.body)]);
    return Response.json(answer);
  });
});
afterEach(async () => {
  cleanup();
  // The sandbox removes its fields shortly after the form.
  await act(() => new Promise((done) => setTimeout(done)));
  vi.unstubAllGlobals();
});

async function open(invoice: ReturnType<typeof sampleInvoice>, search = '') {
  // The sandbox renders its fields in a separate root, as Stripe does in a frame.
  allowOnConsole(/not wrapped in act/, /not configured to support act/);
  shown = invoice;
  const rendered = await renderScreen(`/invoices/a-token${search}`, {
    billing: { provider: () => ({ kind: 'sandbox' }) },
    invoices: {
      byLink: () => shown,
      payByLink: () => ({ clientSecret: 'pi_1_secret_2' }),
      paymentOutcomeByLink: () => outcome(),
    },
  });
  return {
    ...rendered,
    settle: (next: typeof shown) => {
      shown = next;
    },
  };
}

const byCard = { ...samplePaidByTransfer, method: 'card' as const, amount: '1428.00' };

const article = () => screen.getByRole('article').textContent;

describe('the invoice page', () => {
  it.each([
    ['open', {}, 'Unpaid$1,428.00 is due by 15 November 2026.'],
    [
      'partially paid',
      { paid: '500.00', remaining: '928.00', payments: [samplePaidByTransfer] },
      'Partially paidWe’ve received $500.00 of $1,428.00. $928.00 is due by 15 November 2026.',
    ],
    [
      'credited in part',
      { credited: '100.00', remaining: '1328.00', creditNotes: [sampleCreditNote] },
      '$100.00 was credited. $1,328.00 is due by 15 November 2026.',
    ],
    [
      'overdue',
      { overdue: true },
      'Overdue$1,428.00 was due on 15 November 2026. Please pay it now, or contact us if something is wrong.',
    ],
    [
      'rejected by the bank',
      {
        payments: [
          { ...samplePaidByTransfer, method: 'debit' as const, status: 'failed' as const },
        ],
      },
      'Your bank rejected the debit of $500.00. $1,428.00 is due by',
    ],
    [
      'returned by the bank',
      {
        payments: [
          {
            ...samplePaidByTransfer,
            method: 'debit' as const,
            status: 'failed' as const,
            isReversed: true,
            isReturned: true,
          },
        ],
      },
      'Your bank reversed the debit of $500.00. $1,428.00 is due by',
    ],
    [
      'paid',
      { status: 'paid' as const, paid: '1428.00', remaining: '0.00' },
      'PaidPaid in full. Thank you.',
    ],
    [
      'overpaid',
      { status: 'paid' as const, paid: '1430.00', remaining: '0.00', overpaid: '2.00' },
      'You overpaid by $2.00',
    ],
    [
      'void',
      {
        status: 'void' as const,
        remaining: '0.00',
        credited: '1428.00',
        creditNotes: [sampleCreditNote],
      },
      'CanceledThis invoice was canceled by credit note INV-2026-0008. You owe nothing.',
    ],
  ])('shows its state: %s', async (_, changes, text) => {
    const invoice = sampleInvoice(changes);
    await open(invoice);
    expect(article()).toContain(text);
    const payable = invoice.status === 'open';
    expect(screen.queryAllByRole('button', { name: 'Pay online' })).toHaveLength(payable ? 1 : 0);
  });

  it('shows a pending payment by bank debit', async () => {
    const invoice = sampleInvoice({ currency: 'EUR' });
    const { user, settle } = await open(invoice);
    await user.click(screen.getByRole('button', { name: 'Pay online' }));
    const form = within(await screen.findByRole('form', { name: 'Payment' }));
    await user.click(await form.findByRole('radio', { name: 'SEPA debit' }));
    await user.type(form.getByLabelText('IBAN'), 'DE11 2222');
    const submit = form.getByRole('button', { name: 'Pay €1,428.00' });
    await waitFor(() => expect(submit).toBeEnabled());
    await user.click(submit);
    expect(await form.findByText(/Only test accounts work here/)).toBeVisible();
    await user.clear(form.getByLabelText('IBAN'));
    await user.click(await form.findByText('DE89 3704 0044 0532 0130 00'));
    const debit = { ...byCard, method: 'debit' as const, status: 'pending' as const, date: null };
    outcome = () => {
      settle({ ...invoice, payments: [debit] });
      return 'pending';
    };
    await user.click(submit);
    expect(await screen.findByText(/Your payment has started/)).toHaveFocus();
    expect(sent.at(-1)).toEqual([
      '/api/sandbox/debit',
      { clientSecret: 'pi_1_secret_2', debit: { last4: '3000' } },
    ]);
    expect(article()).toContain('A payment of €1,428.00 is in progress.');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(shownToasts()).toEqual([]);
  });

  it('shows the payment when the client returns from the bank', async () => {
    const invoice = sampleInvoice();
    const paid = { status: 'paid' as const, paid: '1428.00', remaining: '0.00' };
    outcome = () => {
      const byIdeal = { ...byCard, method: 'online' as const, methodType: 'ideal' };
      shown = { ...invoice, ...paid, payments: [byIdeal] };
      return 'received';
    };
    await open(invoice, '?redirect_status=succeeded');
    await waitFor(() => expect(article()).toContain('Paid in full'));
    expect(article()).toContain('Paid by iDEAL');
    expect(await screen.findByText(/We’ve sent a confirmation/)).toBeVisible();
    expect(shownToasts()).toEqual([]);
  });

  it('does not announce a confirmation to a client without an email', async () => {
    const { client, ...invoice } = sampleInvoice();
    outcome = () => {
      const paid = { status: 'paid' as const, paid: '1428.00', remaining: '0.00' };
      shown = { ...invoice, ...paid, client: { ...client, email: '' }, payments: [byCard] };
      return 'received';
    };
    await open({ ...invoice, client: { ...client, email: '' } }, '?redirect_status=succeeded');
    expect(await screen.findByRole('link', { name: 'Download paid invoice' })).toBeVisible();
    expect(screen.queryByText(/confirmation/)).toBeNull();
  });

  it('does not offer a second payment while the first one cannot be read', async () => {
    outcome = () => {
      throw new Error('away');
    };
    await open(sampleInvoice(), '?redirect_status=succeeded');
    expect(await screen.findByText(/There is no need to pay again/)).toHaveFocus();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('adds up from its total to the outstanding amount, each line with its date', async () => {
    await open(
      sampleInvoice({
        ...{ paid: '500.00', credited: '100.00', remaining: '828.00' },
        payments: [{ ...samplePaidByTransfer, amount: '600.00', refunded: '100.00' }],
        refunds: [{ id: 8, paymentId: 3, amount: '100.00', date: '2026-11-09', reference: 'RF-1' }],
        creditNotes: [{ ...sampleCreditNote, total: '100.00' }],
      }),
    );
    const history = screen.getByRole('region', { name: 'Payments and credit notes' });
    const lines = within(history).getAllByRole('definition');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      ...['$1,428.00', '−$600.00', '$100.00', '−$100.00', '$828.00'],
    ]);
    expect(history).toHaveTextContent('Refunded on 9 November 2026RF-1');
  });

  it('reports a declined card next to the card fields and in a notice', async () => {
    const { user } = await open(sampleInvoice(), '?pay=true');
    const form = within(await screen.findByRole('form', { name: 'Payment' }));
    await user.click(await form.findByText('4242 4242 4242 4242'));
    const submit = form.getByRole('button', { name: /^Pay/ });
    await waitFor(() => expect(submit).toBeEnabled());
    const message = 'Your card was declined.';
    answer = { ...confirmed, error: { type: 'card_error', code: 'card_declined', message } };
    await user.click(submit);
    expect(await form.findByRole('alert')).toHaveTextContent(message);
    expect(shownToasts()).toEqual([`Payment Failed${message}`]);
  });

  it('starts again if the amount has changed while the form was open', async () => {
    const invoice = sampleInvoice();
    const { user, settle } = await open(invoice, '?pay=true');
    const form = () => within(screen.getByRole('form', { name: 'Payment' }));
    await screen.findByRole('form', { name: 'Payment' });
    await user.click(await form().findByText('4242 4242 4242 4242'));
    await waitFor(() => expect(form().getByRole('button', { name: /^Pay/ })).toBeEnabled());
    answer = {
      ...confirmed,
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: 'You cannot confirm this PaymentIntent because it has a status of canceled.',
      },
    };
    settle({ ...invoice, paid: '500.00', remaining: '928.00', payments: [samplePaidByTransfer] });
    await user.click(form().getByRole('button', { name: 'Pay $1,428.00' }));
    expect(await screen.findByText(/has changed, so nothing was charged/)).toHaveFocus();
    expect(await form().findByRole('button', { name: 'Pay $928.00' })).toBeInTheDocument();
    expect(form().queryByText(/PaymentIntent/)).toBeNull();
  });

  it.each([
    ['payment_method_customer_decline', /You canceled the payment\. Nothing was charged/],
    ['payment_intent_authentication_failure', /The bank did not approve/],
  ])('opens the form and shows why nothing was paid at the bank: %s', async (code, words) => {
    const last_payment_error = { code, message: 'The bank did not approve the payment.' };
    answer = {
      intent: { ...confirmed.intent, status: 'requires_payment_method', last_payment_error },
    };
    await open(sampleInvoice(), '?redirect_status=failed');
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Pay $1,428.00' })).toBeVisible();
  });
});
