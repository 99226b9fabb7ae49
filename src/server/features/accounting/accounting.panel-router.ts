import { accountingSchema, periodSchema } from '~/contract/accounting/accounting-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { AccountingService } from './accounting.service';

export const createAccountingRouter = ({ accounting }: { accounting: AccountingService }) =>
  router({
    get: adminProcedure('invoices.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/accounting',
          tags: ['Admin'],
          summary: 'Totals of a period, for the accountant',
          description:
            'Both days are included. Documents count by their issue date, payments and refunds by their own date, in the time zone of the agency. For the documents themselves, `GET /api/admin/accounting/export?from=&to=` returns a ZIP file.',
          errorResponses: [400, 401, 403],
        },
      })
      .input(periodSchema)
      .output(accountingSchema)
      .query(({ input }) => accounting.sums(input)),
  });
