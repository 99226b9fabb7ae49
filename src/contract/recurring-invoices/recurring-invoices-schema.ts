import { z } from 'zod';

import { dateField } from '~/contract/common/date-schema';
import {
  listQuerySchema,
  pageSchema,
  updatedSinceShape,
  userIdField,
  versionShape,
} from '~/contract/common/paging-schema';
import { text } from '~/contract/common/text-schema';
import {
  buyerField,
  currencyField,
  discountField,
  discountSchema,
  enteredTaxField,
  idField,
  itemList,
  shownBuyerSchema,
  shownItemSchema,
  taxWithItems,
  totalsSchema,
} from '~/contract/documents/documents-schema';
import { everyMax, recurringUnits, unknownPlaceholder } from './recurrence';
import {
  missedMax,
  recurringActions,
  recurringFilters,
  recurringSorts,
  recurringStatuses,
} from './recurring-invoices';

const countMessage = `Please enter a whole number from 1 to ${everyMax}`;
const everyField = z.object(
  {
    unit: z.enum(recurringUnits, `A unit is one of: ${recurringUnits.join(', ')}`),
    count: z.int(countMessage).min(1, countMessage).max(everyMax, countMessage),
  },
  'Please enter an interval',
);

const actionField = z.enum(recurringActions, `An action is one of: ${recurringActions.join(', ')}`);

const items = itemList.min(1, 'A recurring invoice needs an item');

const recurringFieldsSchema = z.object({
  /**
   * Client with an account, whose billing data is read again for each invoice. For a buyer without
   * an account, the details are in `client`.
   */
  clientId: userIdField.nullish(),
  client: buyerField.optional(),
  items,
  proposedTax: enteredTaxField,
  discount: discountField.describe('On all items: a percentage or an amount'),
  currency: currencyField
    .optional()
    .describe('Defaults to the currency in the settings for a new recurring invoice'),
  every: everyField,
  startsOn: dateField,
  endsOn: dateField.nullish().describe('Last day on which an invoice can be created'),
  action: actionField.describe('Whether its invoices are issued and emailed, or wait as drafts'),
  note: text({ max: 2000 }).optional(),
  requestId: idField.nullish(),
});

const changesSchema = recurringFieldsSchema.partial();
export type RecurringChanges = z.output<typeof changesSchema>;

interface Checked {
  addIssue(issue: { code: 'custom'; message: string; path: (string | number)[] }): void;
}

/** Rejects unknown placeholders in all texts that can contain placeholders. */
function checkPlaceholders({ items: given = [], note }: RecurringChanges, context: Checked): void {
  const check = (value: string | undefined, path: (string | number)[]) => {
    const unknown = unknownPlaceholder(value ?? '');
    if (!unknown) return;
    const message = `${unknown} is not known. Use {{month}} or {{period}}`;
    context.addIssue({ code: 'custom', message, path });
  };
  given.forEach((item, index) => {
    check(item.description, ['items', index, 'description']);
    check(item.detail, ['items', index, 'detail']);
  });
  check(note, ['note']);
}

function checkFields(fields: RecurringChanges, context: Checked): void {
  checkPlaceholders(fields, context);
  if (fields.client && fields.clientId) {
    const message = 'Please give either the id of a client or the details of one';
    context.addIssue({ code: 'custom', message, path: ['client'] });
  }
  const { startsOn, endsOn } = fields;
  if (startsOn && endsOn && endsOn < startsOn) {
    const message = 'This is before the first day';
    context.addIssue({ code: 'custom', message, path: ['endsOn'] });
  }
}

export const newRecurringSchema = recurringFieldsSchema
  .refine(({ client, clientId }) => client !== undefined || typeof clientId === 'string', {
    message: 'Please choose or enter a client',
    path: ['client'],
  })
  .superRefine(checkFields);
export type NewRecurring = z.output<typeof newRecurringSchema>;

export const recurringChangeSchema = changesSchema
  .extend({ id: idField, ...versionShape })
  .check(taxWithItems)
  .superRefine(checkFields);

const listQuery = listQuerySchema({ statuses: recurringFilters, sorts: recurringSorts });
export const recurringListSchema = listQuery.extend({
  /** Filters the list by client. */
  clientId: userIdField.optional(),
  ...updatedSinceShape,
});
export type RecurringList = z.output<typeof recurringListSchema>;

const daysField = z
  .array(dateField, 'A list of days is needed')
  .min(1, 'Please choose a day')
  .max(missedMax, `Please keep this to ${missedMax} days`);
export const missedDaysSchema = z.object({ id: idField, days: daysField });
export const missedMakingSchema = missedDaysSchema.extend({
  action: actionField,
  total: z
    .string()
    .max(30)
    .optional()
    .describe(
      'Sum that was shown, such as 1190.00. If another one applies by now, none is created',
    ),
});
export type MissedMaking = z.output<typeof missedMakingSchema>;

/** Schemas of responses. */

export const recurringRowSchema = z.object({
  id: z.int(),
  status: z.enum(recurringStatuses),
  pauseReason: z.string().describe('Why its job paused it; empty if an admin did'),
  clientId: z.string().nullable(),
  clientName: z.string(),
  clientEmail: z.string(),
  about: z.string().describe('Description of its first item'),
  every: z.object({ unit: z.enum(recurringUnits), count: z.int() }),
  startsOn: z.iso.date(),
  endsOn: z.iso.date().nullable(),
  nextOn: z.iso.date().nullable().describe('Null once it has ended'),
  action: z.enum(recurringActions),
  total: z.string().describe('Decimal; amount of each invoice'),
  currency: z.string(),
  requestId: z.int().nullable(),
  missed: z.int().describe('Missed invoices that wait for a decision'),
  made: z.int().describe('Created invoices'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type RecurringRow = z.output<typeof recurringRowSchema>;
export const recurringPageSchema = pageSchema(recurringRowSchema);
export type RecurringPage = z.output<typeof recurringPageSchema>;

/** Preview of the invoice for one date. */
const occurrenceSchema = z.object({
  day: z.iso.date(),
  from: z.iso.date().describe('First day of its period'),
  to: z.iso.date().describe('Last day of its period'),
  items: z.array(shownItemSchema),
  note: z.string(),
  total: z.string().describe('Decimal'),
});
export type Occurrence = z.output<typeof occurrenceSchema>;

export const recurringSchema = recurringRowSchema.extend({
  client: shownBuyerSchema.describe(
    'Current data of an account, which is read again for each invoice',
  ),
  items: z.array(shownItemSchema),
  discount: discountSchema,
  totals: totalsSchema,
  savedTotal: z
    .string()
    .nullable()
    .describe('Decimal; total when it was saved, if the tax has changed since'),
  note: z.string(),
  handledOn: z.iso
    .date()
    .nullable()
    .describe('Last handled date: created, missed, or skipped in a pause'),
  missedInvoices: z.array(occurrenceSchema).describe('Missed invoices, oldest first'),
});
export type Recurring = z.output<typeof recurringSchema>;

export const missedMadeSchema = recurringSchema.extend({
  held: z
    .int()
    .describe('Number of invoices that wait as drafts, which say why, instead of being issued'),
});
export type MissedMade = z.output<typeof missedMadeSchema>;

/** Previews of the next twelve invoices. */
export const previewSchema = z.array(occurrenceSchema);
