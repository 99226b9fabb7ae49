import { expect, it } from 'vitest';

import { testStripeApp } from '~/testing/stripe-app';

const at = testStripeApp();

const reconcile = () => at.app.services.billing.reconcile();

async function customerOf(userId: string) {
  const [row] = await at.app.sql`
    select body from sandbox_objects
    where id = (select stripe_customer_id from users where id = ${userId})`;
  return row?.body;
}

const customerUpdates = async () => {
  const [row] = await at.app.sql`
    select count(*)::int as count from sandbox_objects
    where object = 'event' and body ->> 'type' = 'customer.updated'`;
  return row?.count;
};

it('a changed email and name are sent to Stripe once, and retried after a failure', async () => {
  const user = await at.subscriber();
  await reconcile();
  expect(await customerOf(user.id)).toMatchObject({ email: user.email, name: 'Clara Client' });
  const before = await customerUpdates();
  await at.app.sql`
    update users set email = ${`new-${user.email}`}, last_name = 'Newname' where id = ${user.id}`;
  at.stripe.isAway = true;
  await expect(reconcile()).rejects.toThrow();
  at.stripe.isAway = false;
  await reconcile();
  await reconcile();
  expect(await customerOf(user.id)).toMatchObject({
    email: `new-${user.email}`,
    name: 'Clara Newname',
  });
  expect(await customerUpdates()).toBe(before + 1);
});

it('an update that Stripe rejects is not repeated until the next change', async () => {
  const user = await at.subscriber();
  await reconcile();
  const rename = (name: string) =>
    at.app.sql`update users set first_name = ${name} where id = ${user.id}`;
  await rename('Refused');
  at.stripe.refusal = { type: 'invalid_request_error', code: 'email_invalid', message: 'no' };
  await reconcile();
  at.stripe.refusal = undefined;
  await reconcile();
  expect(await customerOf(user.id)).toMatchObject({ name: 'Clara Client' });
  await rename('Carla');
  await reconcile();
  expect(await customerOf(user.id)).toMatchObject({ name: 'Carla Client' });
});
