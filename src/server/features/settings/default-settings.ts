import { neutralAccounting } from '~/contract/accounting/datev-schema';
import { defaultNavigation } from '~/contract/built-in-pages/built-in-pages';
import { neutralFileSettings } from '~/contract/files/files-schema';
import { defaultPhoneLabels } from '~/contract/leads/form-field-defaults';
import type { FormFieldSettings } from '~/contract/leads/form-fields-setting-schema';
import { nothingCounted } from '~/contract/settings/counted-claims-schema';
import type { Logo } from '~/contract/settings/logo-schema';
import {
  neutralResponseTimes,
  neutralSales,
  neutralSeller,
  neutralTax,
} from '~/contract/settings/sales-settings-schema';
import { type ClaimKey, type ClaimSetting, claimKeys } from '~/contract/settings/settings';
import type { Appearance } from '~/contract/settings/settings-schema';
import type { TypefaceKey } from '~/contract/settings/typefaces';
import { neutralSetup } from '~/contract/setup/setup-settings-schema';
import { neutralAsking } from '~/contract/testimonials/testimonials-form-schema';

const labels: Record<ClaimKey, string> = {
  projects: 'projects delivered',
  satisfaction: 'client satisfaction',
  years: 'years in business',
  clients: 'clients',
  countries: 'countries',
  support: 'support',
  rating: 'average rating',
  answerTime: 'median time to first reply',
  answersKept: 'of first replies on time',
};

/** Claims are hidden while they have no value. */
const claims: ClaimSetting[] = claimKeys.map((key) => ({
  key,
  value: '',
  label: labels[key],
  mode: 'typed',
}));

const passages = { title: '', items: [] };

/** Default form fields of every site. */
const formFields: FormFieldSettings = {
  services: 'standard',
  countries: 'standard',
  chosenCountries: [],
  phoneLabels: defaultPhoneLabels,
  about: 'off',
  company: 'optional',
  phone: 'optional',
  quotePhone: 'required',
  channel: 'off',
};

/**
 * Default settings until an admin sets a value. They contain no text that a visitor could mistake for the agency's own.
 */
export const neutralSettings = {
  brand: {
    name: '',
    tagline: '',
    description: '',
    legalName: '',
    foundedYear: new Date().getFullYear(),
  },
  contact: { email: '', phone: '', address: [], hours: '' },
  social: [],
  hero: { title: '', subtitle: '' },
  reasons: [],
  claims,
  currency: 'USD',
  whatsappNumber: null as string | null,
  about: {
    title: '',
    lead: '',
    story: { title: '', paragraphs: [] },
    values: passages,
    week: passages,
    team: { title: '', people: [] },
  },
  careers: { lead: '', steps: [], positions: [] },
  questions: [],
  retention: { usageDataMonths: 24, supportMonths: 36, accountingYears: 10, privacyReplyDays: 30 },
  adminSecurity: { isSecondFactorRequired: false },
  bank: { bookSureMatches: false },
  seller: neutralSeller,
  sales: neutralSales,
  tax: neutralTax,
  accounting: neutralAccounting,
  responseTimes: neutralResponseTimes,
  countedClaims: nothingCounted,
  measuredAnswers: {
    answered: 0,
    medianMinutes: null as number | null,
    keptShare: null as number | null,
  },
  files: neutralFileSettings,
  formFields,
  testimonials: neutralAsking,
  emails: {},
  appearance: null as Appearance,
  logo: null as Logo,
  typeface: null as TypefaceKey | null,
  navigation: defaultNavigation,
  pages: {},
  ...neutralSetup,
};
