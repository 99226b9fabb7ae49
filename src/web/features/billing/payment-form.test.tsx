import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  cleanup();
  vi.doUnmock('@stripe/stripe-js/pure');
  vi.resetModules();
});

/** Creates a fake Stripe.js with one element, whose events the test triggers. */
function fakeStripe() {
  const listeners = new Map<string, (event: object) => void>();
  const element = {
    on: (event: string, listener: () => void) => listeners.set(event, listener),
    off: () => {},
    mount: () => {},
    destroy: () => {},
    update: () => {},
  };
  const elements = { create: () => element, getElement: () => element, update: () => {} };
  const none = async () => ({});
  const stripe = {
    elements: () => elements,
    ...{ createToken: none, createPaymentMethod: none, confirmCardPayment: none },
  };
  return { stripe, emit: (event: string) => act(async () => listeners.get(event)?.({})) };
}

it('a retry is offered when Stripe.js or its frame does not load', async () => {
  const { stripe, emit } = fakeStripe();
  const loadStripe = vi
    .fn()
    .mockRejectedValueOnce(new Error('Failed to load Stripe.js'))
    .mockResolvedValue(stripe);
  vi.resetModules();
  vi.doMock('@stripe/stripe-js/pure', () => ({ loadStripe }));
  const { PaymentForm } = await import('./payment-form');
  const user = userEvent.setup();
  const provider = { kind: 'stripe', publishableKey: 'pk_test_1' } as const;
  render(
    <PaymentForm
      provider={provider}
      clientSecret="pi_1_secret_2"
      label="Payment"
      submitLabel="Pay"
      onConfirm={async () => undefined}
    />,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(/allow js\.stripe\.com/);
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Pay' });
  await emit('loaderror');
  expect(screen.getByRole('alert')).toHaveTextContent(/did not load/);

  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Pay' });
  await emit('ready');
  expect(screen.getByRole('button', { name: 'Pay' })).toBeEnabled();
  expect(loadStripe).toHaveBeenCalledTimes(2);
});
