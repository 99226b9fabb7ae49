import { countries, type Option, quickQuoteServices } from './quotes';

/**
 * Fields of the two quote forms and the contact form. The rules are in form-fields-schema.ts, the setting in
 * form-fields-setting-schema.ts.
 */

export type FieldUse = 'off' | 'optional' | 'required';

/** Ways in which a visitor may prefer to be contacted. */
export const channels = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'whatsapp', label: 'WhatsApp' },
] as const satisfies readonly Option[];

type Channel = (typeof channels)[number]['value'];

/** Returns the channel of a quote that chose none: the quick quote asks for a WhatsApp number, and promises a reply there. */
export const quickQuoteChannel = (quote: {
  source?: string | undefined;
  phone: string;
}): Channel | '' => (quote.source === 'home' && quote.phone ? 'whatsapp' : '');

/** Returns the channel for the end of a sentence, such as 'by email' in 'We’ll reply by email'. */
export const byChannel = (channel: string): string =>
  channel === 'whatsapp' ? 'on WhatsApp' : channel === 'phone' ? 'by phone' : 'by email';

/** A service of the catalog. Leads store its name. */
interface ServiceOption extends Option {
  id: number;
}

/** Fields of the forms, as configured by the agency. Null means the default. */
export interface FormFields {
  services: ServiceOption[] | null;
  /** Options for the country; an empty list hides the field. */
  countries: Option[] | null;
  phoneLabels: { quick: string; quote: string; contact: string };
  /** Use of the field 'What is it about?' in the quick form: off, optional or required. */
  about: FieldUse;
  /** Use of the company field in the form on a service's page. */
  company: FieldUse;
  /** Use of the phone field in the contact form. */
  phone: FieldUse;
  /** Use of the phone field in the two quote forms, which never hide it. */
  quotePhone: Exclude<FieldUse, 'off'>;
  /** Use of the field for the preferred channel in all three forms. */
  channel: FieldUse;
}

export const countryOptionsOf = (fields: FormFields): readonly Option[] =>
  fields.countries ?? countries;

/** Returns the options of the quick form. The last one stands for no particular service. */
export const quickServicesOf = (fields: FormFields): readonly Option[] =>
  fields.services ? [...fields.services, ...quickQuoteServices.slice(-1)] : quickQuoteServices;
