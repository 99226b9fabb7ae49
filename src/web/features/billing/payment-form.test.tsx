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

it('a new attempt dismisses the notice about the failed one', async () => {
  const { stripe, emit } = fakeStripe();
  vi.resetModules();
  vi.doMock('@stripe/stripe-js/pure', () => ({ loadStripe: async () => stripe }));
  const { PaymentForm } = await import('./payment-form');
  const { reportFailure } = await import('./payment-failure');
  const { toastStore } = await import('~/web/ui/toast-store');
  const user = userEvent.setup();
  const confirm = vi
    .fn()
    .mockImplementationOnce(async () => reportFailure({ message: 'Your card was declined.' }))
    .mockResolvedValue(undefined);
  render(
    <PaymentForm
      provider={{ kind: 'stripe', publishableKey: 'pk_test_1' }}
      clientSecret="pi_1_secret_2"
      label="Payment"
      submitLabel="Pay"
      onConfirm={confirm}
    />,
  );
  const pay = await screen.findByRole('button', { name: 'Pay' });
  await emit('ready');
  await user.click(pay);
  expect(toastStore.get()).toMatchObject([{ title: 'Payment Failed', open: true }]);
  await user.click(pay);
  expect(confirm).toHaveBeenCalledTimes(2);
  expect(toastStore.get()).toMatchObject([{ title: 'Payment Failed', open: false }]);
});
