import { beforeAll, describe, expect, it } from 'vitest';

import { testApp } from '~/testing/app';
import { bankOf } from '~/testing/bank';
import { salesOf } from '~/testing/sales';
import { signInAdmin } from '~/testing/sign-in';
import type { WrittenEntry } from '~/testing/statements';

const app = testApp({ rateLimits: { uploadsOfAdmin: 1e6 } });
let cookie: string;
const { openInvoice } = salesOf(() => app);
const { only, entry, act, book, invoice, mailsAbout } = bankOf(
  () => app,
  () => cookie,
);

beforeAll(async () => {
  cookie = await signInAdmin(app);
});

describe('a returned payment', () => {
  async function returned(changes: Partial<WrittenEntry> = {}) {
    const paid = await openInvoice();
    const sides = { name: `Payer ${paid.id}`, iban: `GB00${paid.id}`, endToEndId: `E-${paid.id}` };
    const credit = await only({
      ...{ amount: '100.00', date: '2026-03-04', reference: paid.number, ...sides },
    });
    const { endToEndId: _, ...others } = sides;
    const debit = { amount: '100.00', date: '2026-03-20', isDebit: true, returned: 'AC04' };
    return { paid, credit, debit: await only({ ...debit, ...others, ...changes }) };
  }

  it('reopens its invoice with one click, and notifies client and agency', async () => {
    const { paid, credit, debit } = await returned();
    expect(debit).toMatchObject({ state: 'proposed', proposal: { canReopen: false } });
    expect((await act(debit, 'reopen')).status).toBe(409);
    await book(credit, [paid, '100.00']);
    expect(await entry(debit)).toMatchObject({
      returnReason: 'AC04',
      proposal: {
        by: 'return',
        returnsEntryId: credit.id,
        canReopen: true,
        invoices: [{ id: paid.id }],
      },
    });
    const { status, body } = await act(debit, 'reopen');
    expect([status, body.state]).toEqual([200, 'booked']);
    expect(body.payments).toMatchObject([{ number: paid.number, isReversed: true }]);
    expect(await invoice(paid)).toMatchObject({
      status: 'open',
      remaining: '100.00',
      payments: [{ isReversed: true, failure: 'It was returned by the bank.' }],
    });
    expect(await mailsAbout(paid, 'Returned payment')).toMatchObject([{ to: paid.email }]);
    expect(await mailsAbout(paid, 'returned by the bank')).toHaveLength(1);
    expect(await entry(credit)).toMatchObject({ state: 'booked', isReturned: true });
    expect((await act(credit, 'undo')).status).toBe(409);
  });

  it('is booked once by several admins at once, and a credit is returned once', async () => {
    const { paid, credit, debit } = await returned();
    await book(credit, [paid, '100.00']);
    const second = await only({
      ...{ amount: '100.00', date: '2026-03-22', isDebit: true, returned: 'AC04' },
      ...{ iban: `GB00${paid.id}`, endToEndId: `E-${paid.id}` },
    });
    const answers = await Promise.all(
      [debit, debit, second, second].map((one) => act(one, 'reopen')),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(await mailsAbout(paid, 'Returned payment')).toHaveLength(1);
  });

  it('can be undone, which restores the payment', async () => {
    const { paid, credit, debit } = await returned();
    await book(credit, [paid, '100.00']);
    await act(debit, 'reopen');
    expect((await act(debit, 'undo')).body.state).toBe('proposed');
    expect(await invoice(paid)).toMatchObject({ status: 'paid', paid: '100.00' });
    expect(await entry(credit)).toMatchObject({ state: 'booked', isReturned: false });
    expect((await act(credit, 'undo')).status).toBe(200);
    expect(await invoice(paid)).toMatchObject({ status: 'open', paid: '0.00' });
  });

  it('can be undone after a partial refund, which still counts', async () => {
    const { paid, credit, debit } = await returned();
    await book(credit, [paid, '100.00']);
    const [payment] = (await invoice(paid)).payments;
    const { admin, invoices } = app.services;
    const { refundTransfer } = invoices.billing;
    await admin.payments.refund('system', payment?.id ?? 0, 3_000, refundTransfer);
    await act(debit, 'reopen');
    expect(await invoice(paid)).toMatchObject({ status: 'open', paid: '-30.00' });
    expect((await act(debit, 'undo')).status).toBe(200);
    expect(await invoice(paid)).toMatchObject({
      ...{ status: 'paid', paid: '70.00', credited: '30.00', overpaid: '0.00' },
    });
  });
});
