import { Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';
import type { ReactNode } from 'react';

import type { AdminPayment } from '~/contract/admin/admin-schema';
import { disputeLabel } from '~/contract/billing/disputes';
import { paymentFilters, shownPaymentStatus } from '~/contract/billing/payment-filters';
import { formatAmount } from '~/contract/common/currencies';
import { paymentMethodInWords, paymentMethodName } from '~/contract/invoices/invoices';
import { RefundAction } from '~/web/admin/documents/refund-action';
import type { SectionLoad } from '~/web/admin/shell/section-load';
import { RecordsTable } from '~/web/admin/table/records-table';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { StatusBadge } from '~/web/ui/status-badge';

const list = {
  statuses: paymentFilters,
  sorts: ['createdAt', 'amount', 'status'],
} as const;

export const loadPayments: SectionLoad = async ({ api, queryClient }, search) => {
  if (search.tab === 'events') return;
  await queryClient.ensureQueryData(
    api.admin.payments.page.queryOptions(listRequestOf(search, list)),
  );
};

/** Returns whether the description names the invoice. */
const isNamed = ({ description, invoice }: AdminPayment) =>
  invoice !== null && description.includes(invoice.number);

function InvoiceLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to="/admin" search={{ section: 'invoices', open: id }} className="row-link">
      {children}
    </Link>
  );
}

function Subject({ payment }: { payment: AdminPayment }) {
  const { description, invoice } = payment;
  if (!invoice || !isNamed(payment)) return description;
  return <InvoiceLink id={invoice.id}>{description}</InvoiceLink>;
}

export function PaymentsTable() {
  const { api } = useRouter().options.context;
  const request = useListRequest(list);
  const page = useQuery(api.admin.payments.page.queryOptions(request, untilItComes));

  const columns: DataTableColumn<AdminPayment>[] = [
    {
      accessor: 'client_name',
      title: 'Client',
      render: (payment) => (
        <>
          {payment.client_id === null ? (
            payment.client_name
          ) : (
            <Link
              to="/admin"
              search={{ section: 'users', open: payment.client_id }}
              className="row-link"
            >
              {payment.client_name}
            </Link>
          )}
          <div className="row-rest">
            <Subject payment={payment} />
            {[paymentMethodInWords(payment), payment.reference]
              .filter(Boolean)
              .map((words) => `, ${words}`)}
          </div>
        </>
      ),
    },
    {
      accessor: 'description',
      visibleMediaQuery: shownFrom.desk,
      title: 'For',
      render: (payment) => (
        <>
          <Subject payment={payment} />
          {payment.invoice && !isNamed(payment) && (
            <Text fz="xs">
              <InvoiceLink id={payment.invoice.id}>{payment.invoice.number}</InvoiceLink>
            </Text>
          )}
          {payment.note && (
            <Text c="dimmed" fz="xs">
              {payment.note}
            </Text>
          )}
        </>
      ),
    },
    {
      accessor: 'amount',
      sortable: true,
      textAlign: 'right',
      render: (payment) => (
        <>
          {formatAmount(payment.amount, payment.currency)}
          {Number(payment.refunded) > 0 && (
            <Text c="dimmed" fz="xs" hiddenFrom="lg">
              {formatAmount(payment.refunded, payment.currency)} refunded
            </Text>
          )}
        </>
      ),
    },
    {
      accessor: 'method',
      visibleMediaQuery: shownFrom.desk,
      render: (payment) => (
        <>
          {paymentMethodName(payment)}
          {payment.reference && (
            <Text c="dimmed" fz="xs" maw={200} lineClamp={2} title={payment.reference}>
              {payment.reference}
            </Text>
          )}
        </>
      ),
    },
    {
      accessor: 'refunded',
      visibleMediaQuery: shownFrom.desk,
      textAlign: 'right',
      render: (payment) =>
        Number(payment.refunded) > 0 ? formatAmount(payment.refunded, payment.currency) : '–',
    },
    {
      accessor: 'status',
      visibleMediaQuery: shownFrom.tablet,
      sortable: true,
      render: (payment) => (
        <>
          <StatusBadge status={shownPaymentStatus(payment)} />
          {payment.dispute && !payment.isReturned && (
            <Text c="dimmed" fz="xs" mt={4}>
              {disputeLabel(payment.dispute)}
            </Text>
          )}
        </>
      ),
    },
    {
      accessor: 'createdAt',
      visibleMediaQuery: shownFrom.tablet,
      title: 'Date',
      sortable: true,
      render: ({ method, paidAt, createdAt }) =>
        // A transfer is stored at noon of the date that the admin entered, so no time is shown.
        method === 'transfer' && paidAt ? (
          <When at={paidAt.slice(0, 10)} isDate />
        ) : (
          <When at={paidAt ?? createdAt} />
        ),
    },
    {
      accessor: 'actions',
      title: <span className="visually-hidden">Actions</span>,
      textAlign: 'right',
      render: (payment) => <RefundAction payment={payment} />,
    },
  ];

  return (
    <RecordsTable
      page={page}
      columns={columns}
      card={{ facts: ['amount', 'createdAt'] }}
      statuses={paymentFilters}
      searchLabel="Search payments"
      emptyText="No payments found"
      csv="payments"
    />
  );
}
