import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback } from 'react';

import { useSuspenseQuery } from '~/web/lib/queries';
import { useRefresh } from '~/web/shell/live';
import { NeedsScripts } from '~/web/ui/needs-scripts';
import { InvoiceDocument } from './invoice-document';
import styles from './invoice-document.module.css';
import { type PaymentPart, PaySection } from './pay-section';

const route = getRouteApi('/dashboard/invoices/$id');

/** Page of one of the client's own invoices, with payment. */
export function PageOwnInvoice({ form }: { form: PaymentPart }) {
  const { api, client } = route.useRouteContext();
  const id = Number(route.useParams().id);
  const { data: invoice } = useSuspenseQuery(api.invoices.get.queryOptions({ id }));
  const paymentId = invoice.payments.findLast(({ status }) => status === 'completed')?.id;
  const refresh = useRefresh();
  const readOutcome = useCallback(
    () => client.invoices.paymentOutcome.mutate({ id }),
    [client, id],
  );
  return (
    <div className={`wrap ${styles.page}`}>
      <p className={styles.back}>
        <Link to="/dashboard/invoices">Invoices</Link>
      </p>
      <NeedsScripts what="Your dashboard" />
      <InvoiceDocument
        invoice={invoice}
        files={`/api/invoices/${id}`}
        pay={
          <PaySection
            invoice={invoice}
            files={`/api/invoices/${id}`}
            next={
              <>
                {paymentId && (
                  <Link to="/dashboard/payments/$id" params={{ id: String(paymentId) }}>
                    See the receipt
                  </Link>
                )}
                <Link to="/dashboard">Back to the dashboard</Link>
              </>
            }
            form={form}
            start={() => client.invoices.pay.mutate({ id })}
            readOutcome={readOutcome}
            refresh={refresh}
          />
        }
      />
    </div>
  );
}
