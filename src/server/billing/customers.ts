import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { Database } from '../db/client';
import { users } from '../db/schema/identity';

export interface Payer {
  id: string;
  email: string;
}

/** Whom Stripe charges for this person; made once, and found again where we died before we wrote it down. */
export async function customerOf(db: Database, stripe: Stripe, payer: Payer): Promise<string> {
  const [row] = await db
    .select({ customer: users.stripeCustomerId })
    .from(users)
    .where(eq(users.id, payer.id));
  if (row?.customer) return row.customer;
  const known = await stripe.customers.list({ email: payer.email, limit: 100 });
  const customer =
    known.data.find(({ metadata }) => metadata.userId === payer.id) ??
    (await stripe.customers.create(
      { email: payer.email, metadata: { userId: payer.id } },
      { idempotencyKey: `customer:${payer.id}` },
    ));
  await db.update(users).set({ stripeCustomerId: customer.id }).where(eq(users.id, payer.id));
  return customer.id;
}
