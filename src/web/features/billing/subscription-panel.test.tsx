import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import type { MySubscription } from '~/contract/billing/billing-schema';
import { confirmationSeconds } from '~/contract/billing/payments';
import { AppError } from '~/contract/common/errors';
import {
  emptyDashboard,
  noCompany,
  sampleProfile,
  sampleSubscription,
} from '~/testing/client-samples';
import { type Answers, allowOnConsole, renderScreen, shownToasts } from '~/testing/render';

const panel = () => screen.getByRole('region', { name: 'Subscription' });
const button = (name: string) => screen.getByRole('button', { name });

const open = (
  subscription: MySubscription | null,
  billing: Answers['billing'] = {},
  search = '',
  companies: Answers['companies'] = {},
) =>
  renderScreen(`/dashboard${search}`, {
    ...emptyDashboard,
    billing: { ...emptyDashboard.billing, mine: () => subscription, ...billing },
    companies: { ...noCompany, ...companies },
  });

async function cancel(user: UserEvent) {
  await user.click(button('Cancel subscription'));
  await user.click(button('Confirm cancellation'));
}

describe('the subscription', () => {
  it('is canceled, resumed from the notice, canceled again and resumed', async () => {
    const ending = sampleSubscription({ cancelAtPeriodEnd: true });
    const { user, api } = await open(sampleSubscription(), {
      cancel: () => ending,
      resume: () => sampleSubscription(),
    });
    await cancel(user);
    await waitFor(() => expect(panel()).toHaveTextContent('Ends on'));
    expect(panel()).toContainElement(document.activeElement as HTMLElement);
    expect(document.activeElement).toHaveTextContent(
      'Your plan runs until 21 December 2026, then ends. You won’t be charged again.',
    );
    expect(shownToasts()[0]).toContain('Your plan runs until 21 December 2026, then ends.');
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).not.toBeInTheDocument();
    await user.click(button('Undo'));
    await waitFor(() => expect(panel()).toHaveTextContent('Renews on'));
    expect(shownToasts()[0]).toMatch(/^Subscription resumed/);

    await cancel(user);
    await waitFor(() => expect(panel()).toHaveTextContent('Ends on'));
    await user.click(button('Resume subscription'));
    await waitFor(() => expect(panel()).toHaveTextContent('Renews on'));
    expect(api.inputsOf('billing.resume')).toHaveLength(2);
  });

  it('is not canceled with one click: shows what ends and when, and offers a smaller plan', async () => {
    const { user, api } = await open(sampleSubscription(), {
      previewChange: () => new Promise(() => {}),
    });
    await user.click(button('Cancel subscription'));
    const title = screen.getByRole('heading', { name: 'Cancel Professional?' });
    expect(title).toHaveFocus();
    expect(panel()).toHaveTextContent('It runs until 21 December 2026, then ends');
    await user.click(button('Keep the plan'));
    expect(button('Cancel subscription')).toHaveFocus();

    await user.click(button('Cancel subscription'));
    await user.click(button('Change to Starter instead'));
    expect(screen.getByRole('radio', { name: /^Starter, monthly/ })).toBeChecked();
    expect(api.inputsOf('billing.cancel')).toEqual([]);
  });

  it('opens the form for another card if the URL asks for it', async () => {
    const { location } = await open(
      sampleSubscription({ status: 'past_due' }),
      { replaceCard: () => new Promise(() => {}) },
      '/plan?card=true',
    );
    expect(screen.getByRole('heading', { name: 'Another card' })).toHaveFocus();
    expect(location()).toBe('/dashboard/plan?card=true');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your plan');
  });

  it('changes the plan after showing the amount', async () => {
    const { user, api } = await open(sampleSubscription(), {
      previewChange: ({ planId, billingCycle = 'monthly' }) => ({
        planId,
        billingCycle,
        amountDue: '250.00',
        credit: '0.00',
        amount: '900.00',
        tax: null,
        billing: { required: [], missing: [] },
        currency: 'USD',
        countedAt: 1_800_000_000,
      }),
      change: () =>
        sampleSubscription({ plan: { id: 3, name: 'Business', description: '', features: [] } }),
    });
    await user.click(button('Change plan'));
    expect(
      screen.getByRole('radio', { name: /^Professional, monthly \(current plan\)/ }),
    ).toBeDisabled();
    expect(button('Confirm change')).toBeDisabled();
    await user.click(screen.getByRole('radio', { name: /^Business, monthly/ }));
    await waitFor(() => expect(panel()).toHaveTextContent('$250 today, then $900 a month'));
    await user.click(button('Confirm change'));
    await waitFor(() => expect(shownToasts()).toEqual(['Plan changedYour new plan is active.']));
    expect(panel()).toHaveTextContent('Business');
    expect(api.inputsOf('billing.change')).toEqual([
      { planId: 3, billingCycle: 'monthly', amountDue: '250.00', countedAt: 1_800_000_000 },
    ]);
    expect(screen.queryByRole('button', { name: 'Confirm change' })).not.toBeInTheDocument();
  });

  it('asks for the address before the change, and shows the tax of each payment', async () => {
    let profile = sampleProfile({ country: 'AT' });
    const { user, api } = await open(
      sampleSubscription(),
      {
        previewChange: ({ planId, billingCycle = 'monthly' }) => ({
          planId,
          billingCycle,
          amountDue: '300.00',
          credit: '0.00',
          amount: '1080.00',
          tax: {
            ...{ net: '900.00', tax: '180.00', gross: '1080.00' },
            ...{ label: 'VAT, 20%', why: 'in the same country' },
          },
          billing: {
            required: ['address', 'country'],
            missing: profile.address ? [] : ['address'],
          },
          currency: 'USD',
          countedAt: 1_800_000_000,
        }),
      },
      '/plan',
      {
        profile: () => profile,
        changeProfile: (fields: object) => {
          profile = { ...profile, ...fields };
          return profile;
        },
      },
    );
    await user.click(button('Change plan'));
    await user.click(screen.getByRole('radio', { name: /^Business, monthly/ }));
    const billing = within(await screen.findByRole('form', { name: 'Billing details' }));
    expect(panel()).toHaveTextContent('VAT, 20% (in the same country): $180.00 of each payment');
    expect(button('Confirm change')).toBeDisabled();
    await user.click(billing.getByRole('button', { name: 'Save billing details' }));
    expect(await billing.findByText('Please enter your billing address')).toBeVisible();
    await user.type(billing.getByLabelText('Address'), 'Graben 1');
    await user.type(billing.getByLabelText('City'), 'Wien');
    await user.click(billing.getByRole('button', { name: 'Save billing details' }));
    await waitFor(() => expect(button('Confirm change')).toBeEnabled());
    expect(screen.queryByRole('form', { name: 'Billing details' })).not.toBeInTheDocument();
    expect(api.inputsOf('billing.change')).toEqual([]);
  });

  it('keeps its plan if the change is rejected', async () => {
    const { user } = await open(sampleSubscription(), {
      previewChange: () => {
        throw new AppError('CONFLICT', 'Please pay what is open first');
      },
    });
    await user.click(button('Change plan'));
    expect(screen.getByText('Which plan would you like?')).toHaveFocus();
    await user.click(screen.getByRole('radio', { name: /^Starter, monthly/ }));
    expect(await screen.findByText('Please pay what is open first')).toBeVisible();
    expect(button('Confirm change')).toBeDisabled();
    await user.click(button('Keep the plan'));
    expect(button('Change plan')).toHaveFocus();
  });

  it('that is unpaid asks for another card and charges it', async () => {
    allowOnConsole(/not wrapped in act/, /not configured to support act/);
    vi.stubGlobal('fetch', async () =>
      Response.json({ intent: { id: 'seti_1', object: 'setup_intent', status: 'succeeded' } }),
    );
    const { user, api } = await open(sampleSubscription({ status: 'past_due' }), {
      replaceCard: () => ({ clientSecret: 'seti_1_secret_2' }),
      adoptCard: () => sampleSubscription({ card: 'Visa ending in 5556' }),
    });
    expect(within(panel()).getByRole('alert')).toHaveTextContent('Your last payment failed.');
    expect(screen.queryByRole('button', { name: 'Change plan' })).not.toBeInTheDocument();
    await user.click(button('Update card'));
    const form = within(await screen.findByRole('form', { name: 'Another card' }));
    await user.type(await form.findByLabelText('Card number'), '4242 4242 4242 4242');
    await user.type(form.getByLabelText('Expiry (MM/YY)'), '12/34');
    await user.type(form.getByLabelText('CVC'), '123');
    const save = form.getByRole('button', { name: 'Save card' });
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    await waitFor(() =>
      expect(shownToasts()).toEqual(['Card replacedFuture payments use this card.']),
    );
    expect(api.inputsOf('billing.adoptCard')).toEqual([{ setupIntentId: 'seti_1' }]);
    expect(panel()).toHaveTextContent('Visa ending in 5556');
    expect(within(panel()).queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('a payment that was just made', () => {
  it('is awaited, with a notice if that takes long, and shown as the plan once it is confirmed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { api, location } = await open(null, {}, '?paid=true');
    const status = () => within(panel()).getByRole('status');
    await act(() => vi.advanceTimersByTimeAsync((confirmationSeconds - 2) * 1000));
    expect(status()).toHaveTextContent('Your payment is being confirmed.');
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(status()).toHaveTextContent('Your payment is not confirmed yet.');
    api.answer({ billing: { mine: () => sampleSubscription() } });
    await act(() => vi.advanceTimersByTimeAsync(8_000));
    await waitFor(() => expect(panel()).toHaveTextContent('Professional'));
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });
});
