import type Stripe from 'stripe';

import type { CheckResult } from '~/contract/setup/checks';
import { reasonFor } from '~/server/features/payments/failures';
import { createStripeSource, modeOf } from '~/server/features/payments/stripe';
import type { Env } from '~/server/platform/env';
import { resultsOf } from './result';

type PaymentEnv = Pick<
  Env,
  'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE' | 'DEMO_MODE'
>;

const patienceMs = 5_000;

const stripeFor = (env: PaymentEnv, secretKey: string): Promise<Stripe> =>
  createStripeSource({ secretKey, apiBase: env.STRIPE_API_BASE, timeoutMs: patienceMs })();

/** Checks whether Stripe accepts the key, and whether the key's mode is right. */
export async function checkPayments(env: PaymentEnv, publicUrl: string): Promise<CheckResult> {
  const { ok, unused, warning, failed } = resultsOf('payments');
  const key = env.STRIPE_SECRET_KEY;
  if (!key) {
    return unused(
      env.DEMO_MODE
        ? 'No keys: the sandbox of demo mode takes payments'
        : 'No keys: prices lead to the contact form',
    );
  }
  const mode = modeOf(key);
  try {
    const stripe = await stripeFor(env, key);
    await stripe.balance.retrieve();
  } catch (error) {
    return failed(
      reasonFor(error),
      'Copy STRIPE_SECRET_KEY anew from the keys of your account at Stripe',
    );
  }
  if (mode === 'live' && !publicUrl.startsWith('https:')) {
    return failed(
      'Live payments on a site without https',
      'Set PUBLIC_URL to the https address of the site',
    );
  }
  if (mode === 'test' && !env.DEMO_MODE) {
    return warning(
      'Stripe takes the keys, which are for tests: no money moves',
      'Before the opening, set the live keys and the signing secret of the live webhook',
    );
  }
  return ok(`Stripe takes the keys (${mode})`);
}

/** Prefixes of the events that the server needs. */
const neededEvents = ['customer.subscription.', 'invoice.', 'charge.', 'payment_intent.'] as const;

/** Checks whether Stripe has a webhook for this site, and whether its secret is configured here. */
export async function checkWebhook(env: PaymentEnv, publicUrl: string): Promise<CheckResult> {
  const { ok, unused, warning, failed } = resultsOf('webhook');
  const key = env.STRIPE_SECRET_KEY;
  if (!key) return unused('No payments, no webhook');
  const url = `${publicUrl}/api/webhooks/stripe`;
  if (!env.STRIPE_WEBHOOK_SECRET) {
    return warning(
      'STRIPE_WEBHOOK_SECRET is unset: payments are seen every 30 seconds only',
      `Add a webhook for ${url} at Stripe, and set its signing secret`,
    );
  }
  try {
    const stripe = await stripeFor(env, key);
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
    const own = data.find((one) => one.url === url);
    if (!own) {
      return failed(
        `Stripe has no webhook for ${url}`,
        'Add it there, in the same mode as the keys, and set its signing secret',
      );
    }
    if (own.status !== 'enabled') return failed(`Stripe has disabled ${url}`, 'Enable it there');
    const missing = neededEvents.filter(
      (prefix) => !own.enabled_events.some((type) => type === '*' || type.startsWith(prefix)),
    );
    return missing.length > 0
      ? warning(
          `The webhook at Stripe leaves out ${missing.map((prefix) => `${prefix}*`).join(', ')}`,
          'Add these events to it there',
        )
      : ok(`Stripe tells ${url}`);
  } catch (error) {
    return warning(
      `The webhook could not be looked up: ${reasonFor(error)}`,
      'Look at it in the dashboard of Stripe, or let the key read webhook endpoints',
    );
  }
}
