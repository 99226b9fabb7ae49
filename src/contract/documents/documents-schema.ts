import { z } from 'zod';

import { dateField } from '~/contract/common/date-schema';
import { companyMax, int4Max, nameMax } from '~/contract/common/limits';
import { normalizeCode } from '~/contract/common/normalize';
import { countryCodes, currencyCodes } from '~/contract/common/places';
import { code, email, line, text } from '~/contract/common/text-schema';
import { amountDigits, choiceMax, itemsMax, scheduleMax } from './documents';
import { documentEventKinds } from './event-kinds';
import { unitPricePlaces } from './money';
import { taxConflict } from './tax';
import { type TaxCategory, taxCategories } from './tax-categories';
import { normalVatNumber } from './tax-numbers';
import { vatCheckStatuses, vatNumberIssue } from './vat-numbers';

/** Schema of a decimal, entered as a number or a string. Parses it to a string. */
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

/**
 * Schema of a decimal with a maximum number of digits and decimals, which the error messages state.
 */
function limited(
  name: string,
  {
    places,
    digits,
    isSigned,
    hint = '',
  }: { places: number; digits: number; isSigned: boolean; hint?: string },
) {
  const message = `${name} is a number${isSigned ? '' : ' of 0 or more'}, such as 120.00${hint}`;
  const sign = isSigned ? '-?' : '';
  const max = (10 ** digits - 1).toLocaleString('en-US');
  return z
    .union([z.number(), z.string().trim()], message)
    .transform(String)
    .refine((value) => new RegExp(`^${sign}\\d{1,30}(\\.\\d{1,30})?$`).test(value), {
      message,
      abort: true,
    })
    .refine((value) => new RegExp(`^-?0*\\d{1,${digits}}(\\.|$)`).test(value), {
      message: `${name} can be at most ${max}`,
      abort: true,
    })
    .refine((value) => (value.split('.')[1] ?? '').replace(/0+$/, '').length <= places, {
      message: `${name} has up to ${places} decimals`,
    });
}

/**
 * Amount in the document's currency. Whether the currency allows its decimals is checked elsewhere.
 */
export const amountField = limited('An amount', {
  places: 3,
  digits: amountDigits,
  isSigned: false,
});

const quantityMessage =
  'A quantity is a number above 0 with up to three decimals, such as 1.125 or 1125';
const isNotZero = (value: string) => Number(value) !== 0;
const quantityField = decimal(3, 6, quantityMessage).refine(isNotZero, quantityMessage);
const signedQuantityField = limited('A quantity', { places: 3, digits: 6, isSigned: true }).refine(
  isNotZero,
  'A quantity is not 0',
);
const price = { places: unitPricePlaces, digits: amountDigits };
const unitPriceField = limited('A unit price', {
  ...price,
  isSigned: false,
  hint: '. To reduce the total, use the discount',
});

const itemFields = z.object({
  description: text({ min: 1, minMessage: 'Please describe the item', max: 300 }),
  detail: text({ max: 2000 }).optional(),
  quantity: quantityField,
  unit: text({ max: 20 }).optional(),
  unitPrice: unitPriceField,
  /** Tax rate. Defaults to the rate of the category, or to the proposed rate if there is no category. */
  taxRate: rateField.optional(),
  taxCategory: z
    .enum(taxCategories, `A tax category is one of: ${taxCategories.join(', ')}`)
    .optional()
    .describe(
      'S standard, Z zero rated, E exempt, AE reverse charge, K intra-community supply, G export, O outside the scope; defaults to the one that fits seller and buyer',
    ),
});

/** Adds an issue if the tax rate and the category exclude each other. */
const withoutConflict = z.check<{
  taxRate?: string | undefined;
  taxCategory?: (typeof taxCategories)[number] | undefined;
}>(({ value, issues }) => {
  const { taxRate, taxCategory } = value;
  const message = taxRate === undefined ? undefined : taxConflict({ taxRate, taxCategory });
  if (message) issues.push({ code: 'custom', message, path: ['taxRate'], input: taxRate });
});

/**
 * Tax that the form proposed for the items. If omitted, the tax of every item counts as chosen by
 * the admin.
 */
export const enteredTaxField = z
  .object({ taxCategory: z.enum(taxCategories), taxRate: rateField })
  .optional()
  .describe(
    'Tax that was proposed when the items were entered. Items with it get the tax that is proposed now; any other tax was chosen',
  );

/** Rejects a proposed tax without the items that it was proposed for. */
export const taxWithItems = z.check<{ items?: unknown; proposedTax?: unknown }>(
  ({ value, issues }) => {
    const { items, proposedTax } = value;
    if (proposedTax === undefined || items !== undefined) return;
    const message = 'Please enter the items that this tax was proposed for';
    issues.push({ code: 'custom', message, path: ['proposedTax'], input: proposedTax });
  },
);

const tooManyItems = `Please keep this to ${itemsMax} items`;

/** An item of an invoice: a deduction has a negative quantity or a negative price. */
export const billedItemFields = itemFields
  .extend({
    quantity: signedQuantityField,
    unitPrice: limited('A unit price', { ...price, isSigned: true }),
  })
  .check(withoutConflict);
export const itemList = z
  .array(billedItemFields, 'A list of items is needed')
  .max(itemsMax, tooManyItems);

/**
 * Items of a credit note. An item with the same description as an item of the invoice defaults to
 * the amount of that item that has not been credited yet.
 */
export const creditedItemList = z
  .array(
    itemFields
      .extend({
        quantity: signedQuantityField.optional().describe('Defaults to 1'),
        unitPrice: limited('A unit price', { ...price, isSigned: true })
          .optional()
          .describe(
            'Price after the discount. Defaults to what is not credited yet of the invoice’s item with the same description, which is also the most that can be credited of it',
          ),
      })
      .check(withoutConflict),
    'A list of items is needed',
  )
  .max(itemsMax, tooManyItems);

const flag = z.boolean('Please enter true or false');
export const optionalItemFields = itemFields
  .extend({
    optional: flag.default(false),
    choice: text({ min: 1, minMessage: 'Please enter the option group', max: choiceMax })
      .optional()
      .describe('Name of a group of optional items, of which the client picks exactly one'),
    preselected: flag
      // The flag is omitted if false, so that equal content is stored in the same form.
      .transform((isSet) => isSet || undefined)
      .optional()
      .describe('Preselected; within a choice, the one that is picked at first'),
  })
  .refine(({ optional, choice }) => optional || choice === undefined, {
    path: ['choice'],
    message: 'Only optional items can belong to a choice',
  })
  .refine(({ optional, preselected }) => optional || !preselected, {
    path: ['preselected'],
    message: 'Only optional items can be selected at first',
  })
  .check(withoutConflict);
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
      label: text({ min: 1, minMessage: 'Please enter a label', max: 100 }),
      percent: percentField.refine(
        (value) => Number(value) > 0,
        'A payment is more than 0 percent',
      ),
      due: dueField,
    }),
    'A list of payments is needed',
  )
  .max(scheduleMax, `Please keep this to ${scheduleMax} payments`);

/** A currency that Stripe charges in. */
export const currencyField = z
  .string()
  .trim()
  .toUpperCase()
  .refine(
    (code) => currencyCodes.includes(code),
    'A currency is a code of three letters, such as EUR',
  );

/** ISO codes by other common codes: EL is used in VAT numbers, UK in everyday language. */
const isoCodes = new Map([
  ['EL', 'GR'],
  ['UK', 'GB'],
]);

/** Country of a document: an ISO code, or empty. */
export const documentCountry = z
  .string()
  .overwrite(normalizeCode)
  .toUpperCase()
  .overwrite((code) => isoCodes.get(code) ?? code)
  .refine(
    (code) => code === '' || countryCodes.includes(code),
    'A country is a code of ISO 3166 with two letters, such as DE',
  );

export const proposalClientField = z.object({
  name: line({ max: nameMax }).default(''),
  email: z.union([z.literal(''), email('Please enter a valid email address')]).default(''),
  company: text({ max: companyMax }).optional(),
  country: documentCountry.optional(),
});

/** Codes of the EAS list that structured invoices can contain; EM is an email address. */
const addressSchemes: ReadonlySet<string> = new Set(
  `0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0151 0177 0183 0184 0188 0190 0191 0192 0193 0195 0196 0198 0199 0200
  0201 0202 0204 0208 0209 0210 0211 0212 0213 0215 0216 0218 0221 0230 0235 9901 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924
  9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950
  9951 9952 9953 9957 9959 AQ AS AU EM`.split(/\s+/),
);

/** Electronic address for structured invoices; the scheme is a code of the EAS list, such as 0204 for a Leitweg-ID. */
export const electronicAddressField = z.object({
  scheme: z
    .string()
    .overwrite(normalizeCode)
    .toUpperCase()
    .refine(
      (scheme) => addressSchemes.has(scheme),
      'This is no code of the EAS list, such as 0088',
    ),
  value: code({ min: 1, minMessage: 'Please enter the address', max: 100 }),
});
export type ElectronicAddress = z.output<typeof electronicAddressField>;

/** A buyer as printed on an invoice. */
const buyerShape = z.object({
  name: line({ min: 1, minMessage: 'Please enter a name', max: nameMax }),
  email: z
    .union([z.literal(''), email('Please enter a valid email address')])
    .optional()
    .describe('Without one, documents are not emailed'),
  company: text({ max: companyMax }).optional(),
  address: z
    .union([text({ max: 500 }), z.array(text({ max: 150 })).max(6)], 'Please enter an address')
    .transform((value) => (Array.isArray(value) ? value.join('\n') : value))
    .optional(),
  city: text({ max: 100 }).optional(),
  postcode: code({ max: 20 }).optional(),
  taxNumber: code({ max: 50 }).optional(),
  vatNumber: code({ max: 30 }).transform(normalVatNumber).optional(),
  registrationNumber: code({ max: 50 })
    .optional()
    .describe('Company registration number, such as KvK, HRB or SIREN'),
  country: documentCountry.optional(),
  isBusiness: z
    .boolean('Please enter true or false')
    .optional()
    .describe('By default, a buyer with a company or a VAT number is a business'),
  /** Reference that the buyer wants on the document, such as an order number or a Leitweg-ID. */
  buyerReference: code({ max: 100 }).optional(),
  electronicAddress: electronicAddressField.nullish(),
});
/** Checks that a VAT number has the format of the buyer's country. */
export const withVatNumberForm = z.check<{
  vatNumber?: string | undefined;
  country?: string | undefined;
}>(({ value, issues }) => {
  const { vatNumber = '', country } = value;
  const message = vatNumberIssue(vatNumber, country);
  if (message) issues.push({ code: 'custom', message, path: ['vatNumber'], input: vatNumber });
});
export const buyerField = buyerShape
  .check(withVatNumberForm)
  .describe(
    'Fields that are left out follow the client’s record; an empty one is left out of this document',
  );

/** Billing data that a client enters when accepting a proposal. */
export const acceptanceBillingField = buyerShape
  .pick({
    company: true,
    address: true,
    postcode: true,
    city: true,
    country: true,
    vatNumber: true,
    registrationNumber: true,
    isBusiness: true,
  })
  .check(withVatNumberForm);
export type GivenBuyer = z.output<typeof buyerField>;
export type Buyer = GivenBuyer & { email: string };
/** Fields of a document's buyer that differ from the client's record. */
export type BuyerOverrides = Partial<Buyer>;

export const idField = z.coerce.number('An id is needed').int().min(1).max(int4Max);
export const tokenField = z.object({ token: z.string().min(1).max(200) });

/** Schemas of responses. */

export const totalsSchema = z.object({
  subtotal: z.string().describe('Decimal'),
  discountTotal: z.string().describe('Decimal'),
  taxes: z.array(
    z.object({
      category: z.enum(taxCategories),
      rate: z.string(),
      base: z.string(),
      amount: z.string(),
    }),
  ),
  total: z.string().describe('Decimal'),
});

export const shownItemSchema = z.object({
  description: z.string(),
  detail: z.string().optional(),
  quantity: z.string(),
  unit: z.string().optional(),
  unitPrice: z.string().describe('Decimal'),
  taxRate: z.string().describe('Percent'),
  taxCategory: z.enum(taxCategories),
  optional: z.boolean().optional(),
  choice: z
    .string()
    .optional()
    .describe('Exactly one of the optional items with the same name counts'),
  preselected: z.boolean().optional().describe('Selected by default'),
  amount: z.string().describe('Decimal; quantity times unit price'),
});

const electronicAddressSchema = z.object({ scheme: z.string(), value: z.string() });

export const shownBuyerSchema = z.object({
  name: z.string(),
  email: z.string(),
  company: z.string().optional(),
  address: z.string().optional().describe('Lines'),
  city: z.string().optional(),
  postcode: z.string().optional(),
  taxNumber: z.string().optional(),
  vatNumber: z.string().optional(),
  registrationNumber: z.string().optional(),
  country: z.string().optional(),
  isBusiness: z.boolean().optional(),
  buyerReference: z.string().optional(),
  electronicAddress: electronicAddressSchema.nullish(),
});

/** Tax that fits seller and buyer. */
export const proposedTaxSchema = z.object({
  taxCategory: z.enum(taxCategories),
  taxRate: z.string().describe('Percent'),
  why: z.string().describe('Within a sentence that begins with the category'),
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
  vatNumber: z.string().optional(),
  registrationNumber: z.string().optional(),
  contact: z.object({ name: z.string(), phone: z.string(), email: z.string() }).optional(),
  electronicAddress: electronicAddressSchema.nullish(),
});
export type FrozenSeller = z.output<typeof sellerShape>;

export const numbersShape = z
  .array(z.string())
  .describe('Tax and registration numbers with their local names, as the document prints them');

/** Payment method of a subscription at Stripe. */
export interface PaidBy {
  means: 'card' | 'debit' | 'online';
  /** Last digits of the card or the account; empty if unknown. */
  digits: string;
}

/**
 * Settings and payment data that a document prints. They are stored with the document and never
 * change.
 */
export interface Printed {
  /** Sentence for each tax-free category of the document. */
  taxNotes: Partial<Record<TaxCategory, string>>;
  /** Account for transfers; null without one. */
  bank: { accountHolder: string; iban: string; bic: string; paymentDetails: string[] } | null;
  /** Payment method of the document; 'any' unless it belongs to a subscription. */
  means: 'any' | PaidBy['means'];
  /** Last digits of the card or the account that paid; empty if unknown. */
  cardDigits: string;
  /** Language of the document's texts. */
  language: 'en';
}

export const vatCheckSchema = z.object({
  number: z.string(),
  status: z.enum(vatCheckStatuses),
  checkedAt: z.iso.datetime().nullable(),
  consultationNumber: z.string().describe('Identifier of the request at VIES; empty without one'),
});
export type FrozenVatCheck = z.output<typeof vatCheckSchema>;

export const documentEventSchema = z.object({
  id: z.int(),
  kind: z.enum(documentEventKinds),
  text: z.string().describe('Amount, reason or name; empty if the kind says everything'),
  /** Name of the admin; empty for the client and for the system. */
  by: z.string(),
  createdAt: z.iso.datetime(),
});
export type DocumentEvent = z.output<typeof documentEventSchema>;
