import type { Stripe } from '@stripe/stripe-js';
import { createRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';

import { askBank } from './sandbox-dialog';
import { type FieldsHandle, SandboxFields } from './sandbox-fields';

interface Intent {
  id: string;
  object: string;
  status: string;
  payment_method_types?: string[];
}

interface Failure {
  type: string;
  message: string;
}

interface Answer {
  intent: Intent;
  error?: Failure;
}

const unreachable: Failure = {
  type: 'api_connection_error',
  message: 'The payment could not be sent. Please check your connection and try again.',
};

async function post(path: string, body: object): Promise<Answer> {
  const response = await fetch(`/api/sandbox${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`the sandbox responded with ${response.status}`);
  return response.json();
}

/**
 * Creates the payment element and its group. Stripe's own element is an iframe; the sandbox renders
 * the fields itself.
 */
function createElements(clientSecret: string) {
  const fields = createRef<FieldsHandle>();
  let root: Root | undefined;
  const draw = (types: readonly string[]) =>
    root?.render(<SandboxFields types={types} ref={fields} />);
  const element = {
    on(event: string, listener: () => void) {
      if (event === 'ready') setTimeout(listener);
    },
    off() {},
    update() {},
    mount(place: HTMLElement) {
      root = createRoot(place);
      draw([]);
      void post('/intent', { clientSecret })
        .then(({ intent }) => draw(intent.payment_method_types ?? []))
        // If the request fails, only cards are offered.
        .catch(() => {});
    },
    destroy() {
      // React cannot unmount a root while it is rendering.
      setTimeout(() => root?.unmount());
    },
  };
  return {
    ...{ clientSecret, fields },
    create: () => element,
    getElement: () => element,
    update() {},
    on() {},
    off() {},
    submit: async (): Promise<object> => ({}),
  };
}

/** Redirects to the bank and back to the page, in the same way as Stripe. Never resolves. */
async function redirect(intent: Intent, clientSecret: string, returnUrl: string): Promise<never> {
  const outcome = await askBank({
    title: 'Your bank asks: pay this?',
    answers: [
      ['Approve the payment', 'approved'],
      ['Let it fail', 'failed'],
      ['Cancel the payment', 'canceled'],
    ],
  });
  const isApproved = outcome === 'approved';
  await post('/authenticate', { clientSecret, isApproved, isCanceled: outcome === 'canceled' });
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', clientSecret);
  url.searchParams.set('redirect_status', isApproved ? 'succeeded' : 'failed');
  window.location.assign(url);
  return new Promise(() => {});
}

interface Confirming {
  elements: ReturnType<typeof createElements>;
  confirmParams: { return_url: string };
}

async function confirm({ elements, confirmParams }: Confirming): Promise<Partial<Answer>> {
  const { clientSecret, fields } = elements;
  const given = fields.current?.read();
  if (!given) {
    return { error: { type: 'validation_error', message: 'Please check the fields.' } };
  }
  try {
    const answer = await post(given.path, { clientSecret, ...given.body });
    if (answer.intent.status !== 'requires_action') return answer;
    if (given.path === '/redirect') {
      return await redirect(answer.intent, clientSecret, confirmParams.return_url);
    }
    const isApproved = await askBank({
      title: 'Your bank asks: is it you?',
      answers: [
        ['Complete authentication', true],
        ['Fail authentication', false],
      ],
    });
    return await post('/authenticate', { clientSecret, isApproved });
  } catch {
    // Returns the same error as Stripe's script if its server is unreachable.
    return { error: unreachable };
  }
}

/**
 * Fake of the part of Stripe.js that our screens use. Demo mode uses it, so that the same screens
 * work with and without Stripe.
 */
export function createSandboxStripe(): Stripe {
  const notHere = async () => {
    throw new Error('the sandbox does not support this');
  };
  const sandbox = {
    elements: ({ clientSecret }: { clientSecret: string }) => createElements(clientSecret),
    createToken: notHere,
    createPaymentMethod: notHere,
    confirmCardPayment: notHere,
    async confirmPayment(given: Confirming) {
      const { error, intent } = await confirm(given);
      return error ? { error } : { paymentIntent: intent };
    },
    async confirmSetup(given: Confirming) {
      const { error, intent } = await confirm(given);
      return error ? { error } : { setupIntent: intent };
    },
    async retrievePaymentIntent(clientSecret: string) {
      return { paymentIntent: (await post('/intent', { clientSecret })).intent };
    },
  };
  return sandbox as unknown as Stripe;
}
