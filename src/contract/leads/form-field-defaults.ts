import type { FormFields } from './form-fields';

/** Default fields of the site's forms. */

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
