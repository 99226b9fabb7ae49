import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { When } from '~/web/admin/ui/when';

/** Links to the recurring invoice that created an invoice. Renders nothing for other invoices. */
export function MadeBy({ invoice }: { invoice: AdminInvoice }) {
  const { recurringInvoiceId: id, recurringDay } = invoice;
  if (id === null) return null;
  return (
    <Text fz="sm">
      <Link to="/admin" search={{ section: 'recurringInvoices', open: id }}>
        The recurring invoice
      </Link>
      , for <When at={recurringDay} isDate />
    </Text>
  );
}
