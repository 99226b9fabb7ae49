import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { Button } from '~/web/ui/button';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { Skeleton } from '~/web/ui/skeleton';
import styles from './invoice-document.module.css';
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
  onClose(): void;
}>;

interface PaySectionProps {
  invoice: ClientInvoice;
  card: CardPart;
  start(): Promise<{ clientSecret: string }>;
  refresh(): Promise<unknown>;
}

const hereWithoutQuery = () => window.location.origin + window.location.pathname;

/** Payment of what remains, by card or by transfer. */
export function PaySection({ invoice, card: Card, start, refresh }: PaySectionProps) {
  const navigate = useNavigate();
  const { pay, redirect_status: returned }: PaySearch = useSearch({ strict: false });
  const settlement = useSettlement(invoice, { isAwaited: returned === 'succeeded', refresh });
  const show = (isOpen: boolean) =>
    void navigate({
      to: '.',
      search: isOpen ? { pay: true } : {},
      replace: true,
      resetScroll: false,
    });
  // Stays mounted once it is paid, to say so.
  if (invoice.status !== 'open') return null;
  const amount = formatAmount(invoice.remaining, invoice.currency);
  const { bank } = invoice;
  return (
    <section className={styles.part} aria-labelledby="pay-title">
      <h2 id="pay-title" className={styles.heading}>
        Pay {amount}
      </h2>
      {settlement.isWaiting ? (
        <p role="status" className={styles.waiting}>
          {settlement.isLate
            ? 'Your card was accepted. The confirmation takes longer than usual; this page shows it as soon as it is here. There is no need to pay again.'
            : 'Your card was accepted. One moment, the payment is being confirmed.'}
        </p>
      ) : (
        <div className={styles.ways}>
          {invoice.canPayByCard && (
            <section className={`${styles.way} ${styles.onScreen}`} aria-labelledby="card-title">
              <h3 id="card-title" className={styles.subheading}>
                By card
              </h3>
              <NeedsScripts what="Paying by card" />
              {returned === 'failed' && (
                <p role="alert" className={styles.failure}>
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
                    onClose={() => show(false)}
                  />
                </Suspense>
              ) : (
                <div className={styles.withScripts}>
                  <Button size="lg" onClick={() => show(true)}>
                    Pay by card
                  </Button>
                  <p className={styles.note}>The whole amount that is still to be paid.</p>
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
