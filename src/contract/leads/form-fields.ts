import { contactServices, noService } from './contact';
import { countries, type Option, quickQuoteServices } from './quotes';

/** What the two quote forms and the contact form ask. The rules are in form-fields-schema.ts. */

export const fieldUses = ['off', 'optional', 'required'] as const;
export type FieldUse = (typeof fieldUses)[number];

/** How a visitor would like to be answered. */
export const channels = [
  { value: 'email', label: 'E-mail' },
  { value: 'phone', label: 'Phone' },
  { value: 'whatsapp', label: 'WhatsApp' },
] as const satisfies readonly Option[];

export const serviceLists = ['standard', 'catalogue'] as const;
export const countryLists = ['standard', 'all', 'chosen', 'none'] as const;

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
  /** Of all three. */
  channel: FieldUse;
}

export const defaultPhoneLabels = { quick: 'WhatsApp number', quote: 'Phone', contact: 'Phone' };

export const defaultFormFields: FormFields = {
  services: null,
  countries: null,
  phoneLabels: defaultPhoneLabels,
  about: 'off',
  company: 'optional',
  phone: 'optional',
  channel: 'off',
};

export const countryOptionsOf = (fields: FormFields): readonly Option[] =>
  fields.countries ?? countries;

/** The value of a field that stands for no service of the list. */
const otherService: Option = { value: 'other', label: 'Other Services' };

export const quickServicesOf = (fields: FormFields): readonly Option[] =>
  fields.services ? [...fields.services, otherService] : quickQuoteServices;

export const contactServicesOf = (fields: FormFields): readonly Option[] =>
  fields.services ? [...fields.services, noService] : contactServices;
