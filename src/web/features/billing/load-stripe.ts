import type { Stripe } from '@stripe/stripe-js';

import { takesCards } from '~/contract/billing/billing';
import type { PaymentProvider } from '~/contract/billing/billing-schema';

let loading: Promise<Stripe | null> | undefined;

/** Whether this document's CSP allows Stripe's scripts: it is that of the first page loaded. */
function isAllowedHere(): boolean {
  const [arrival] = performance.getEntriesByType('navigation');
  return !arrival || takesCards(new URL(arrival.name).pathname);
}

/** Stripe.js, or what stands in for it; fetched when a card is to be asked for, and never before. */
export function loadStripe(provider: PaymentProvider): Promise<Stripe | null> {
  if (provider.kind === 'none') return Promise.resolve(null);
  if (provider.kind === 'stripe' && !isAllowedHere()) {
    window.location.reload();
    return new Promise(() => {});
  }
  loading ??=
    provider.kind === 'sandbox'
      ? import('./sandbox-stripe').then((module) => module.createSandboxStripe())
      : import('@stripe/stripe-js/pure').then((module) =>
          module.loadStripe(provider.publishableKey),
        );
  return loading;
}
