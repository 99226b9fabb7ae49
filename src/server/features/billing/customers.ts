import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';

import { isMissing } from '~/server/features/payments/failures';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';

export interface Payer {
  id: string;
  email: string;
}

async function existsAt(stripe: Stripe, customer: string): Promise<boolean> {
  try {
    return !(await stripe.customers.retrieve(customer)).deleted;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * The Stripe customer of a client in the current account; created once, and found again after a crash between
 * Stripe's response and our commit. One stored with another account, or with none, is looked up first.
 *
 * @param isDoubted looks the stored customer up in any case, since Stripe did not know it
 */
export async function customerOf(
  db: Database,
  stripe: Stripe,
  payer: Payer,
  { account, isDoubted }: { account: string; isDoubted: boolean },
): Promise<string> {
  const [row] = await db
    .select({ customer: users.stripeCustomerId, account: users.stripeAccount })
    .from(users)
    .where(eq(users.id, payer.id));
  if (row?.customer && row.account === account && !isDoubted) return row.customer;
  const customer =
    row?.customer && (await existsAt(stripe, row.customer))
      ? row.customer
      : await findOrMake(stripe, payer, row?.customer ?? '');
  await db
    .update(users)
    .set({ stripeCustomerId: customer, stripeAccount: account })
    .where(eq(users.id, payer.id));
  return customer;
}

async function findOrMake(stripe: Stripe, payer: Payer, gone: string): Promise<string> {
  const known = await stripe.customers.list({ email: payer.email, limit: 100 });
  const found = known.data.find(({ id, metadata }) => metadata.userId === payer.id && id !== gone);
  if (found) return found.id;
  const made = await stripe.customers.create(
    { email: payer.email, metadata: { userId: payer.id } },
    // With the key of a deleted customer, Stripe would return that customer again.
    { idempotencyKey: `customer:${payer.id}${gone && `:after:${gone}`}` },
  );
  return made.id;
}
