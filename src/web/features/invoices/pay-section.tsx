import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { Button } from '~/web/ui/button';
import { focusNow } from '~/web/ui/focus-now';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { Skeleton } from '~/web/ui/skeleton';
import { pendingDebitOf } from './bank-debits';
import styles from './invoice-document.module.css';
import { PaidNote } from './paid-note.lazy';
import type { PaySearch } from './pay-search';
import { TransferDetails } from './transfer-details';
import { useSettlement } from './use-settlement';

/** The card form, which is billing's. */
export type CardPart = ComponentType<{
  payment: string;
  submitLabel: string;
  returnUrl(): string;
  start(): Promise<{ clientSecret: string }>;
  onConfirmed(): void;
  /** The amount changed, or the payment was closed, while the card was typed. */
  onOvertaken(): Promise<unknown>;
  onClose(): void;
}>;

interface PaySectionProps {
  invoice: ClientInvoice;
  /** The address below which its PDFs are. */
  files: string;
  /** Where a client goes on from here once it is paid. */
  next?: ReactNode;
  card: CardPart;
  start(): Promise<{ clientSecret: string }>;
  refresh(): Promise<unknown>;
}

const hereWithoutQuery = () => window.location.origin + window.location.pathname;

/** Payment of what remains, by card, bank debit or transfer. */
export function PaySection(props: PaySectionProps) {
  const { invoice, files, next, card: Card, start, refresh } = props;
  const navigate = useNavigate();
  const { pay, redirect_status: returned }: PaySearch = useSearch({ strict: false });
  useEffect(() => {
    if (pay || returned) void PaidNote.preload?.();
  }, [pay, returned]);
  const settlement = useSettlement(invoice, { isAwaited: returned === 'succeeded', refresh });
  const show = (isOpen: boolean) =>
    void navigate({
      to: '.',
      search: isOpen ? { pay: true } : {},
      replace: true,
      resetScroll: false,
    });
  /** What was read before may have been paid or credited in part since. */
  const begin = () => void refresh().finally(() => show(true));
  const [wasPaying, setWasPaying] = useState(pay);
  if (pay && !wasPaying) setWasPaying(true);
  // Stays mounted once it is paid, to say so.
  if (invoice.status !== 'open') {
    return settlement.isReceived ? (
      <Suspense>
        <PaidNote invoice={invoice} files={files} next={next} />
      </Suspense>
    ) : null;
  }
  const amount = formatAmount(invoice.remaining, invoice.currency);
  const { bank, canPayByDebit } = invoice;
  const ways = canPayByDebit ? 'card or bank debit' : 'card';
  if (pendingDebitOf(invoice.payments)) {
    return settlement.isBegun ? (
      <p role="status" tabIndex={-1} ref={focusNow} className={`${styles.pay} ${styles.waiting}`}>
        Thank you. Your bank debit has started. We’ll email you once your bank completes it.
      </p>
    ) : null;
  }
  return (
    <section className={styles.pay} aria-labelledby="pay-title">
      {settlement.isReceived && (
        <p role="status" tabIndex={-1} ref={focusNow} className={styles.waiting}>
          We’ve received a payment. Thank you.
        </p>
      )}
      <h2
        // Anew each time that payment begins, so that it is focused then.
        key={String(pay)}
        id="pay-title"
        className={styles.heading}
        {...(pay && { tabIndex: -1, ref: bringToTop })}
      >
        Pay {amount}
      </h2>
      {settlement.isWaiting ? (
        <p role="status" tabIndex={-1} ref={focusNow} className={styles.waiting}>
          {settlement.isLate
            ? 'Your payment was accepted. Confirmation is taking longer than usual and will appear here. There is no need to pay again.'
            : 'Your payment was accepted. We’re confirming it…'}
        </p>
      ) : (
        <div className={styles.ways}>
          {invoice.canPayByCard && (
            <section className={`${styles.way} ${styles.onScreen}`} aria-labelledby="card-title">
              <h3 id="card-title" className={styles.subheading}>
                By {ways}
              </h3>
              <NeedsScripts what={`Paying by ${ways}`} />
              {returned === 'failed' && (
                <p role="alert" tabIndex={-1} ref={focusNow} className={styles.failure}>
                  Your bank did not approve the payment. Nothing was charged.
                </p>
              )}
              {pay ? (
                <Suspense fallback={<Skeleton height="16rem" />}>
                  <Card
                    payment={`${invoice.number} ${invoice.remaining}`}
                    submitLabel={`Pay ${amount}`}
                    returnUrl={hereWithoutQuery}
                    start={start}
                    onConfirmed={() => {
                      settlement.await();
                      show(false);
                      void refresh();
                    }}
                    onOvertaken={refresh}
                    onClose={() => show(false)}
                  />
                </Suspense>
              ) : (
                <div className={styles.withScripts}>
                  <Button size="lg" autoFocus={wasPaying === true} onClick={begin}>
                    Pay by {ways}
                  </Button>
                  <p className={styles.note}>Pays the full balance.</p>
                </div>
              )}
            </section>
          )}
          {bank && (
            <TransferDetails
              bank={bank}
              remaining={invoice.remaining}
              currency={invoice.currency}
            />
          )}
          {!bank && !invoice.canPayByCard && (
            <p>Please write to {invoice.seller.email} about how to pay.</p>
          )}
        </div>
      )}
    </section>
  );
}

/** Payment has begun: the keyboard is there, and what is to be filled in stands in the upper part of the window. */
function bringToTop(heading: HTMLElement | null) {
  heading?.focus({ preventScroll: true });
  // After the router has set where a new page begins.
  requestAnimationFrame(() => {
    if (!heading) return;
    const { top } = heading.getBoundingClientRect();
    if (top < 0 || top > window.innerHeight * 0.4) heading.scrollIntoView({ block: 'start' });
  });
}
