import { toast } from '~/web/ui/toast-store';

/** An error of Stripe.js, or the last error of an intent. */
interface StripeError {
  type?: string | undefined;
  code?: string | undefined;
  message?: string | undefined;
}

/** Returns the message for a failed payment. */
export function failureWords(error: StripeError | null | undefined): string {
  if (error?.code === 'payment_method_customer_decline') {
    return 'You canceled the payment. Nothing was charged.';
  }
  return error?.message ?? 'The payment was not completed. Nothing was charged.';
}

let notice: { dismiss(): void } | undefined;

/** Dismisses the toast about the previous attempt to pay. */
export const dismissFailure = (): void => notice?.dismiss();

/**
 * Shows a toast about a failed payment, unless Stripe's fields show the error.
 *
 * @returns the message
 */
export function reportFailure(error: StripeError): string {
  const message = failureWords(error);
  if (error.type !== 'validation_error') {
    notice = toast({ title: 'Payment Failed', description: message, variant: 'destructive' });
  }
  return message;
}
