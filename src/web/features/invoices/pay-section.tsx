import { ClientOnly, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import type { ClientInvoice, PaymentOutcome } from '~/contract/invoices/invoices-schema';
import { Button } from '~/web/ui/button';
import { focusNow } from '~/web/ui/focus-now';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { Skeleton } from '~/web/ui/skeleton';
import styles from './invoice-document.module.css';
import { PaidNote } from './paid-note.lazy';
import type { PaySearch } from './pay-search';
import { pendingPaymentOf } from './payment-states';
import { TransferDetails } from './transfer-details';
import { useOutcome } from './use-outcome';

/** Payment form, which the billing feature provides. */
export type PaymentPart = ComponentType<{
  payment: string;
  submitLabel: string;
  hasFailed: boolean;
  returnUrl(): string;
  start(): Promise<{ clientSecret: string }>;
  onConfirmed(): void;
  /** Called if the amount has changed, or the payment was canceled, while the form was open. */
  onOvertaken(): Promise<unknown>;
  onClose(): void;
}>;

interface PaySectionProps {
  invoice: ClientInvoice;
  /** Base path of the invoice's PDFs. */
  files: string;
  /** Links to show after the payment. */
  next?: ReactNode;
  form: PaymentPart;
  start(): Promise<{ clientSecret: string }>;
  readOutcome(): Promise<PaymentOutcome>;
  refresh(): Promise<unknown>;
}

const hereWithoutQuery = () => window.location.origin + window.location.pathname;

const said = {
  waiting: 'Your payment was sent. We’re confirming it…',
  unknown:
    'Your payment was sent. Confirmation is taking longer than usual. Please reload this page in a few minutes. There is no need to pay again.',
  pending: 'Thank you. Your payment has started. We’ll email you once your bank completes it.',
  received: 'We’ve received a payment. Thank you.',
};

/** Section for paying the outstanding amount, online or by transfer. */
export function PaySection(props: PaySectionProps) {
  const { invoice, files, next, form: Form, start, refresh } = props;
  const navigate = useNavigate();
  const { pay, redirect_status: returned }: PaySearch = useSearch({ strict: false });
  const hasFailed = returned === 'failed';
  const isPaying = pay === true || hasFailed;
  useEffect(() => {
    if (isPaying || returned) void PaidNote.preload?.();
  }, [isPaying, returned]);
  const { outcome, find } = useOutcome({
    isReturned: returned === 'succeeded',
    read: props.readOutcome,
    refresh,
  });
  useEffect(() => {
    if (returned !== 'succeeded' || outcome === 'waiting' || outcome === 'unknown') return;
    // Removes the result from the URL: it is already shown, so a reload does not have to read it
    // again.
    void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  }, [returned, outcome, navigate]);
  const show = (isOpen: boolean) =>
    void navigate({
      to: '.',
      search: isOpen ? { pay: true } : {},
      replace: true,
      resetScroll: false,
    });
  /**
   * Opens the payment form. Refreshes the amount first, because part of it may have been paid or
   * credited since the page was loaded.
   */
  const begin = () => void refresh().finally(() => show(true));
  const [wasPaying, setWasPaying] = useState(isPaying);
  if (isPaying && !wasPaying) setWasPaying(true);
  // Stays mounted after the payment, so that the confirmation is announced.
  if (invoice.status !== 'open') {
    return outcome === 'received' ? (
      <Suspense>
        <PaidNote invoice={invoice} files={files} next={next} />
      </Suspense>
    ) : null;
  }
  const note = outcome !== 'none' && (
    <p role="status" tabIndex={-1} ref={focusNow} className={styles.waiting}>
      {said[outcome]}
    </p>
  );
  if (pendingPaymentOf(invoice.payments)) {
    return note && <div className={styles.pay}>{note}</div>;
  }
  const amount = formatAmount(invoice.remaining, invoice.currency);
  return (
    <section className={styles.pay} aria-labelledby="pay-title">
      {outcome === 'received' && note}
      <h2
        // The changed key remounts the heading when a payment begins, so that it gets the focus.
        key={String(isPaying)}
        id="pay-title"
        className={styles.heading}
        {...(isPaying && { tabIndex: -1, ref: bringToTop })}
      >
        Pay {amount}
      </h2>
      {outcome === 'none' || outcome === 'received' ? (
        <div className={styles.ways}>
          {invoice.canPayOnline && (
            <section className={`${styles.way} ${styles.onScreen}`} aria-labelledby="online-title">
              <h3 id="online-title" className={styles.subheading}>
                Online
              </h3>
              <NeedsScripts what="Paying online" />
              {isPaying ? (
                <ClientOnly fallback={<Skeleton height="16rem" />}>
                  <Suspense fallback={<Skeleton height="16rem" />}>
                    <Form
                      payment={`${invoice.number} ${invoice.remaining}`}
                      submitLabel={`Pay ${amount}`}
                      hasFailed={hasFailed}
                      returnUrl={hereWithoutQuery}
                      start={start}
                      onConfirmed={() => {
                        show(false);
                        void find();
                      }}
                      onOvertaken={refresh}
                      onClose={() => show(false)}
                    />
                  </Suspense>
                </ClientOnly>
              ) : (
                <div className={styles.withScripts}>
                  <Button size="lg" autoFocus={wasPaying} onClick={begin}>
                    Pay online
                  </Button>
                  <p className={styles.note}>
                    Pay the full balance by card or another method available in your country.
                  </p>
                </div>
              )}
            </section>
          )}
          {invoice.bank && (
            <TransferDetails
              bank={invoice.bank}
              remaining={invoice.remaining}
              currency={invoice.currency}
            />
          )}
          {!invoice.bank && !invoice.canPayOnline && (
            <p>Please write to {invoice.seller.email} about how to pay.</p>
          )}
        </div>
      ) : (
        note
      )}
    </section>
  );
}

/** Scrolls the form to the upper part of the window and focuses it when a payment begins. */
function bringToTop(heading: HTMLElement | null) {
  heading?.focus({ preventScroll: true });
  // Runs after the router has scrolled the new page.
  requestAnimationFrame(() => {
    if (!heading) return;
    const { top } = heading.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight * 0.4) heading.scrollIntoView({ block: 'start' });
  });
}
