import type { z } from 'zod';

import {
  messagesListSchema,
  paymentsListSchema,
  quotesListSchema,
  requestsListSchema,
  usersListSchema,
} from '~/contract/admin/admin-lists-schema';
import type { Page, PageRequest } from '~/contract/common/paging';
import type { Domain } from '~/server/platform/trpc/context';
import { csvOf } from './csv';

interface Exported {
  request: z.ZodType;
  lines(request: PageRequest): AsyncGenerator<string>;
}

function exported<Row extends object>(
  request: z.ZodType,
  search: (request: never) => Promise<Page<Row>>,
  columns: (keyof Row & string)[],
): Exported {
  return {
    request,
    lines: (asked) => csvOf((one) => search(one as never), asked, columns),
  };
}

/**
 * Which lists can be taken out as CSV, and by which columns. A map, since they are looked up by what the
 * caller sent: an object would also answer to the names of its prototype.
 */
export function exportsOf({ admin }: Pick<Domain, 'admin'>): Map<string, Exported> {
  const exports = {
    quotes: exported(quotesListSchema, admin.quotes.search, [
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
      'spamReason',
    ]),
    messages: exported(messagesListSchema, admin.messages.search, [
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
      'spamReason',
    ]),
    requests: exported(requestsListSchema, admin.requests.search, [
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
    payments: exported(paymentsListSchema, admin.payments.search, [
      'id',
      'createdAt',
      'paidAt',
      'status',
      'amount',
      'refunded',
      'currency',
      'description',
      'client_name',
      'client_email',
      'dispute',
    ]),
    users: exported(usersListSchema, admin.users.search, [
      'createdAt',
      'status',
      'firstName',
      'lastName',
      'email',
      'requests',
      'spent',
      'plan',
    ]),
  };
  return new Map(Object.entries(exports));
}
