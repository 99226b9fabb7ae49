import { confirmIntent } from '~/sandbox/payments/confirm';
import type { PaymentsSandbox } from '~/sandbox/payments/service';
import type { Thing } from '~/sandbox/payments/store';

/** Makes changes in the dashboard of the fake Stripe, bypassing the product. */
export function stripeCallsOf(sandbox: Pick<PaymentsSandbox, 'fetch' | 'within'>) {
  const call = async (method: string, path: string, form: Record<string, string> = {}) => {
    const response = await sandbox.fetch(`https://api.stripe.com/v1/${path}`, {
      method,
      ...(method !== 'GET' && { body: new URLSearchParams(form).toString() }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`);
    return (await response.json()) as Thing;
  };

  const pay = (clientSecret: string, last4 = '4242') =>
    sandbox.within((store) =>
      confirmIntent(store, clientSecret, { last4, expMonth: 12, expYear: 2034 }),
    );

  return {
    call,
    pay,

    /** Changes an object of the fake Stripe and sends the event. */
    change: (id: string, changes: Record<string, unknown>, event?: string) =>
      sandbox.within(async (store) => {
        const thing = await store.find(id);
        if (!thing) throw new Error(`there is no ${id}`);
        const changed = await store.put({ ...thing, ...changes });
        if (event) await store.emit(event, changed);
        return changed;
      }),

    /** Creates a price in the dashboard of the fake Stripe. */
    makePrice: (unitAmount = 7700) =>
      call('POST', 'prices', {
        product: 'prod_made_by_hand',
        unit_amount: String(unitAmount),
        currency: 'usd',
        'recurring[interval]': 'month',
      }),

    /** Creates a subscription in the dashboard of the fake Stripe and pays it. @returns its id */
    async subscribe(customer: string, price: string): Promise<string> {
      const made = await call('POST', 'subscriptions', {
        customer,
        'items[0][price]': price,
        'expand[0]': 'latest_invoice.confirmation_secret',
      });
      const invoice = made.latest_invoice as { confirmation_secret: { client_secret: string } };
      await pay(invoice.confirmation_secret.client_secret);
      return made.id;
    },
  };
}
