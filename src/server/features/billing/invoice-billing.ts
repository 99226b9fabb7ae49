import type Stripe from 'stripe';

import type { Repayment } from '~/contract/billing/payments';
import type { Issuing } from '~/server/features/invoices/issue';
import type { Transaction } from './apply-subscription';

/** Runs in the transaction in which a snapshot is written. */
export type AfterSync = (tx: Transaction, notes: readonly string[]) => Promise<void>;

/** Payments of the agency's own invoices: by intents that belong to no invoice at Stripe, and by transfer. */
export interface InvoiceBilling {
  /** Reads the settings for documents; called before the transaction in which they are issued. */
  prepare(): Promise<Issuing>;
  /** @param intent.key from its metadata */
  owns(intent: { id: string; key?: string | undefined }): Promise<boolean>;
  sync(stripe: Stripe, intentId: string, within?: AfterSync): Promise<void>;
  reconcile(stripe: Stripe): Promise<void>;
  /** Records that a transfer was refunded; without an amount, all that is left of it. */
  refundTransfer(
    paymentId: number,
    amountCents: number | undefined,
    repayment?: Repayment,
  ): Promise<void>;
}
