import { z } from 'zod';

import { paymentFilters } from '~/contract/billing/payment-filters';
import { listQuerySchema, updatedSinceShape } from '~/contract/common/paging-schema';
import { messageFilters, messageSorts } from '~/contract/leads/contact';
import { quoteFilters, quoteSorts } from '~/contract/leads/quote-statuses';
import { assigneeFilters, requestFilters } from '~/contract/requests/request-filters';
import { userStatuses } from './admin-schema';

/** Filters and sort orders of the longer lists in the panel. */
export const quotesListSchema = listQuerySchema({
  statuses: quoteFilters,
  sorts: quoteSorts,
}).extend(updatedSinceShape);
export const messagesListSchema = listQuerySchema({
  statuses: messageFilters,
  sorts: messageSorts,
}).extend(updatedSinceShape);
export const requestsListSchema = listQuerySchema({
  statuses: requestFilters,
  sorts: ['createdAt', 'title', 'status', 'targetDate'],
}).extend({
  /** Assignee filter: `mine` for the signed-in admin, `none` for unassigned records. */
  assignee: z.enum(assigneeFilters).optional(),
  ...updatedSinceShape,
});
export const paymentsListSchema = listQuerySchema({
  statuses: paymentFilters,
  sorts: ['createdAt', 'amount', 'status'],
});
export const usersListSchema = listQuerySchema({
  statuses: userStatuses,
  sorts: ['createdAt', 'name', 'email'],
});
export const eventsListSchema = listQuerySchema({
  statuses: ['applied', 'waiting', 'failed'],
  sorts: ['createdAt'],
});
