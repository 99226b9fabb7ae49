import type { FormFields } from './form-fields';

/** What the forms ask while the agency has changed nothing: what every site has. */

export const defaultPhoneLabels = { quick: 'WhatsApp number', quote: 'Phone', contact: 'Phone' };

export const defaultFormFields: FormFields = {
  services: null,
  countries: null,
  phoneLabels: defaultPhoneLabels,
  about: 'off',
  company: 'optional',
  phone: 'optional',
  quotePhone: 'required',
  channel: 'off',
};
