import { z } from 'zod';

import { text } from '~/contract/common/text-schema';
import { dateOrders } from '~/contract/values/date-orders';
import { columnsMax, csvDelimiters, decimalSigns } from './bank';

const column = z
  .int('Please choose a column')
  .min(0, 'Please choose a column')
  .max(columnsMax - 1, 'Please choose a column');
const optional = column.nullable().default(null);

/** Which column of a bank's table is which, by its position from 0; null for one that the table does not have. */
export const csvMappingSchema = z
  .object({
    account: text({ min: 1, minMessage: 'Please enter the IBAN of your account', max: 34 }),
    /** Of the amounts, where no column says it. */
    currency: z.string().regex(/^[A-Z]{3}$/, 'A currency is three capital letters'),
    delimiter: z.enum(csvDelimiters, 'Please choose what divides the columns'),
    /** The line that names the columns, from 1; what stands above it is left out. 0 where there is none. */
    headerLine: z.int('Please enter a line').min(0).max(100),
    /** Null where the dates show it themselves. */
    dateOrder: z.enum(dateOrders, 'Please choose the order of the dates').nullable().default(null),
    /** Null where the amounts show it themselves. */
    decimal: z
      .enum(decimalSigns, 'Please choose the sign before the cents')
      .nullable()
      .default(null),
    date: column,
    /** With its sign; or what came in, where `debit` is a column of its own. */
    amount: column,
    /** What went out, where it has a column of its own. */
    debit: optional,
    /** A column that says whether money came in or went out, where the amount has no sign. */
    direction: optional,
    valueDate: optional,
    /** A column that says whether an entry is booked. Left out, the server looks for one; null where the table has none. */
    state: column.nullable().optional(),
    name: optional,
    iban: optional,
    /** Joined in this order. */
    reference: z.array(column).max(5, 'At most five columns').default([]),
    currencyColumn: optional,
    bankReference: optional,
  })
  .refine(({ debit, amount }) => debit !== amount, {
    message: 'This column is the amount already',
    path: ['debit'],
  });
export type CsvMapping = z.output<typeof csvMappingSchema>;
