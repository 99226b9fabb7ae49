import { z } from 'zod';

import {
  messagesListSchema,
  paymentsListSchema,
  quotesListSchema,
  requestsListSchema,
  usersListSchema,
} from '~/contract/admin/admin-lists-schema';
import type { ListQuery, Page } from '~/contract/common/paging';
import type { SchemaOf } from '~/contract/common/schema';
import type { Permission } from '~/contract/identity/permissions';
import { creditNotesListSchema, invoicesListSchema } from '~/contract/invoices/invoices-schema';
import { utmFields } from '~/contract/leads/came-from';
import { proposalsListSchema } from '~/contract/proposals/proposals-schema';
import type { UsersAdmin } from '~/server/features/identity/users-admin';
import type { InvoicesAdmin } from '~/server/features/invoices/invoices.panel';
import type { MessagesAdmin } from '~/server/features/leads/messages/messages.panel';
import type { QuotesAdmin } from '~/server/features/leads/quotes/quotes.panel';
import type { PaymentsAdmin } from '~/server/features/payments/payments.panel';
import type { ProposalsAdmin } from '~/server/features/proposals/proposals.panel';
import type { RequestsAdmin } from '~/server/features/requests/requests.panel';
import { strictly } from '~/server/platform/strict-schema';
import { csvOf } from './csv';

interface Exported {
  /** Permission to read the list. */
  permission: Permission;
  /** Returns a generator of the lines of the file, or the first error of the filter. */
  read(query: Record<string, string>): AsyncGenerator<string> | { problem: string };
}

function exported<Row extends object, Filter extends ListQuery>(
  permission: Permission,
  filterSchema: SchemaOf<Filter>,
  search: (filter: Filter) => Promise<Page<Row>>,
  columns: (keyof Row & string)[],
): Exported {
  return {
    permission,
    read(query) {
      const parsed = z.safeParse(strictly(filterSchema), query);
      return parsed.success
        ? csvOf(search, parsed.data, columns)
        : { problem: parsed.error.issues[0]?.message ?? '' };
    },
  };
}

/** Panel lists that can be exported. */
interface ExportedLists {
  quotes: Pick<QuotesAdmin, 'search'>;
  messages: Pick<MessagesAdmin, 'search'>;
  requests: Pick<RequestsAdmin, 'search'>;
  payments: Pick<PaymentsAdmin, 'search'>;
  proposals: Pick<ProposalsAdmin, 'search'>;
  invoices: Pick<InvoicesAdmin, 'search' | 'creditNotes'>;
  users: Pick<UsersAdmin, 'search'>;
}

const sourceColumns = ['leadSource', 'referringHost', 'firstPage', ...utmFields] as const;

/**
 * Returns the lists that can be exported as CSV, with their columns. Uses a map, because callers choose the key, and an
 * object would also find names of its prototype.
 */
export function exportsOf(admin: ExportedLists): Map<string, Exported> {
  const exports = {
    quotes: exported('leads.read', quotesListSchema, (query) => admin.quotes.search(query, true), [
      'id',
      'createdAt',
      'status',
      'name',
      'email',
      'phone',
      'company',
      'country',
      'source',
      'serviceName',
      'budget',
      'timeline',
      'projectDetails',
      'preferredChannel',
      ...sourceColumns,
      'spamReason',
      'isSpam',
      'ownerId',
      'ownerName',
      'dueAt',
      'firstAnswerAt',
    ]),
    messages: exported(
      'leads.read',
      messagesListSchema,
      (query) => admin.messages.search(query, true),
      [
        'id',
        'createdAt',
        'status',
        'firstName',
        'lastName',
        'email',
        'phone',
        'service',
        'subject',
        'message',
        'preferredChannel',
        ...sourceColumns,
        'spamReason',
        'isSpam',
        'ownerId',
        'ownerName',
        'dueAt',
        'firstAnswerAt',
      ],
    ),
    requests: exported('requests.read', requestsListSchema, admin.requests.search, [
      'id',
      'createdAt',
      'status',
      'title',
      'description',
      'service_name',
      'client_name',
      'client_email',
      'targetDate',
      'note',
    ]),
    payments: exported('payments.read', paymentsListSchema, admin.payments.search, [
      'id',
      'createdAt',
      'paidAt',
      'status',
      'amount',
      'refunded',
      'currency',
      'method',
      'methodType',
      'reference',
      'description',
      'client_name',
      'client_email',
      'dispute',
    ]),
    proposals: exported('proposals.read', proposalsListSchema, admin.proposals.search, [
      'id',
      'number',
      'createdAt',
      'status',
      'title',
      'client_name',
      'client_email',
      'total',
      'currency',
      'validUntil',
      'sentAt',
      'decidedAt',
    ]),
    invoices: exported('invoices.read', invoicesListSchema, admin.invoices.search, [
      'id',
      'number',
      'createdAt',
      'issueDate',
      'dueDate',
      'status',
      'overdue',
      'client_name',
      'client_email',
      'company',
      'total',
      'paid',
      'credited',
      'remaining',
      'currency',
    ]),
    'credit-notes': exported('invoices.read', creditNotesListSchema, admin.invoices.creditNotes, [
      'id',
      'number',
      'issueDate',
      'invoiceNumber',
      'clientName',
      'reason',
      'total',
      'currency',
    ]),
    users: exported('clients.read', usersListSchema, admin.users.search, [
      'createdAt',
      'status',
      'firstName',
      'lastName',
      'email',
      'company',
      'requests',
      'spent',
      'plan',
    ]),
  };
  return new Map(Object.entries(exports));
}
