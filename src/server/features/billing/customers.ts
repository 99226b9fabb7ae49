import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import { isInvalidRequest, isMissing } from '~/server/features/payments/failures';
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
 * Returns the Stripe customer of a client in the current account. The customer is created once, and found again after a
 * crash between Stripe's response and our commit. Looks up a stored customer at Stripe first if it was stored with
 * another account, or with none.
 *
 * @param isDoubted true to look up the stored customer in any case, because Stripe did not know it
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
    // With the idempotency key of a deleted customer, Stripe would return that customer again.
    { idempotencyKey: `customer:${payer.id}${gone && `:after:${gone}`}` },
  );
  return made.id;
}

const atOnce = 25;

/**
 * Updates the email and name of Stripe customers whose client has changed them. The next run
 * retries failed updates, except data that Stripe rejects.
 */
export async function updateCustomers(
  db: Database,
  stripe: Stripe,
  deps: { account: string; onFailure(about: string, error: unknown): void },
): Promise<void> {
  const contact = sql<string>`concat_ws(' ', ${users.email}, ${users.firstName}, ${users.lastName})`;
  const changed = await db
    .select({
      id: users.id,
      customer: users.stripeCustomerId,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      contact,
    })
    .from(users)
    .where(
      and(
        isNotNull(users.stripeCustomerId),
        eq(users.stripeAccount, deps.account),
        isNull(users.deletedAt),
        ne(users.stripeContact, contact),
      ),
    )
    .limit(atOnce);
  for (const { id, customer, email, firstName, lastName, contact: sent } of changed) {
    if (!customer) continue;
    const name = `${firstName} ${lastName}`.trim();
    await stripe.customers.update(customer, { email, name }).catch((error) => {
      // Stripe has deleted the customer or rejects the data. A retry would be rejected as well.
      if (!isInvalidRequest(error)) throw error;
      deps.onFailure(customer, error);
    });
    await db.update(users).set({ stripeContact: sent }).where(eq(users.id, id));
  }
}
