import { Space } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { type Editing, EditorDrawer, toEdit } from '~/web/admin/content/editor-drawer';
import { useCan } from '~/web/admin/shell/use-can';
import { Notice } from '~/web/admin/ui/notice';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useQuery } from '~/web/lib/queries';
import { InvoiceForm } from './invoice-form';
import { InvoiceRecord } from './invoice-record';

const query = (id: string) => ({ id: Number(id) });

/** Shows an invoice: an editable draft, or the issued document. The id is `new` for a new draft. */
export function InvoiceDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  return (
    <EditorDrawer
      id={id}
      noun="invoice"
      nameOf={({ number }) => (number ? `Invoice ${number}` : 'Draft invoice')}
      query={useQuery(api.admin.invoices.get.queryOptions(query(id), toEdit(id)))}
      form={DraftOrRecord}
      size="60rem"
      onClose={onClose}
    />
  );
}

function DraftOrRecord(props: Editing<AdminInvoice>) {
  const mayChange = useCan()('invoices.write');
  const { opened } = props;
  if (!opened) return <InvoiceForm {...props} />;
  if (opened.status !== 'draft' || !mayChange) return <Current id={opened.id} />;
  return <Draft {...props} opened={opened} />;
}

/** Another tab or admin may issue the draft while it is open. */
function Draft(props: Editing<AdminInvoice> & { opened: AdminInvoice }) {
  const { api } = useRouter().options.context;
  const { id } = props.opened;
  const { data: current } = useQuery(api.admin.invoices.get.queryOptions({ id }, { gcTime: 0 }));
  if (!current || current.status === 'draft') return <InvoiceForm {...props} />;
  const issued = current.timeline.findLast(({ kind }) => kind === 'issued');
  return (
    <>
      <Notice tone="wait" title={`Already issued as ${current.number}`}>
        {issued?.by ? `${issued.by} issued it.` : 'It was issued automatically.'} Your latest
        changes are not part of it. To correct the invoice, credit it.
      </Notice>
      <Space h="md" />
      <InvoiceRecord invoice={current} />
    </>
  );
}

/** Issued invoices are updated live, because payments may arrive. */
function Current({ id }: { id: number }) {
  const { api } = useRouter().options.context;
  const current = useQuery(api.admin.invoices.get.queryOptions({ id }, { gcTime: 0 }));
  return <Loaded query={current}>{(invoice) => <InvoiceRecord invoice={invoice} />}</Loaded>;
}
