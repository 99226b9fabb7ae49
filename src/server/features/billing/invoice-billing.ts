import type Stripe from 'stripe';

import type { Repayment } from '~/contract/billing/payments';
import type { Issuing } from '~/server/features/invoices/issue';
import type { Transaction } from './apply-subscription';

/** Runs in the transaction in which a snapshot is written. */
export type AfterSync = (tx: Transaction, notes: readonly string[]) => Promise<void>;

/** Payments of the agency's own invoices: through payment intents that belong to no Stripe invoice, and by transfer. */
export interface InvoiceBilling {
  /** Reads the settings for documents. Called before the transaction that issues them. */
  prepare(): Promise<Issuing>;
  /** Returns whether an intent pays one of the agency's invoices. @param intent.key key in its metadata */
  owns(intent: { id: string; key?: string | undefined }): Promise<boolean>;
  sync(stripe: Stripe, intentId: string, within?: AfterSync): Promise<void>;
  reconcile(stripe: Stripe): Promise<void>;
  /** Records the refund of a transfer: of an amount, or of all that remains. */
  refundTransfer(
    paymentId: number,
    amountCents: number | undefined,
    repayment?: Repayment,
  ): Promise<void>;
}
