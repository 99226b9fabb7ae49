import { newId, type Store, seconds, type Thing } from './store';

/** Stores the charge of an intent. By default, it is paid immediately. */
export const putCharge = (
  store: Store,
  intent: Thing,
  method: Thing,
  changes: Partial<Thing> = {},
): Promise<Thing> =>
  store.put({
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    captured: true,
    created: seconds(),
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: method.type },
    refunded: false,
    status: 'succeeded',
    ...changes,
  });
