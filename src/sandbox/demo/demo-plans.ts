import type { Hono } from 'hono';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import type { BillingCycle } from '~/contract/plans/plans';
import type { Billing } from '~/server/features/billing/billing.service';
import type { RequestEnv } from '~/server/http/rest';

/** Actions of a client in the browser. */
export interface DemoPlans {
  /** Chooses a plan and pays with a working card. */
  subscribe(client: CurrentUser, choice: { planId: number; cycle: BillingCycle }): Promise<void>;
  /** Makes the next charge of the client's subscription. */
  renew(client: Pick<CurrentUser, 'id'>): Promise<void>;
}

export function createDemoPlans(billing: Billing, sandbox: Hono<RequestEnv>): DemoPlans {
  return {
    async subscribe(client, choice) {
      const { clientSecret } = await billing.subscribe(client, choice);
      const card = { last4: '4242', expMonth: 12, expYear: new Date().getFullYear() + 3 };
      await sandbox.request('/confirm', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ clientSecret, card }),
      });
      // Applies the sandbox's events as if Stripe had sent them, and reads the objects again.
      await billing.reconcile();
    },
    async renew({ id }) {
      await billing.skipToRenewal(id);
    },
  };
}
