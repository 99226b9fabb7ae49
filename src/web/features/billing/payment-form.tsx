import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';

import type { PaymentProvider } from '~/contract/billing/billing-schema';
import { Button } from '~/web/ui/button';
import { focusNow } from '~/web/ui/focus-now';
import { Skeleton } from '~/web/ui/skeleton';
import { loadStripe } from './load-stripe';
import { dismissFailure, failureWords } from './payment-failure';
import styles from './payment-form.module.css';

interface FormProps {
  label: string;
  submitLabel: string;
  /**
   * True if the client has returned from a bank's page without paying. The form then shows the
   * reason.
   */
  hasFailed?: boolean | undefined;
  /** Confirms the payment method. @returns the provider's message if it failed */
  onConfirm(stripe: Stripe, elements: StripeElements): Promise<string | undefined>;
  children?: ReactNode;
}

/** Form for a payment method, with Stripe's own fields or the sandbox's. */
export function PaymentForm(
  props: FormProps & { provider: PaymentProvider; clientSecret: string },
) {
  const { provider, clientSecret, ...form } = props;
  const [stripe, setStripe] = useState<Stripe>();
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState(0);
  const options = useMemo(() => ({ clientSecret, appearance: appearance() }), [clientSecret]);

  useEffect(() => {
    let isCurrent = true;
    loadStripe(provider).then(
      (loaded) => isCurrent && setStripe(loaded),
      () => isCurrent && setFailedAttempt(attempt),
    );
    return () => {
      isCurrent = false;
    };
  }, [provider, attempt]);

  if (failedAttempt === attempt) {
    return (
      <div className={styles.form}>
        <p role="alert" className={styles.failure}>
          The payment form did not load, so nothing was charged. Check your connection, and allow
          js.stripe.com if you use a content blocker.
        </p>
        <div className={styles.actions}>
          <Button size="lg" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
          {form.children}
        </div>
      </div>
    );
  }
  if (!stripe) return <Skeleton height="16rem" />;
  return (
    <Elements key={`${clientSecret} ${attempt}`} stripe={stripe} options={options}>
      {provider.kind === 'sandbox' && (
        <p className={styles.banner}>
          <strong>Sandbox.</strong> No money moves here. Pay with a test card or a test account.
        </p>
      )}
      <Fields {...form} clientSecret={clientSecret} onLoadError={() => setFailedAttempt(attempt)} />
    </Elements>
  );
}

function Fields(props: FormProps & { clientSecret: string; onLoadError(): void }) {
  const { clientSecret, hasFailed, label, submitLabel, onConfirm, children } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState('');

  useEffect(() => {
    if (!hasFailed || !stripe) return;
    stripe.retrievePaymentIntent(clientSecret).then(
      ({ paymentIntent }) => setFailure(failureWords(paymentIntent?.last_payment_error)),
      () => setFailure(failureWords(undefined)),
    );
  }, [hasFailed, stripe, clientSecret]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || isPending) return;
    setPending(true);
    setFailure('');
    dismissFailure();
    try {
      setFailure((await onConfirm(stripe, elements)) ?? '');
    } finally {
      setPending(false);
    }
  };

  return (
    <form className={styles.form} aria-label={label} onSubmit={submit} noValidate>
      {failure && (
        // The changing key remounts the message, because screen readers must announce the same
        // message again after a second attempt.
        <p role="alert" tabIndex={-1} ref={focusNow} className={styles.failure}>
          {failure}
        </p>
      )}
      {!isReady && <Skeleton height="11rem" />}
      <PaymentElement onReady={() => setReady(true)} onLoadError={props.onLoadError} />
      <div className={styles.actions}>
        <Button type="submit" size="lg" disabled={!stripe || !isReady || isPending}>
          {isPending ? 'Processing...' : submitLabel}
        </Button>
        {children}
      </div>
    </form>
  );
}

/**
 * Returns our colors for Stripe's fields. Our style sheets do not apply to the fields, because they
 * are in an iframe.
 */
function appearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = document.documentElement.dataset.theme ?? (isDark ? 'dark' : 'light');
  const isNight = theme === 'dark';
  return {
    theme: isNight ? 'night' : 'stripe',
    variables: {
      colorPrimary: isNight ? '#f08a55' : '#b4471a',
      colorBackground: isNight ? '#111316' : '#fbf8f2',
      colorText: isNight ? '#f3eee4' : '#16181b',
      colorDanger: isNight ? '#ff8d85' : '#a3211d',
      borderRadius: style.getPropertyValue('--radius').trim() || '6px',
      fontFamily: 'sans-serif',
    },
  };
}
