import { toast } from '~/web/ui/toast-store';

/** An error of Stripe.js, or the last error of an intent. */
interface StripeError {
  type?: string | undefined;
  code?: string | undefined;
  message?: string | undefined;
}

/** Returns a message about why a payment was not made. */
export function failureWords(error: StripeError | null | undefined): string {
  if (error?.code === 'payment_method_customer_decline') {
    return 'You canceled the payment. Nothing was charged.';
  }
  return error?.message ?? 'The payment was not completed. Nothing was charged.';
}

let notice: { dismiss(): void } | undefined;

/** Dismisses the notice about the previous attempt to pay. */
export const dismissFailure = (): void => notice?.dismiss();

/** Shows a notice about a failed payment, unless its fields show the error. @returns the message */
export function reportFailure(error: StripeError): string {
  const message = failureWords(error);
  if (error.type !== 'validation_error') {
    notice = toast({ title: 'Payment Failed', description: message, variant: 'destructive' });
  }
  return message;
}
