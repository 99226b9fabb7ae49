import { z } from 'zod';

import { accountingSettingSchema } from '~/contract/accounting/datev-schema';
import {
  changedTextsSchema,
  linksSchema,
  navigationSchema,
} from '~/contract/built-in-pages/built-in-pages-schema';
import { languages } from '~/contract/common/languages';
import type { SchemaOf } from '~/contract/common/schema';
import { fileSettingsSchema } from '~/contract/files/files-schema';
import { formFieldSettingsSchema } from '~/contract/leads/form-fields-setting-schema';
import { legalLinkSchema } from '~/contract/legal/legal-schema';
import { emailWordsSchema } from '~/contract/mail/email-templates-schema';
import { setupSettings } from '~/contract/setup/setup-settings-schema';
import { askingSchema } from '~/contract/testimonials/testimonials-form-schema';
import { countedClaimsSchema } from './counted-claims-schema';
import { logoSchema } from './logo-schema';
import { responseTimesSchema, salesSchema, sellerSchema, taxSchema } from './sales-settings-schema';
import { type ClaimSetting, claimKeys, type Question } from './settings';
import { typefaceKeys } from './typefaces';

const claimSchema = z.object({ key: z.enum(claimKeys), value: z.string(), label: z.string() });

const passage = z.object({ title: z.string(), text: z.string() });

/** The about page. Empty parts are not shown on the page. */
export const aboutSchema = z.object({
  title: z.string(),
  lead: z.string(),
  story: z.object({ title: z.string(), paragraphs: z.array(z.string()) }),
  values: z.object({ title: z.string(), items: z.array(passage) }),
  week: z.object({ title: z.string(), items: z.array(passage) }),
  team: z.object({
    title: z.string(),
    people: z.array(
      z.object({
        name: z.string(),
        role: z.string(),
        text: z.string(),
        imageUrl: z.string().nullable(),
      }),
    ),
  }),
});
export type About = z.output<typeof aboutSchema>;

export const careersSchema = z.object({
  lead: z.string(),
  /** Steps of an application. */
  steps: z.array(passage),
  positions: z.array(
    z.object({ title: z.string(), terms: z.string(), place: z.string(), text: z.string() }),
  ),
});
export type Careers = z.output<typeof careersSchema>;

export const questionsSchema = z.array(
  z.object({ question: z.string(), answer: z.string() }),
) satisfies SchemaOf<Question[]>;

/** Retention periods, which the retention job applies and the legal pages mention. */
const retentionSchema = z.object({
  usageDataMonths: z.int().min(1).max(120),
  supportMonths: z.int().min(1).max(120),
  /**
   * Number of years, counted from the end of a document's year, for which the document keeps the
   * name of a deleted client.
   */
  accountingYears: z.int().min(1).max(30).default(10),
  /** Days within which a privacy request is answered. */
  privacyReplyDays: z.int().min(1).max(90),
});
export type Retention = z.output<typeof retentionSchema>;

/** Rules for the sign-in of admins. */
const adminSecuritySchema = z.object({
  /** True if every admin needs a second factor; otherwise each admin decides. */
  isSecondFactorRequired: z.boolean(),
});
export type AdminSecurity = z.output<typeof adminSecuritySchema>;

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'A color is written as # and six digits');

/** Colors from which all other colors are derived; null for the defaults. */
const appearanceSchema = z
  .object({
    /** Color of links, marks and calls to action. */
    accent: color,
    /** Background of the light theme; its hue tints the dark one. */
    paper: color,
  })
  .nullable();
export type Appearance = z.output<typeof appearanceSchema>;

/** Handling of imported bank statements. */
const bankSettingsSchema = z.object({
  /** True if an entry is booked automatically when it names one open invoice and pays exactly the outstanding amount. */
  bookSureMatches: z.boolean(),
});
export type BankSettings = z.output<typeof bankSettingsSchema>;

/** Schemas of the settings' values. */
export const settingSchemas = {
  brand: z.object({
    name: z.string(),
    tagline: z.string(),
    description: z.string(),
    legalName: z.string(),
    foundedYear: z.int(),
    /** Site language; omitted for English. */
    language: z.enum(languages).optional(),
  }),
  contact: z.object({
    email: z.string(),
    phone: z.string(),
    address: z.array(z.string()),
    hours: z.string(),
  }),
  social: z.array(z.object({ label: z.string(), url: z.string() })),
  hero: z.object({ title: z.string(), subtitle: z.string() }),
  reasons: z.array(passage),
  claims: z.array(claimSchema.extend({ mode: z.enum(['typed', 'computed']) })) satisfies SchemaOf<
    ClaimSetting[]
  >,
  currency: z.string().regex(/^[A-Z]{3}$/, 'A currency is three capital letters'),
  whatsappNumber: z
    .string()
    .regex(/^\d{6,15}$/, 'A chat number is 6 to 15 digits')
    .nullable(),
  about: aboutSchema,
  careers: careersSchema,
  questions: questionsSchema,
  retention: retentionSchema,
  adminSecurity: adminSecuritySchema,
  seller: sellerSchema,
  sales: salesSchema,
  tax: taxSchema,
  bank: bankSettingsSchema,
  accounting: accountingSettingSchema,
  responseTimes: responseTimesSchema,
  /** Last counts of claims; written by a job. */
  countedClaims: countedClaimsSchema,
  /** Recent response times; written by a job. */
  measuredAnswers: z.object({
    answered: z.int(),
    /** Median in minutes of working time. */
    medianMinutes: z.int().nullable(),
    keptShare: z.number().nullable(),
  }),
  files: fileSettingsSchema,
  formFields: formFieldSettingsSchema,
  testimonials: askingSchema,
  /** Custom texts of emails to clients. */
  emails: emailWordsSchema,
  appearance: appearanceSchema,
  logo: logoSchema,
  /** Pair of fonts; null for the default. */
  typeface: z.enum(typefaceKeys).nullable(),
  navigation: navigationSchema,
  pages: changedTextsSchema,
  ...setupSettings,
};

/** Settings that every page needs, without settings of single pages. */
export const publicSettingsSchema = z.object({
  brand: settingSchemas.brand,
  contact: settingSchemas.contact,
  social: settingSchemas.social,
  hero: settingSchemas.hero,
  reasons: settingSchemas.reasons,
  claims: z.record(
    z.enum(claimKeys),
    claimSchema.omit({ key: true }).extend({
      /** For a counted value: method, date and number of cases, as text. Omitted for a typed value. */
      counted: z.string().optional(),
    }),
  ),
  /** Promised response time, such as 'one working day'. */
  answerWithin: z.string(),
  /** Recent response times; null if not shown. */
  measuredAnswers: z
    .object({ median: z.string(), kept: z.string().describe('For example 97%') })
    .nullable(),
  /** Time zone of the agency and its documents, such as 'Europe/Berlin'. */
  timeZone: z.string(),
  /** ISO 4217, in capitals. */
  currency: settingSchemas.currency,
  /** Tax of plan prices, such as 'plus VAT' or 'including VAT'; omitted if plans are not taxed. */
  planTax: z.string().optional(),
  /** Digits only; null without a chat. */
  whatsappNumber: settingSchemas.whatsappNumber,
  links: linksSchema,
  /** Texts of pages that differ from the default; omitted if there are none. */
  pages: settingSchemas.pages.optional(),
  /** Optional legal pages; omitted if there are none. */
  legalLinks: z.array(legalLinkSchema).optional(),
});
export type PublicSettings = z.output<typeof publicSettingsSchema>;

/** Due time of a reply to a message that is sent now. */
export const answerDueSchema = z.object({ dueAt: z.iso.datetime() });
export type AnswerDue = z.output<typeof answerDueSchema>;
