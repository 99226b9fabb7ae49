import { useRouter } from '@tanstack/react-router';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { type Editing, toEdit } from '~/web/admin/content/editor-drawer';
import { EditorPage } from '~/web/admin/content/editor-page';
import { useCan } from '~/web/admin/shell/use-can';
import { Notice } from '~/web/admin/ui/notice';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useQuery } from '~/web/lib/queries';
import { InvoiceForm } from './invoice-form';
import { InvoiceRecord } from './invoice-record';

/** Page of an invoice: an editable draft, or the issued document. The id is `new` for a new draft. */
export function InvoicePage({ id }: { id: string }) {
  const { api } = useRouter().options.context;
  return (
    <EditorPage
      id={id}
      list="All invoices"
      title="Invoice"
      query={useQuery(api.admin.invoices.get.queryOptions({ id: Number(id) }, toEdit(id)))}
      form={DraftOrRecord}
    />
  );
}

function DraftOrRecord(props: Editing<AdminInvoice>) {
  const mayChange = useCan()('invoices.write');
  const { opened } = props;
  if (!opened) return <InvoiceForm {...props} />;
  return <Current {...props} opened={opened} isEdited={opened.status === 'draft' && mayChange} />;
}

/**
 * Keeps the invoice up to date, because payments may arrive, and another tab or admin may issue the
 * draft while it is open.
 */
function Current(props: Editing<AdminInvoice> & { opened: AdminInvoice; isEdited: boolean }) {
  const { isEdited, ...form } = props;
  const { api } = useRouter().options.context;
  const { id } = form.opened;
  const current = useQuery(api.admin.invoices.get.queryOptions({ id }, { gcTime: 0 }));
  if (isEdited && (!current.data || current.data.status === 'draft')) {
    return <InvoiceForm {...form} />;
  }
  return (
    <Loaded query={current}>
      {(invoice) => {
        const issued = invoice.timeline.findLast(({ kind }) => kind === 'issued');
        return (
          <InvoiceRecord invoice={invoice}>
            {isEdited && (
              <Notice tone="wait" title={`Already issued as ${invoice.number}`}>
                {issued?.by ? `${issued.by} issued it.` : 'It was issued automatically.'} Your
                latest changes are not part of it. To correct the invoice, credit it.
              </Notice>
            )}
          </InvoiceRecord>
        );
      }}
    </Loaded>
  );
}
