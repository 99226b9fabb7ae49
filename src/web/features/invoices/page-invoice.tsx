import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';

import { useResult } from '~/web/lib/use-result';
import { InvoiceDocument } from './invoice-document';
import styles from './invoice-document.module.css';
import { type PaymentPart, PaySection } from './pay-section';

const route = getRouteApi('/invoices/$token');

/** Page of an invoice at a private link. */
export function PageInvoice({ form }: { form: PaymentPart }) {
  const { api, client } = route.useRouteContext();
  const { token } = route.useParams();
  const invoice = useResult(api.invoices.byLink.queryOptions({ token }));
  const refresh = useCallback(() => api.invoices.byLink.invalidate(), [api]);
  const readOutcome = useCallback(
    () => client.invoices.paymentOutcomeByLink.mutate({ token }),
    [client, token],
  );
  return (
    <div className={`wrap ${styles.page}`}>
      <InvoiceDocument
        invoice={invoice}
        files={`/api/invoices/by-link/${token}`}
        pay={
          <PaySection
            invoice={invoice}
            files={`/api/invoices/by-link/${token}`}
            form={form}
            start={() => client.invoices.payByLink.mutate({ token })}
            readOutcome={readOutcome}
            refresh={refresh}
          />
        }
      />
    </div>
  );
}
