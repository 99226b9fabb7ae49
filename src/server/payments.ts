import { createHmac } from 'node:crypto';

import type { Hono } from 'hono';

import { createSandboxRoutes } from '~/sandbox/payments/routes';
import { createPaymentsSandbox } from '~/sandbox/payments/service';
import type { Payments } from './features/billing/billing.service';
import { createStripeSource, modeOf } from './features/payments/stripe';
import type { RequestEnv } from './http/rest';
import type { Database } from './platform/db/client';
import type { Env } from './platform/env';

/**
 * Chooses the payment provider of this instance: Stripe if its keys are set, the sandbox in demo mode, or else none.
 */
export function paymentsOf(
  db: Database,
  options: { env: Env; secret: string; deliver(request: Request): Promise<Response> },
): {
  payments: Payments | undefined;
  sandbox?: Hono<RequestEnv>;
  settle(): Promise<void>;
  /** Cancels requests to Stripe in progress, and prevents further ones. */
  giveUp(): void;
} {
  const { env } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const giveUp = () => ending.abort(new Error('the product is stopping'));
  if (env.STRIPE_SECRET_KEY && env.STRIPE_PUBLISHABLE_KEY) {
    const payments: Payments = {
      stripe: createStripeSource({
        secretKey: env.STRIPE_SECRET_KEY,
        apiBase: env.STRIPE_API_BASE,
        signal,
      }),
      mode: modeOf(env.STRIPE_SECRET_KEY),
      provider: { kind: 'stripe', publishableKey: env.STRIPE_PUBLISHABLE_KEY },
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    };
    return { payments, settle: async () => {}, giveUp };
  }
  if (!env.DEMO_MODE) return { payments: undefined, settle: async () => {}, giveUp };
  const digest = createHmac('sha256', options.secret).update('sandbox webhooks').digest('hex');
  const webhookSecret = `whsec_${digest}`;
  const sandbox = createPaymentsSandbox(db, { webhookSecret, deliver: options.deliver });
  return {
    payments: {
      stripe: createStripeSource({
        secretKey: 'sk_test_sandbox',
        fetch: (input, init) => sandbox.fetch(input, init),
        signal,
      }),
      mode: 'sandbox',
      provider: { kind: 'sandbox' },
      webhookSecret,
      skipToRenewal: (id) => sandbox.skipToRenewal(id),
    },
    sandbox: createSandboxRoutes(sandbox),
    settle: () => sandbox.settle(),
    giveUp,
  };
}
