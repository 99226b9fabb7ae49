import { and, desc, eq, isNull, sql } from 'drizzle-orm';

import type { UserDetail } from '~/contract/admin/admin-schema';
import { shownPaymentStatus } from '~/contract/billing/payment-filters';
import { centsToAmount } from '~/contract/common/currencies';
import { formatMoney } from '~/contract/common/money';
import { recentLimit } from '~/contract/dashboard/dashboard';
import type { Activity } from '~/contract/dashboard/dashboard-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import { shownStatus } from '~/contract/invoices/invoices';
import {
  isInvoiceOf,
  isInvoiceTo,
  isPaymentOf,
  isProposalOf,
  isProposalTo,
  isRequestBy,
  isRequestOf,
} from '~/server/features/companies/ownership';
import { toOwnInvoice } from '~/server/features/invoices/invoices.rows';
import { isShownToSender } from '~/server/features/leads/quotes/merged';
import { statusOn } from '~/server/features/proposals/proposals.rows';
import {
  becameWork,
  isOwnMessage,
  isOwnQuote,
  messageStatus,
  messageTitle,
  quoteStatusOf,
  quoteTitle,
} from '~/server/features/requests/inquiries';
import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { serviceRequests } from '~/server/platform/db/schema/requests';

type Client = Pick<CurrentUser, 'id' | 'email'>;

/** Time of issue instead of creation, because some drafts are issued long after they were created. */
const issuedAt = sql<
  Date | string
>`greatest(${invoices.createdAt}, ${invoices.issueDate}::timestamptz)`;

/** Reader of a client's activity. The agency sees additional activities, and internal statuses. */
export interface ActivityViewer {
  byAgency: boolean;
}

const limits = { client: recentLimit, agency: 25 };

/**
 * Returns the latest activities of each kind, not sorted across kinds. A client gets all activities that they can see,
 * including those of their company. The agency gets the activities of this client alone.
 */
export async function activityOf(
  db: Database,
  { id, email }: Client,
  today: string,
  { byAgency }: ActivityViewer,
): Promise<Activity[]> {
  const limit = byAgency ? limits.agency : limits.client;
  const [quoted, written, requested, offered, billed, paid] = await Promise.all([
    db
      .select({ quote: quotes, isWork: becameWork })
      .from(quotes)
      .where(and(isOwnQuote(email), isShownToSender))
      .orderBy(desc(quotes.createdAt))
      .limit(limit),
    db
      .select()
      .from(contactMessages)
      .where(isOwnMessage(email))
      .orderBy(desc(contactMessages.createdAt))
      .limit(limit),
    db
      .select()
      .from(serviceRequests)
      .where(byAgency ? isRequestBy(id) : isRequestOf(id))
      .orderBy(desc(serviceRequests.createdAt), desc(serviceRequests.id))
      .limit(limit),
    db
      .select()
      .from(proposals)
      .where((byAgency ? isProposalTo : isProposalOf)({ id, email }))
      .orderBy(desc(proposals.sentAt), desc(proposals.id))
      .limit(limit),
    db
      .select({ row: invoices, issuedAt })
      .from(invoices)
      .where(
        byAgency
          ? isInvoiceTo({ id, email })
          : // Excludes invoices of plans, because the list already contains their payments.
            and(isInvoiceOf({ id, email }), isNull(invoices.stripeInvoiceId)),
      )
      .orderBy(desc(issuedAt), desc(invoices.id))
      .limit(limit),
    db
      .select()
      .from(payments)
      .where(byAgency ? eq(payments.userId, id) : isPaymentOf(id))
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(limit),
  ]);
  return [
    ...quoted.map(({ quote, isWork }) => ({
      id: `quote:${quote.id}`,
      kind: 'quote' as const,
      title: quoteTitle(quote),
      status: byAgency ? quote.status : quoteStatusOf(quote, isWork),
      time: quote.createdAt.toISOString(),
      requestId: null,
    })),
    ...written.map((message) => ({
      id: `message:${message.id}`,
      kind: 'message' as const,
      title: messageTitle(message),
      status: byAgency ? message.status : messageStatus(message),
      time: message.createdAt.toISOString(),
      requestId: null,
    })),
    ...requested.map((request) => ({
      id: `request:${request.id}`,
      kind: 'request' as const,
      title: `Request: ${request.title}`,
      status: request.status,
      time: request.createdAt.toISOString(),
      requestId: request.id,
    })),
    ...offered.map((row) => ({
      id: `proposal:${row.id}`,
      kind: 'proposal' as const,
      title: `Proposal ${row.number}: ${row.title}`,
      status: statusOn(today, row),
      time: (row.sentAt ?? row.createdAt).toISOString(),
      requestId: null,
    })),
    ...billed.map(({ row, issuedAt: at }) => ({
      id: `invoice:${row.id}`,
      kind: 'invoice' as const,
      title: `Invoice ${row.number}: ${formatMoney(centsToAmount(row.totalCents, row.currency), row.currency)}`,
      status: shownStatus(toOwnInvoice(row, today)),
      time: new Date(at).toISOString(),
      requestId: null,
    })),
    ...paid.map((payment) => ({
      id: `payment:${payment.id}`,
      kind: 'payment' as const,
      title: `${payment.description.replace(/^Invoice /, 'Payment for invoice ')}: ${formatMoney(centsToAmount(payment.amountCents, payment.currency), payment.currency)}`,
      status: shownPaymentStatus({
        ...payment,
        isReversed: payment.reversedAt !== null,
        isReturned: payment.returnedAt !== null,
        refunded: centsToAmount(payment.refundedCents, payment.currency),
      }),
      time: (payment.paidAt ?? payment.createdAt).toISOString(),
      requestId: null,
    })),
  ];
}

/** Returns a client's activities of all kinds for the panel, newest first. */
export async function historyForAgency(
  db: Database,
  client: Client,
  today: string,
): Promise<UserDetail['history']> {
  const entries = await activityOf(db, client, today, { byAgency: true });
  return entries
    .flatMap(({ id, kind, title, status, time }) =>
      kind === 'account' ? [] : [{ id, kind, title, status, time }],
    )
    .sort((a, b) => (a.time < b.time ? 1 : -1));
}
