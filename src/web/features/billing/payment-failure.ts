/** An error of Stripe.js, or the last one of an intent. */
interface StripeError {
  code?: string | undefined;
  message?: string | undefined;
}

/** Says why a payment was not made. */
export function failureWords(error: StripeError | null | undefined): string {
  if (error?.code === 'payment_method_customer_decline') {
    return 'You canceled the payment. Nothing was charged.';
  }
  return error?.message ?? 'The payment was not completed. Nothing was charged.';
}
