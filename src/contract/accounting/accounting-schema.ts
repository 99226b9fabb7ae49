import { z } from 'zod';

import { dateField } from '~/contract/common/date-schema';
import { taxCategories } from '~/contract/documents/tax-categories';
import { paymentMethods } from '~/contract/invoices/invoices';

/** First and last day of a period, both included. */
export const periodSchema = z
  .object({ from: dateField, to: dateField })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'The period ends before it begins',
  });

const amount = z.string().describe('Decimal');

const documentSums = z.object({ net: amount, tax: amount, gross: amount, count: z.int() });
const moneySums = { received: amount, returned: amount };

export const accountingSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  homeCurrency: z
    .string()
    .describe('Currency of the agency’s country, used in its tax return; empty if unknown'),
  currencies: z.array(
    z.object({
      currency: z.string(),
      invoiced: documentSums.describe('Invoices issued in the period'),
      credited: documentSums.describe('Credit notes issued in the period'),
      taxes: z
        .array(
          z.object({
            category: z.enum(taxCategories),
            rate: z.string().describe('Percent'),
            base: amount,
            amount,
          }),
        )
        .describe('Invoices minus credit notes'),
      ecSales: z
        .array(
          z.object({
            vatNumber: z.string().describe('Number of the customer; empty without one'),
            name: z.string(),
            country: z.string(),
            category: z.enum(taxCategories),
            base: amount,
          }),
        )
        .describe(
          'EC sales list: reverse charge and intra-community supplies to customers abroad, invoices minus credit notes',
        ),
      payments: z.object({
        ...moneySums,
        byMethod: z.array(
          z.object({ method: z.enum(paymentMethods), ...moneySums, count: z.int() }),
        ),
      }),
      receivables: z
        .object({
          notDue: amount,
          days1to30: amount,
          days31to60: amount,
          days61to90: amount,
          over90: amount,
          total: amount,
          overpaid: amount.describe('Overpayments that are not refunded yet'),
          balances: amount.describe('In the Stripe balances of clients, for their next charges'),
        })
        .describe('Outstanding at the end of the last day, by days after the due date'),
    }),
  ),
});
export type Accounting = z.output<typeof accountingSchema>;
