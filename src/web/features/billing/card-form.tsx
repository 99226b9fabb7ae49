import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { type FormEvent, type ReactNode, useMemo, useState } from 'react';

import type { PaymentProvider } from '~/contract/billing/billing-schema';
import { Button } from '~/web/ui/button';
import { focusNow } from '~/web/ui/focus-now';
import { Skeleton } from '~/web/ui/skeleton';
import styles from './card-form.module.css';
import { loadStripe } from './load-stripe';

interface FormProps {
  label: string;
  submitLabel: string;
  /** @returns what the provider says where it did not go well */
  onConfirm(stripe: Stripe, elements: StripeElements): Promise<string | undefined>;
  children?: ReactNode;
}

/** Asks for a card, with Stripe's own fields or the sandbox's. */
export function CardForm({
  provider,
  clientSecret,
  ...form
}: FormProps & { provider: PaymentProvider; clientSecret: string }) {
  const stripe = useMemo(() => loadStripe(provider), [provider]);
  const options = useMemo(() => ({ clientSecret, appearance: appearance() }), [clientSecret]);
  return (
    <Elements key={clientSecret} stripe={stripe} options={options}>
      {provider.kind === 'sandbox' && (
        <p className={styles.banner}>
          <strong>Sandbox.</strong> No money moves here. Pay with a test card.
        </p>
      )}
      <Fields {...form} />
    </Elements>
  );
}

function Fields({ label, submitLabel, onConfirm, children }: FormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || isPending) return;
    setPending(true);
    setFailure('');
    try {
      setFailure((await onConfirm(stripe, elements)) ?? '');
    } finally {
      setPending(false);
    }
  };

  return (
    <form className={styles.form} aria-label={label} onSubmit={submit} noValidate>
      {failure && (
        // Each time anew: the same message after a second attempt is news as well.
        <p role="alert" tabIndex={-1} ref={focusNow} className={styles.failure}>
          {failure}
        </p>
      )}
      {!isReady && <Skeleton height="11rem" />}
      <PaymentElement onReady={() => setReady(true)} />
      <div className={styles.actions}>
        <Button type="submit" size="lg" disabled={!stripe || !isReady || isPending}>
          {isPending ? 'Processing...' : submitLabel}
        </Button>
        {children}
      </div>
    </form>
  );
}

/** Stripe's fields in our colours; they are in a frame of its own, where our styles do not reach. */
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
