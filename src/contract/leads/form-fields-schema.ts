import { z } from 'zod';

import { companyMax, phoneMax, textMax } from '~/contract/common/limits';
import { choice, code, text } from '~/contract/common/text-schema';
import { contactServicesOf, messageServices } from './contact';
import { channels, countryOptionsOf, type FieldUse, type FormFields } from './form-fields';
import type { QuoteSource } from './quote-sources';

/**
 * Validation rules for the form fields that the agency can change. Pages, tRPC and REST share these
 * rules.
 */

/**
 * Returns the schema of a text field that the agency can hide. A submitted value is stored even if
 * the form hides the field.
 */
const asked = (use: FieldUse, max: number, missing: string, kind = text) =>
  kind({ ...(use === 'required' && { min: 1, minMessage: missing }), max });

export const companyOf = ({ company }: FormFields) =>
  asked(company, companyMax, 'Please enter your company');

export const contactPhoneOf = ({ phone, phoneLabels }: FormFields) =>
  asked(phone, phoneMax, `Please enter your ${asWithin(phoneLabels.contact)}`, code);

export const aboutOf = ({ about }: FormFields) =>
  asked(about, textMax, 'Please enter the project details');

const channelMessage = 'Please select how we should answer';

export const channelOf = ({ channel }: FormFields) => {
  const chosen = choice(channels, channelMessage);
  return channel === 'required' ? chosen : z.union([z.literal(''), chosen], channelMessage);
};

export const countryOf = (fields: FormFields) => {
  const options = countryOptionsOf(fields);
  const message = 'Please select your country';
  // A hidden field accepts any value, because cached pages and API callers may still send one.
  return options.length > 0 ? choice(options, message) : z.string(message).max(20, message);
};

/**
 * Returns the schema of the contact form's service field. Also accepts the default values, for
 * callers that do not know the agency's settings.
 */
export const contactServiceOf = (fields: FormFields) =>
  choice([...contactServicesOf(fields), ...messageServices], 'Please select a service');

/** Schema of a field that a form does not have. */
export const notAsked = z.string().optional();

/** Normalized phone number. */
export const phoneField = code({ max: phoneMax });

/**
 * Phone number of a quote form: at least ten characters, or six digits if it is optional.
 *
 * @param label label of the field
 */
export function quotePhoneOf({ quotePhone }: Pick<FormFields, 'quotePhone'>, label: string) {
  const name = label === 'Phone' ? 'Phone number' : label;
  if (quotePhone === 'required') {
    const minMessage = `${name} must be at least 10 characters`;
    return code({ min: 10, minMessage, max: phoneMax });
  }
  const minMessage = `${name} must have at least 6 digits`;
  return code({ minMessage, max: phoneMax }).check(
    z.refine((value) => value === '' || value.replaceAll(/\D/g, '').length >= 6, minMessage),
  );
}

/** Sender's preferred way to be contacted, which all forms send. */
export const preferredChannelSchema = z
  .union([z.literal(''), choice(channels, channelMessage)], channelMessage)
  .nullish()
  .transform((value) => value ?? '')
  .describe(
    `How the sender would like to be answered: ${channels.map(({ value }) => value).join(', ')}`,
  );

/** Makes a text optional; defaults to an empty one. */
export const orEmpty = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .nullish()
    .transform((value) => value ?? '')
    .pipe(schema);

/**
 * Returns the validation rules that the settings add for a quote request. They depend on the form
 * with which it was sent.
 */
export const quoteRulesOf = (fields: FormFields, source: QuoteSource) =>
  z.object({
    country: countryOf(fields).nullish(),
    company: orEmpty(source === 'home' ? text({ max: companyMax }) : companyOf(fields)),
    about: orEmpty(source === 'home' ? aboutOf(fields) : text({ max: textMax })),
    preferredChannel: orEmpty(channelOf(fields)),
  });

/** Returns the validation rules that the settings add for a contact message. */
export const messageRulesOf = (fields: FormFields) =>
  z.object({
    service: contactServiceOf(fields),
    phone: orEmpty(contactPhoneOf(fields)),
    preferredChannel: orEmpty(channelOf(fields)),
  });

/** Returns a label as used within a sentence: 'Phone' becomes 'phone', 'WhatsApp number' does not change. */
function asWithin(name: string): string {
  return /^\p{Lu}\p{Ll}*(\s|$)/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
