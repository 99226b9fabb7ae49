import type { Stripe } from '@stripe/stripe-js';

import { takesCards } from '~/contract/billing/billing';
import type { PaymentProvider } from '~/contract/billing/billing-schema';

/** Milliseconds to wait for the script, because a blocked request can stay without a response for minutes. */
const patienceMs = 20_000;

let loading: Promise<Stripe> | undefined;

/**
 * Returns whether this document's CSP allows Stripe's scripts. Navigation in the browser does not
 * change the CSP of the page that was loaded first.
 */
function isAllowedHere(): boolean {
  const [arrival] = performance.getEntriesByType('navigation');
  return !arrival || takesCards(new URL(arrival.name).pathname);
}

async function load(publishableKey: string): Promise<Stripe> {
  const module = await import('@stripe/stripe-js/pure');
  const stripe = await Promise.race([
    module.loadStripe(publishableKey),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs)),
  ]);
  if (!stripe) throw new Error('Stripe.js did not load');
  return stripe;
}

/**
 * Loads Stripe.js or the sandbox, but only when a payment begins. A failed attempt can be retried.
 */
export async function loadStripe(provider: PaymentProvider): Promise<Stripe> {
  if (provider.kind === 'sandbox') {
    return (await import('./sandbox-stripe')).createSandboxStripe();
  }
  if (provider.kind === 'none') throw new Error('payments are not set up');
  if (!isAllowedHere()) {
    window.location.reload();
    return new Promise(() => {});
  }
  loading ??= load(provider.publishableKey).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
