import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { When } from '~/web/admin/ui/when';

/** Leads to the recurring invoice that has made an invoice; nothing where an admin or a proposal made it. */
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
