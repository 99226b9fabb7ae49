import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Offer } from '~/contract/billing/billing-schema';
import { AppError } from '~/contract/common/errors';
import {
  emptyDashboard,
  noCompany,
  sampleProfile,
  sampleSubscription,
} from '~/testing/client-samples';
import { allowOnConsole, createGate, renderScreen, shownToasts } from '~/testing/render';
import { Checkout } from './checkout.lazy';

type Bank = (path: string, body: object) => Promise<object> | object;

const paid = { intent: { id: 'pi_1', object: 'payment_intent', status: 'succeeded' } };
let bank: Bank;

// Preloads the code, because a screen that waits for its code while the test renders would not continue.
beforeAll(async () => Checkout.preload?.());

beforeEach(() => {
  bank = () => paid;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    // The sandbox's form requests the available methods.
    if (path === '/api/sandbox/intent') return Response.json(paid);
    return Response.json(await bank(path, JSON.parse(String(init.body))));
  });
});
afterEach(async () => {
  cleanup();
  // The sandbox removes its fields shortly after the form.
  await act(() => new Promise((done) => setTimeout(done)));
  vi.unstubAllGlobals();
});

const subscription = { clientSecret: 'pi_1_secret_2', subscriptionId: 5 };

async function open(search = '?plan=2', billing: object = {}) {
  // The sandbox renders its fields in a separate root, as Stripe does in a frame.
  allowOnConsole(/not wrapped in act/, /not configured to support act/);
  return renderScreen(`/subscribe${search}`, {
    ...emptyDashboard,
    billing: { ...emptyDashboard.billing, subscribe: () => subscription, ...billing },
  });
}

const title = () => screen.getByRole('heading', { level: 1 });
const form = () => screen.findByRole('form', { name: 'Payment' });

describe('subscribing', () => {
  it.each(['', '?plan=x'])('at /subscribe%s asks for a plan', async (search) => {
    await open(search);
    await waitFor(() =>
      expect(shownToasts()).toEqual(['No Plan SelectedPlease select a subscription plan first.']),
    );
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing');
  });

  it('to a plan that is not offered shows a message', async () => {
    await open('?plan=999999');
    expect(title()).toHaveTextContent('This plan is not available');
    expect(shownToasts().join()).toContain('Failed to create subscription. Please try again.');
  });

  it('without payments set up leads to the contact form', async () => {
    await open('?plan=2', { provider: () => ({ kind: 'none' }) });
    expect(title()).toHaveTextContent('Payments are not set up yet');
    expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute(
      'href',
      '/contact?subject=plans',
    );
  });

  it('shows its preparation, then the amount due and a card form', async () => {
    const gate = createGate<typeof subscription>();
    const { api } = await open('?plan=2&cycle=yearly', { subscribe: () => gate.answer });
    expect(title()).toHaveTextContent('Setting up your subscription...');
    await act(async () => gate.open(subscription));
    await form();
    expect(title()).toHaveTextContent('Subscribe to Professional');
    expect(screen.getByText('Due today').nextElementSibling).toHaveTextContent('$3,840');
    expect(screen.getByText(/No money moves here/)).toBeVisible();
    expect(api.inputsOf('billing.subscribe')).toEqual([
      { planId: 2, billingCycle: 'yearly', amountDue: '3840.00' },
    ]);
  });

  it('at a price that has changed in the meantime asks to check it again', async () => {
    await open('?plan=2', {
      subscribe: () => {
        const message = 'The price has changed. Please check it again.';
        throw new AppError('CONFLICT', message, { issues: [{ path: 'amountDue', message }] });
      },
    });
    await waitFor(() => expect(title()).toHaveTextContent('The price has changed'));
    expect(screen.getByRole('button', { name: 'See the new price' })).toBeVisible();
    expect(shownToasts()).toEqual([]);
  });

  it('shows why Stripe rejects it', async () => {
    const message = 'You have paid in another currency before.';
    await open('?plan=2', {
      subscribe: () => {
        throw new AppError('CONFLICT', message, { issues: [{ path: 'payment', message }] });
      },
    });
    await waitFor(() => expect(title()).toHaveTextContent('This payment is not possible'));
    expect(screen.getByText(`${message} Nothing was charged.`)).toBeVisible();
    expect(shownToasts()).toEqual([]);
  });

  it('can be retried after a failure', async () => {
    let tries = 0;
    const { user } = await open('?plan=2', {
      subscribe: () => {
        tries += 1;
        if (tries === 1) throw new Error('the connection was lost');
        return subscription;
      },
    });
    await waitFor(() =>
      expect(shownToasts()).toEqual(['ErrorFailed to create subscription. Please try again.']),
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await form()).toBeVisible();
  });

  it('after a payment canceled at the bank shows the form with a message', async () => {
    const last_payment_error = { code: 'payment_method_customer_decline' };
    paid.intent = { ...paid.intent, last_payment_error } as typeof paid.intent;
    await open('?plan=2&cycle=yearly&redirect_status=failed');
    const shown = within(await form());
    expect(await shown.findByRole('alert')).toHaveTextContent('You canceled the payment.');
    expect(shown.getByRole('button', { name: 'Subscribe Now' })).toBeVisible();
  });

  it('leads to the dashboard after a payment at the bank', async () => {
    const { location } = await open('?plan=2&redirect_status=succeeded', { mine: () => null });
    expect(location()).toBe('/dashboard?paid=true');
    expect(await screen.findByText(/Your payment is being confirmed/)).toBeVisible();
  });

  it('a second time leads to changing the plan', async () => {
    const { user, location, api } = await open('?plan=1', {
      subscribe: () => {
        throw new AppError('CONFLICT', 'You’re already subscribed');
      },
      mine: () => sampleSubscription(),
      previewChange: () => new Promise(() => {}),
    });
    await waitFor(() => expect(title()).toHaveTextContent('You’re already subscribed'));
    expect(screen.getAllByText(/already subscribed/)).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: 'Change plan' }));
    await waitFor(() => expect(location()).toBe('/dashboard?change=true&plan=1&cycle=monthly'));
    const plans = await screen.findByRole('group', { name: 'Which plan would you like?' });
    expect(within(plans).getByRole('radio', { name: /^Starter, monthly/ })).toBeChecked();
    expect(api.inputsOf('billing.previewChange')).toEqual([{ planId: 1, billingCycle: 'monthly' }]);
  });
});

describe('a taxed plan', () => {
  const offerOf = (isBusiness: boolean): Offer => ({
    currency: 'EUR',
    billing: { required: ['country'], missing: [] },
    tax: isBusiness
      ? { net: '149.00', tax: '0.00', gross: '149.00', label: 'Reverse charge', why: 'a business' }
      : { net: '125.21', tax: '23.79', gross: '149.00', label: 'VAT, 19%', why: 'at home' },
  });

  it('asks for billing data before the price is final, then for the card', async () => {
    let profile = sampleProfile({ country: 'DE' });
    const changed: object[] = [];
    const { user, api } = await renderScreen('/subscribe?plan=2', {
      ...emptyDashboard,
      billing: {
        ...emptyDashboard.billing,
        subscribe: () => subscription,
        offer: () => offerOf(profile.country === 'FR'),
      },
      companies: {
        ...noCompany,
        profile: () => profile,
        changeProfile: (fields: object) => {
          changed.push(fields);
          profile = { ...profile, ...fields };
          return profile;
        },
      },
    });
    const details = within(await screen.findByRole('form', { name: 'Billing details' }));
    expect(screen.getByText('VAT, 19%').closest('div')).toHaveTextContent('€23.79');
    expect(api.inputsOf('billing.subscribe')).toEqual([]);
    const country = details.getByLabelText('Country');
    await user.selectOptions(country, 'FR');
    await user.type(details.getByLabelText(/VAT number/), 'FR12345678901');
    await user.click(details.getByRole('button', { name: 'Continue to payment' }));
    await form();
    expect(changed).toMatchObject([{ country: 'FR', vatNumber: 'FR12345678901' }]);
    expect(screen.getByText('Reverse charge').closest('div')).toHaveTextContent('€0.00');
    expect(screen.getByText('Due today').nextElementSibling).toHaveTextContent('€149.00');
    await user.click(screen.getByRole('button', { name: 'Edit billing details' }));
    expect(await screen.findByRole('form', { name: 'Billing details' })).toBeVisible();
  });
});

describe('a plan of a seller whose law requires the address', () => {
  it('asks for the address before the payment', async () => {
    const profile = sampleProfile({ country: 'AT' });
    const changed: object[] = [];
    const { user } = await renderScreen('/subscribe?plan=2', {
      ...emptyDashboard,
      billing: {
        ...emptyDashboard.billing,
        subscribe: () => subscription,
        offer: (): Offer => ({
          currency: 'EUR',
          tax: null,
          billing: { required: ['address', 'country'], missing: ['address'] },
        }),
      },
      companies: {
        ...noCompany,
        profile: () => profile,
        changeProfile: (fields: object) => {
          changed.push(fields);
          return { ...profile, ...fields };
        },
      },
    });
    const details = within(await screen.findByRole('form', { name: 'Billing details' }));
    const go = details.getByRole('button', { name: 'Continue to payment' });
    await user.click(go);
    expect(await details.findByText('Please enter your billing address')).toBeVisible();
    await user.type(details.getByLabelText('Address'), 'Graben 1');
    await user.type(details.getByLabelText('City'), 'Wien');
    await user.click(go);
    await form();
    expect(changed).toMatchObject([{ address: 'Graben 1', city: 'Wien' }]);
  });
});
