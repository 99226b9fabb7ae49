import { z } from 'zod';

import { text } from '~/contract/common/text-schema';
import { dateOrders } from '~/contract/values/date-orders';
import { encodingNames } from '~/contract/values/text-encodings';
import { columnsMax, columnWordMax, columnWordsMax, csvDelimiters, decimalSigns } from './bank';

const column = z
  .int('Please choose a column')
  .min(0, 'Please choose a column')
  .max(columnsMax - 1, 'Please choose a column');
const optional = column.nullable().default(null);
/**
 * Meanings that an admin assigns to values of a column, because the server does not know a value or
 * guesses its meaning wrong.
 */
const meanings = <const Meanings extends readonly [string, ...string[]]>(of: Meanings) =>
  z
    .record(z.string().max(columnWordMax), z.enum(of))
    .refine((words) => Object.keys(words).length <= columnWordsMax, {
      message: `At most ${columnWordsMax} words`,
    })
    .optional();

/** Zero-based position of each column in a bank's table; null for a column that the table lacks. */
export const csvMappingSchema = z
  .object({
    account: text({ min: 1, minMessage: 'Please enter the IBAN of your account', max: 34 }),
    /**
     * Column with the account of each row, for files with several accounts. If omitted, the server
     * detects it; null if there is none.
     */
    accountColumn: column.nullable().optional(),
    /**
     * Default currency, used if neither a currency column nor a column name states the currency.
     */
    currency: z.string().regex(/^[A-Z]{3}$/, 'A currency is three capital letters'),
    /** Encoding of a file that is not Unicode. Omitted or null if the server can detect it. */
    encoding: z.enum(encodingNames, 'Please choose the encoding').nullable().optional(),
    delimiter: z.enum(csvDelimiters, 'Please choose what divides the columns'),
    /** Line with the column names, counted from 1; lines above it are ignored. 0 if the file has no column names. */
    headerLine: z.int('Please enter a line').min(0).max(100),
    /** Order of day, month and year; null if the dates are unambiguous. */
    dateOrder: z.enum(dateOrders, 'Please choose the order of the dates').nullable().default(null),
    /** Decimal sign; null if the amounts are unambiguous. */
    decimal: z
      .enum(decimalSigns, 'Please choose the sign before the cents')
      .nullable()
      .default(null),
    date: column,
    /** Column of the signed amount, or of credits if `debit` is a separate column. */
    amount: column,
    /** Column of debits, if they are separate. */
    debit: optional,
    /**
     * Column that marks credits and debits, for amounts without a sign. If omitted, the server
     * detects it; null if the table has none, and amounts without a sign are then credits.
     */
    direction: column.nullable().optional(),
    directionWords: meanings(['in', 'out']),
    /**
     * True if positive amounts are charges and negative amounts are payments to the card, as in
     * many credit card files. If omitted, the server detects it.
     */
    areCharges: z.boolean().optional(),
    valueDate: optional,
    /**
     * Column that shows whether an entry is booked. If omitted, the server detects it; null if the
     * table has none.
     */
    state: column.nullable().optional(),
    stateWords: meanings(['booked', 'unbooked']),
    name: optional,
    iban: optional,
    /** Columns of the reference, joined in this order. */
    reference: z.array(column).max(5, 'At most five columns').default([]),
    currencyColumn: optional,
    bankReference: optional,
  })
  .refine(({ debit, amount }) => debit !== amount, {
    message: 'This column is the amount already',
    path: ['debit'],
  });
export type CsvMapping = z.output<typeof csvMappingSchema>;
