import { expect, it } from 'vitest';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { confirmDebit } from '~/sandbox/payments/confirm';
import { callerOf } from '~/testing/callers';
import { makeClient } from '~/testing/payments';
import { askerOf, signInAdmin } from '~/testing/sign-in';
import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp();

/** Subscribes a client by bank debit, which the bank has not answered yet. */
async function debited(last4: string): Promise<CurrentUser> {
  const user = await makeClient(at.app.sql);
  const [plan] = await at.app.services.plans.list();
  const { billing } = callerOf(user, at.app.services);
  const { clientSecret } = await billing.subscribe({ planId: plan?.id ?? 0 });
  const after = { answer: 1e6, return: 1e6 };
  await at.sandbox.within((store) => confirmDebit(store, clientSecret, { last4 }, after));
  await at.settled();
  return user;
}

async function nextDay(): Promise<void> {
  await at.sandbox.skipToAnswers();
  await at.settled();
}

const paymentOf = async ({ id }: CurrentUser) => {
  const [row] = await at.app.sql`
    select id, invoice_id, status, method, method_type, returned_at is not null as is_returned
    from payments where user_id = ${id}`;
  return row;
};

/** Returns subjects of emails about a payment or its invoice, without the amount. */
const mailsOf = async (user: CurrentUser): Promise<string[]> => {
  const payment = await paymentOf(user);
  const abouts = [`payment:${payment?.id}`, `invoice:${payment?.invoice_id}`];
  const rows = await at.app.sql`
    select subject from mails where about = any(${abouts}) order by id`;
  return rows.map(({ subject }) => String(subject).replaceAll(/\$[\d.,]+/g, '…'));
};

it('a debit of a plan is recorded as one; if the bank returns it, its invoice is open again and both are notified', async () => {
  const user = await debited('3002');
  expect(await paymentOf(user)).toMatchObject({
    status: 'pending',
    method: 'debit',
    method_type: 'sepa_debit',
  });
  await nextDay();
  expect(await paymentOf(user)).toMatchObject({ status: 'completed', method: 'debit' });
  await nextDay();
  const returned = await paymentOf(user);
  expect(returned).toMatchObject({ status: 'failed', is_returned: true });
  const ask = askerOf(at.app, await signInAdmin(at.app));
  const { body: invoice } = await ask<AdminInvoice>(
    'GET',
    `/api/admin/invoices/${returned?.invoice_id}`,
  );
  expect(invoice).toMatchObject({ status: 'open', paid: '0.00', creditNotes: [] });
  expect((await mailsOf(user)).slice(-2)).toEqual([
    `Returned payment of … for invoice ${invoice.number}`,
    expect.stringContaining(`Payment of … for ${invoice.number} returned by the bank`),
  ]);
});

it('the first debit of a plan that the bank does not make is announced and reported to both', async () => {
  const user = await debited('3001');
  await nextDay();
  expect(await paymentOf(user)).toMatchObject({ status: 'failed', method: 'debit' });
  expect(await mailsOf(user)).toEqual([
    expect.stringMatching(/^Payment of … started: /),
    expect.stringMatching(/: Payment of … started for /),
    expect.stringMatching(/: Payment of … for .+ failed$/),
    expect.stringMatching(/^Payment of … failed: /),
  ]);
});
