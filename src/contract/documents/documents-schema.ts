import { z } from 'zod';

import { dateField } from '~/contract/common/date-schema';
import { companyMax, int4Max, nameMax } from '~/contract/common/limits';
import { storedKind } from '~/contract/common/stored-kind-schema';
import { email, line, text } from '~/contract/common/text-schema';
import { choiceMax, documentEventKinds, itemsMax, scheduleMax } from './documents';

/** A decimal as a number or a string; leaves as a string. */
function decimal(places: number, digits: number, message: string) {
  const form = new RegExp(`^\\d{1,${digits}}(\\.\\d{1,${places}})?$`);
  return z
    .union([z.number(), z.string().trim()], message)
    .transform(String)
    .refine((value) => form.test(value), message);
}

const percentMessage = 'A percentage is a number from 0 to 100 with up to two decimals';
const percentField = decimal(2, 3, percentMessage).refine(
  (value) => Number(value) <= 100,
  percentMessage,
);

const rateMessage = 'A tax rate is a number from 0 to 100 with up to three decimals';
const rateField = decimal(3, 3, rateMessage).refine((value) => Number(value) <= 100, rateMessage);

const quantityMessage = 'A quantity is a number above 0 with up to three decimals';
/** Which decimals it may have depends on the currency, and is checked with it. */
export const amountField = decimal(3, 9, 'Please enter an amount such as 120.00');

const itemFields = z.object({
  description: text({ min: 1, minMessage: 'Please describe the item', max: 300 }),
  detail: text({ max: 2000 }).optional(),
  quantity: decimal(3, 6, quantityMessage).refine((value) => Number(value) > 0, quantityMessage),
  unit: text({ max: 20 }).optional(),
  unitPrice: amountField,
  /** The default of the settings where it is left out. */
  taxRate: rateField.optional(),
});

const tooManyItems = `Please keep this to ${itemsMax} items`;
export const itemList = z
  .array(itemFields, 'A list of items is needed')
  .max(itemsMax, tooManyItems);

const flag = z.boolean('Please enter true or false');
export const optionalItemFields = itemFields
  .extend({
    optional: flag.default(false),
    choice: text({ min: 1, minMessage: 'Please name the choice', max: choiceMax })
      .optional()
      .describe('A group of optional items, by its name: the client picks exactly one of them'),
    preselected: flag
      // Left out where it is false, as in proposals from before it: what says the same is no new version.
      .transform((isSet) => isSet || undefined)
      .optional()
      .describe('Ticked at first; of a choice, the one that is picked at first'),
  })
  .refine(({ optional, choice }) => optional || choice === undefined, {
    path: ['choice'],
    message: 'Only optional items can belong to a choice',
  })
  .refine(({ optional, preselected }) => optional || !preselected, {
    path: ['preselected'],
    message: 'Only optional items can be ticked at first',
  });
export const optionalItemList = z
  .array(optionalItemFields, 'A list of items is needed')
  .max(itemsMax, tooManyItems);

const discountMessage = 'A discount is a percentage or an amount';
export const discountField = z
  .union(
    [z.strictObject({ percent: percentField }), z.strictObject({ amount: amountField })],
    discountMessage,
  )
  .nullish();

const dueMessage = 'Due is on acceptance, on completion, a number of days, or a date';
const dueField = z.union(
  [
    z.literal('on_acceptance'),
    z.literal('on_completion'),
    z.strictObject({ days: z.int().min(0).max(730) }),
    z.strictObject({ date: dateField }),
  ],
  dueMessage,
);

export const scheduleField = z
  .array(
    z.object({
      label: text({ min: 1, minMessage: 'Please name this payment', max: 100 }),
      percent: percentField.refine(
        (value) => Number(value) > 0,
        'A payment is more than 0 percent',
      ),
      due: dueField,
    }),
    'A list of payments is needed',
  )
  .max(scheduleMax, `Please keep this to ${scheduleMax} payments`);

export const proposalClientField = z.object({
  name: line({ max: nameMax }).default(''),
  email: z.union([z.literal(''), email('Please enter a valid email address')]).default(''),
  company: text({ max: companyMax }).optional(),
});

/** A country of a document: two letters, or empty. */
export const documentCountry = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z]{2})?$/, 'A country is two letters, such as DE');

/** A buyer as printed on an invoice. */
export const buyerField = z.object({
  name: line({ min: 1, minMessage: 'Please enter a name', max: nameMax }),
  email: email('Please enter a valid email address'),
  company: text({ max: companyMax }).optional(),
  address: z
    .union([text({ max: 500 }), z.array(text({ max: 150 })).max(6)], 'Please enter an address')
    .transform((value) => (Array.isArray(value) ? value.join('\n') : value))
    .optional(),
  city: text({ max: 100 }).optional(),
  postcode: text({ max: 20 }).optional(),
  taxNumber: text({ max: 50 }).optional(),
  country: documentCountry.optional(),
  /** What the buyer wants the document to name, such as an order number. */
  buyerReference: text({ max: 100 }).optional(),
});
export type Buyer = z.output<typeof buyerField>;

export const idField = z.coerce.number('An id is needed').int().min(1).max(int4Max);
export const tokenField = z.object({ token: z.string().min(1).max(200) });

/** From here on what is returned. */

export const totalsSchema = z.object({
  subtotal: z.string().describe('Decimal'),
  discountTotal: z.string().describe('Decimal'),
  taxes: z.array(z.object({ rate: z.string(), base: z.string(), amount: z.string() })),
  total: z.string().describe('Decimal'),
});

export const shownItemSchema = z.object({
  description: z.string(),
  detail: z.string().optional(),
  quantity: z.string(),
  unit: z.string().optional(),
  unitPrice: z.string().describe('Decimal'),
  taxRate: z.string().describe('Percent'),
  optional: z.boolean().optional(),
  choice: z.string().optional().describe('Of the optional items of one name, exactly one counts'),
  preselected: z.boolean().optional().describe('Ticked at first'),
  amount: z.string().describe('Decimal; quantity times unit price'),
});

export const shownBuyerSchema = z.object({
  name: z.string(),
  email: z.string(),
  company: z.string().optional(),
  address: z.string().optional().describe('Lines'),
  city: z.string().optional(),
  postcode: z.string().optional(),
  taxNumber: z.string().optional(),
  country: z.string().optional(),
  buyerReference: z.string().optional(),
});

export const discountSchema = z
  .union([z.object({ percent: z.string() }), z.object({ amount: z.string() })])
  .nullable();

export const shownScheduleSchema = z.array(
  z.object({
    label: z.string(),
    percent: z.string(),
    due: z.union([
      z.literal('on_acceptance'),
      z.literal('on_completion'),
      z.object({ days: z.int() }),
      z.object({ date: z.string() }),
    ]),
    amount: z.string().describe('Decimal'),
  }),
);

export const sellerShape = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.array(z.string()),
  city: z.string(),
  postcode: z.string(),
  country: z.string(),
  taxNumber: z.string(),
});
export type FrozenSeller = z.output<typeof sellerShape>;

export const documentEventSchema = z.object({
  id: z.int(),
  kind: storedKind(documentEventKinds),
  text: z.string().describe('The amount, reason or name; empty where the kind says it all'),
  /** The admin, or empty for the client and for the system. */
  by: z.string(),
  createdAt: z.iso.datetime(),
});
export type DocumentEvent = z.output<typeof documentEventSchema>;
