import { countries, type Option, quickQuoteServices } from './quotes';

/** What the two quote forms and the contact form ask. The rules are in form-fields-schema.ts, the setting in form-fields-setting-schema.ts. */

export type FieldUse = 'off' | 'optional' | 'required';

/** How a visitor would like to be answered. */
export const channels = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'whatsapp', label: 'WhatsApp' },
] as const satisfies readonly Option[];

/** A service of the catalogue: its name is what a lead keeps. */
interface ServiceOption extends Option {
  id: number;
}

/** The fields as a page shows them; what is null is as every site has it at first. */
export interface FormFields {
  services: ServiceOption[] | null;
  /** Empty: not asked. */
  countries: Option[] | null;
  phoneLabels: { quick: string; quote: string; contact: string };
  /** 'What is it about?' of the quick form. */
  about: FieldUse;
  /** Of the form on a service's page. */
  company: FieldUse;
  /** Of the contact form. */
  phone: FieldUse;
  /** Setting of the two quote forms, which always have the field. */
  quotePhone: Exclude<FieldUse, 'off'>;
  /** Of all three. */
  channel: FieldUse;
}

export const countryOptionsOf = (fields: FormFields): readonly Option[] =>
  fields.countries ?? countries;

/** The last stands for no service of the list. */
export const quickServicesOf = (fields: FormFields): readonly Option[] =>
  fields.services ? [...fields.services, ...quickQuoteServices.slice(-1)] : quickQuoteServices;
