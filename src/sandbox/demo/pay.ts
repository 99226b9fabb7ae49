import type { Hono } from 'hono';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { BillingCycle } from '~/contract/plans/plans';
import type { Billing } from '~/server/features/billing/billing.service';
import type { RequestEnv } from '~/server/http/rest';

/** Acts as a client in a browser: chooses a plan, pays with a working card, and stays for some renewals. */
export async function payInDemo(
  billing: Billing,
  sandbox: Hono<RequestEnv>,
  client: CurrentUser,
  choice: { planId: number; cycle: BillingCycle },
  renewals: number,
): Promise<void> {
  const { clientSecret } = await billing.subscribe(client, choice);
  const card = { last4: '4242', expMonth: 12, expYear: new Date().getFullYear() + 3 };
  await sandbox.request('/confirm', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientSecret, card }),
  });
  // Events arrive as if from Stripe; in addition, the job reads the objects.
  await billing.reconcile();
  for (let renewal = 0; renewal < renewals; renewal += 1) await billing.skipToRenewal(client.id);
  await billing.reconcile();
}
