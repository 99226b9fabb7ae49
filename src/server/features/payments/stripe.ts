import type Stripe from 'stripe';

import { traced } from '~/server/platform/tracing/traced';

export type StripeMode = 'live' | 'test' | 'sandbox';

/** Milliseconds after which requests to Stripe time out. Retries use the same idempotency key. */
const timeoutMs = 10_000;
const retries = 2;

export interface StripeOptions {
  secretKey: string;
  /** Base URL to use instead of Stripe's own. */
  apiBase?: string | undefined;
  /** Replaces the `fetch` function, for requests without a network. */
  fetch?: typeof fetch | undefined;
  timeoutMs?: number | undefined;
  /** Signal that cancels requests in flight and prevents further ones. */
  signal?: AbortSignal | undefined;
}

/** Returns the Stripe client. Creates the client on first use, so that startup does not wait for the library. */
export type StripeSource = () => Promise<Stripe>;

/** Creates the source of the only Stripe client in this process. */
export function createStripeSource(options: StripeOptions): StripeSource {
  const { signal, fetch: send = fetch } = options;
  // Replaces the library's default client for Node, which cannot cancel a request in flight.
  const abortable: typeof fetch = (input, init) =>
    traceCall(input, init, () =>
      send(
        input,
        signal
          ? { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) }
          : init,
      ),
    );
  let client: Promise<Stripe> | undefined;
  return () => {
    client ??= import('stripe').then(({ default: StripeClient }) => {
      const base = options.apiBase ? new URL(options.apiBase) : undefined;
      return new StripeClient(options.secretKey, {
        timeout: options.timeoutMs ?? timeoutMs,
        maxNetworkRetries: retries,
        telemetry: false,
        ...(base && {
          host: base.hostname,
          protocol: base.protocol === 'http:' ? 'http' : 'https',
          port: base.port || (base.protocol === 'http:' ? 80 : 443),
        }),
        httpClient: StripeClient.createFetchHttpClient(abortable),
      });
    });
    return client;
  };
}

/** Traces one request to Stripe. The span is named after the path without ids. */
function traceCall(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  work: () => Promise<Response>,
): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  const route = new URL(url).pathname.replaceAll(/\/[a-z]+_\w+(?=\/|$)/gi, (part) =>
    // Names of resources, such as payment_intents, contain neither digits nor upper-case letters.
    /[\dA-Z]/.test(part) ? '/:id' : part,
  );
  const method = init?.method ?? 'GET';
  let status = 0;
  return traced(
    `stripe ${method} ${route}`,
    {
      kind: 'client',
      attributes: { 'http.request.method': method, 'server.address': new URL(url).host },
      finish: () => ({
        attributes: { 'http.response.status_code': status },
        isError: status >= 400,
      }),
    },
    async () => {
      const response = await work();
      status = response.status;
      return response;
    },
  );
}

export const modeOf = (secretKey: string): StripeMode =>
  /^(sk|rk)_live_/.test(secretKey) ? 'live' : 'test';

export const idOf = (reference: string | { id: string } | null | undefined): string | undefined =>
  typeof reference === 'string' ? reference : reference?.id;

export const toDate = (seconds: number | null | undefined): Date | null =>
  seconds ? new Date(seconds * 1000) : null;

/** Method of a payment at Stripe. Bank debits stay pending for days, and banks can return them. */
export type OnlineMethod = 'card' | 'debit' | 'online';

function onlineMethodOf(type: string | undefined): OnlineMethod {
  if (type === undefined || type === 'card') return 'card';
  return type.endsWith('_debit') || type === 'us_bank_account' ? 'debit' : 'online';
}

/**
 * Returns how an intent is paid. `methodType` is Stripe's type of the method, such as 'ideal'; empty if none is selected.
 *
 * @param intent expanded with `latest_charge` and `payment_method`
 */
export function methodOf(intent: Stripe.PaymentIntent | undefined): {
  method: OnlineMethod;
  methodType: string;
} {
  const failed =
    intent?.status === 'requires_payment_method' ? intent.last_payment_error?.payment_method : null;
  const selected = typeof intent?.payment_method === 'object' ? intent.payment_method : null;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  const type = failed?.type ?? selected?.type ?? charge?.payment_method_details?.type;
  return { method: onlineMethodOf(type), methodType: type ?? '' };
}
