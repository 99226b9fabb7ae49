import { countries, type Option, quickQuoteServices } from './quotes';

/**
 * Fields of the two quote forms and the contact form. The rules are in form-fields-schema.ts, the setting in
 * form-fields-setting-schema.ts.
 */

export type FieldUse = 'off' | 'optional' | 'required';

/** How a visitor prefers to be answered. */
export const channels = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'whatsapp', label: 'WhatsApp' },
] as const satisfies readonly Option[];

/** A service of the catalog: a lead stores its name. */
interface ServiceOption extends Option {
  id: number;
}

/** Fields as a page shows them; null means the default. */
export interface FormFields {
  services: ServiceOption[] | null;
  /** Empty: not shown. */
  countries: Option[] | null;
  phoneLabels: { quick: string; quote: string; contact: string };
  /** 'What is it about?' of the quick form. */
  about: FieldUse;
  /** On the form of a service's page. */
  company: FieldUse;
  /** On the contact form. */
  phone: FieldUse;
  /** Setting of the two quote forms, which always have the field. */
  quotePhone: Exclude<FieldUse, 'off'>;
  /** On all three forms. */
  channel: FieldUse;
}

export const countryOptionsOf = (fields: FormFields): readonly Option[] =>
  fields.countries ?? countries;

/** Returns the options; the last one means no service of the list. */
export const quickServicesOf = (fields: FormFields): readonly Option[] =>
  fields.services ? [...fields.services, ...quickQuoteServices.slice(-1)] : quickQuoteServices;
