import { z } from 'zod';

import { dateField } from '~/contract/common/date-schema';
import { normalizeCode } from '~/contract/common/normalize';
import { code, email, line } from '~/contract/common/text-schema';
import { electronicAddressField } from '~/contract/documents/documents-schema';
import { normalRate } from '~/contract/documents/money';
import { taxSchemes } from '~/contract/documents/tax';
import { normalVatNumber } from '~/contract/documents/tax-numbers';
import { defaultResponseTimes } from './response-times';

/**
 * The seller, as printed on proposals and invoices, and stored with each of them when it is issued.
 * Empty parts are omitted.
 */
export const sellerSchema = z.object({
  /** Registered name; empty if it is the same as the brand name. */
  name: z.string().max(150),
  address: z.array(z.string().max(150)).max(6),
  city: z.string().max(100),
  postcode: code({ max: 20 }),
  /** ISO 3166, two capital letters. */
  country: z.string().regex(/^([A-Z]{2})?$/, 'A country is two capital letters'),
  /** Number that the tax office assigned. */
  taxNumber: code({ max: 50 }),
  vatNumber: code({ max: 30 }).transform(normalVatNumber).default(''),
  registrationNumber: code({ max: 50 }).default(''),
  /** Contact for questions about an invoice. */
  contact: z
    .object({
      name: z.string().max(100),
      phone: z.string().max(50),
      email: z.union([z.literal(''), email('Please enter a valid email address')]),
    })
    .default({ name: '', phone: '', email: '' }),
  electronicAddress: electronicAddressField.nullable().default(null),
  accountHolder: z.string().max(70),
  iban: z
    .string()
    .transform((text) => normalizeCode(text).replace(/\s/g, '').toUpperCase())
    .refine((iban) => iban === '' || isIban(iban), 'This IBAN is not valid'),
  bic: z
    .string()
    .transform((text) => normalizeCode(text).replace(/\s/g, '').toUpperCase())
    .refine((bic) => /^([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/.test(bic), {
      message: 'This BIC is not valid',
    }),
  /** Further payment details, such as "Routing number: 110000000". Printed in this order, with or without an IBAN. */
  paymentDetails: z
    .array(line({ min: 1, max: 100 }))
    .max(8, 'Please keep the payment details to 8 lines')
    .default([]),
});
export type Seller = z.output<typeof sellerSchema>;

/** Verifies the check digits of ISO 13616: the account number as an integer is 1 modulo 97. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const turned = iban.slice(4) + iban.slice(0, 4);
  const digits = [...turned].map((sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** Numbering of invoices and credit notes, such as INV-2026-0001. */
const seriesSchema = z.object({
  prefix: z
    .string()
    .max(20)
    .regex(/^[A-Za-z0-9/._-]*$/, 'A prefix has letters, digits and . _ - /'),
  year: z.boolean(),
  digits: z.int().min(1).max(10),
});
export type Series = z.output<typeof seriesSchema>;

const rate = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,3})?$/, 'A tax rate is a number from 0 to 99.999')
  // 19.0 and 19 are stored as the same rate, as totals and Stripe expect.
  .transform(normalRate);
const rateAbove0 = rate.refine((value) => Number(value) > 0, 'A reduced rate is above 0');
const taxNote = z.string().trim().max(500, 'Please keep this under 500 characters').default('');

/** Taxation of sales. */
export const taxSchema = z.object({
  scheme: z.enum(taxSchemes, 'A scheme is regular or small_business'),
  /** In percent; 0 if no tax is charged. */
  standardRate: rate,
  reducedRates: z.array(rateAbove0).max(5, 'Please keep this to 5 rates').default([]),
  /** Tax of plan prices: `net` adds tax to the price, `gross` includes it. */
  planPrices: z.enum(['net', 'gross'], 'Prices of plans are net or gross').default('gross'),
  /** True if plans are taxed; otherwise their invoices have no tax. */
  plansTaxed: z.boolean().default(false),
  /** Sentence printed on documents for each tax category; empty for the default. */
  notes: z
    .object({ AE: taxNote, K: taxNote, G: taxNote, E: taxNote, O: taxNote })
    .default({ AE: '', K: '', G: '', E: '', O: '' }),
});
export type TaxSettings = z.output<typeof taxSchema>;

export const neutralTax: TaxSettings = {
  scheme: 'regular',
  standardRate: '0',
  reducedRates: [],
  planPrices: 'gross',
  plansTaxed: false,
  notes: { AE: '', K: '', G: '', E: '', O: '' },
};

const reminderText = z.string().max(2000);

/** Defaults of proposals and invoices. */
export const salesSchema = z.object({
  /** Terms of new proposals, in Markdown. */
  terms: z.string().max(20_000),
  /** Days for which a proposal is valid. */
  validDays: z.int().min(1).max(365),
  /** Payment term of an invoice in days. */
  paymentDays: z.int().min(0).max(365),
  series: seriesSchema,
  /** True if emails about an open invoice have the invoice attached as a PDF. */
  attachPdf: z.boolean().default(true),
  /** Handling of an invoice that is due when the work is completed. */
  completion: z
    .object({
      /** Working days after which the invoice is issued automatically; null if an admin issues it. */
      issueAfterDays: z.int().min(1, 'At least one working day').max(60).nullable(),
    })
    .default({ issueAfterDays: null }),
  reminders: z.object({
    enabled: z.boolean(),
    /** Reminder days, relative to the due date: negative before it, 0 on it, positive after it. */
    days: z.array(z.int().min(-60).max(180)).max(10),
    before: reminderText,
    on: reminderText,
    after: reminderText,
  }),
});
export type SalesSettings = z.output<typeof salesSchema>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time such as 09:00');

/** Cache of valid time zone names: creating a formatter takes half a millisecond, and settings are parsed at each read. */
const timeZones = new Set(['UTC']);

export const isTimeZone = (name: string): boolean => {
  if (timeZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    timeZones.add(name);
    return true;
  } catch {
    // The formatter rejects unknown names.
    return false;
  }
};

/** Working hours and response time of the agency. Its time zone applies to all dates in documents. */
export const responseTimesSchema = z
  .object({
    /** Number of working hours within which a lead gets its first reply. */
    answerHours: z.int().min(1).max(400),
    from: clock,
    to: clock,
    /** Working days: 1 is Monday, 7 is Sunday. */
    workingDays: z.array(z.int().min(1).max(7)).min(1, 'At least one working day is needed').max(7),
    timeZone: z.string().max(60).refine(isTimeZone, 'This time zone is not known'),
    holidays: z.array(dateField).max(400),
    /** True if the site shows measured response times. */
    showMeasured: z.boolean().default(false),
  })
  .refine(({ from, to }) => from < to, {
    message: 'The working day ends after it begins',
    path: ['to'],
  });
export type ResponseTimes = z.output<typeof responseTimesSchema>;

export const neutralSales: SalesSettings = {
  terms: '',
  validDays: 30,
  paymentDays: 14,
  series: { prefix: 'INV-', year: true, digits: 4 },
  attachPdf: true,
  completion: { issueAfterDays: null },
  reminders: {
    enabled: true,
    days: [-3, 0, 7, 14],
    before: 'This invoice is due soon. If you have paid it already, there is nothing to do.',
    on: 'This invoice is due today. If you have paid it already, there is nothing to do.',
    after:
      'We have not received a payment for this invoice yet. Please pay it, or write to us if something is not right.',
  },
};

export const neutralSeller: Seller = {
  name: '',
  address: [],
  city: '',
  postcode: '',
  country: '',
  taxNumber: '',
  registrationNumber: '',
  vatNumber: '',
  contact: { name: '', phone: '', email: '' },
  electronicAddress: null,
  accountHolder: '',
  iban: '',
  bic: '',
  paymentDetails: [],
};

export const neutralResponseTimes: ResponseTimes = { ...defaultResponseTimes, showMeasured: false };
