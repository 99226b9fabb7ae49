import { Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';

import { Facts } from '~/web/admin/ui/facts';
import { RecordHead, RecordPage } from '~/web/admin/ui/record-page';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { DocumentFiles } from './document-files';
import { ClientLink } from './invoice-record';
import { ItemsTable } from './items-table';

/** Page of a credit note, with a link to the invoice that it corrects. */
export function CreditNotePage({ id }: { id: number }) {
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.invoices.creditNote.queryOptions({ id }));
  return (
    <RecordPage list="All credit notes" title="Credit note" query={query}>
      {({ invoice, ...note }) => (
        <>
          <RecordHead
            title={`Credit note ${note.number}`}
            note={<ClientLink invoice={invoice} />}
          />
          <div className="record-columns">
            <div className="record-main">
              <section aria-labelledby="reason-title">
                <Title order={2} id="reason-title" mb="xs">
                  Reason
                </Title>
                <Text className="as-written">{note.reason}</Text>
              </section>
              <ItemsTable
                document={{ ...note, currency: invoice.currency }}
                country={invoice.seller.country}
              />
            </div>
            <aside className="record-aside" aria-label="About the credit note">
              <Facts
                facts={[
                  ['Date', <When key="on" at={note.issueDate} isDate />],
                  [
                    'Invoice',
                    <Link
                      key="invoice"
                      to="/admin"
                      search={{ section: 'invoices', open: invoice.id }}
                    >
                      {invoice.number}
                    </Link>,
                  ],
                ]}
              />
              <DocumentFiles
                path={`invoices/${invoice.id}/credit-notes/${note.id}`}
                eInvoice={
                  note.syntaxes.length > 0 || invoice.eInvoice.valid
                    ? { valid: true, syntaxes: note.syntaxes }
                    : invoice.eInvoice
                }
              />
            </aside>
          </div>
        </>
      )}
    </RecordPage>
  );
}
