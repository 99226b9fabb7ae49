import { expect, it } from 'vitest';

import { callerOf } from '~/testing/callers';
import { makeClient } from '~/testing/payments';
import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp();

it('the client and the admins see why Stripe rejects a subscription', async () => {
  const user = await makeClient(at.app.sql);
  const [plan] = await at.app.services.plans.list();
  const { billing } = callerOf(user, at.app.services);
  const reason =
    'You cannot combine currencies on a single customer. This customer has an invoice item with currency eur.';
  at.stripe.refusal = { type: 'invalid_request_error', message: reason };
  for (let count = 0; count < 2; count += 1) {
    await expect(billing.subscribe({ planId: plan?.id ?? 0 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('one currency from each client'),
    });
  }
  at.stripe.refusal = undefined;
  const { changes } = await at.app.services.admin.users.get(user.id);
  expect(changes.map(({ description }) => description)).toEqual([
    `The system could not begin a subscription: Stripe refused it. ${reason}`,
  ]);
});
