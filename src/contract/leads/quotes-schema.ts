import { z } from 'zod';

import { companyMax, int4Max, nameMax, optionMax, textMax } from '~/contract/common/limits';
import { choice, email, line, text } from '~/contract/common/text-schema';
import { cameFromSchema } from './came-from-schema';
import { type FormFields, quickServicesOf } from './form-fields';
import {
  aboutOf,
  channelOf,
  companyOf,
  countryOf,
  notAsked,
  orEmpty,
  phoneField,
  preferredChannelSchema,
  quotePhoneOf,
} from './form-fields-schema';
import { budgetRangesIn, timelines } from './quote-options';
import { quoteSources } from './quote-sources';
import { type Option, toBeDiscussed } from './quotes';
import { submissionShape } from './submission-schema';

const name = line({ min: 2, minMessage: 'Name must be at least 2 characters', max: nameMax });
const emailField = email('Invalid email address');

/** Schema of the quick form on the landing page, built from the agency's settings. */
export const quickQuoteSchemaOf = (fields: FormFields) =>
  z.object({
    name,
    whatsapp: quotePhoneOf(fields, fields.phoneLabels.quick),
    country: fields.countries?.length === 0 ? notAsked : countryOf(fields),
    email: emailField,
    service: choice(quickServicesOf(fields), 'Please select a service'),
    about: fields.about === 'off' ? notAsked : aboutOf(fields),
    channel: fields.channel === 'off' ? notAsked : channelOf(fields),
  });
export type QuickQuoteFields = z.output<ReturnType<typeof quickQuoteSchemaOf>>;

const projectDetails = text({
  min: 10,
  minMessage: 'Please provide more details about your project',
  max: textMax,
});

/** Schema of the form on a service's page, built from the agency's settings. */
export const serviceQuoteSchemaOf = (fields: FormFields) =>
  z.object({
    name,
    email: emailField,
    phone: quotePhoneOf(fields, fields.phoneLabels.quote),
    company: fields.company === 'off' ? notAsked : companyOf(fields),
    projectDetails,
    budget: choice(budgetRangesIn(), 'Please select a budget range'),
    timeline: choice(timelines, 'Please select your timeline'),
    channel: fields.channel === 'off' ? notAsked : channelOf(fields),
  });
export type ServiceQuoteFields = z.output<ReturnType<typeof serviceQuoteSchemaOf>>;

function storedChoice(options: readonly Option[], message: string) {
  const open: Option = { value: toBeDiscussed, label: toBeDiscussed };
  return choice([...options, open], message);
}

/** A quote request as sent by both forms and by REST callers. `quoteRulesOf` checks the agency's additional requirements. */
export const quoteRequestSchema = z.object({
  name,
  email: emailField,
  phone: phoneField
    .nullish()
    .transform((value) => value ?? '')
    .describe('At least 10 characters, unless the agency has made it optional'),
  company: text({ max: companyMax })
    .nullish()
    .transform((value) => value ?? ''),
  projectDetails,
  budget: storedChoice(budgetRangesIn(), 'Please select a budget range'),
  timeline: storedChoice(timelines, 'Please select your timeline'),
  /** Id of the service. 0, null and an omitted value all mean 'no particular service'. */
  serviceId: z
    .int('Service must be a whole number')
    .min(0, 'Service must be a whole number')
    .max(int4Max, 'Service must be a whole number')
    .nullish()
    .transform((id) => id || null),
  serviceName: text({ max: optionMax })
    .nullish()
    .transform((value) => value ?? ''),
  country: z
    .string('Please select your country')
    .max(20, 'Please select your country')
    .nullish()
    .describe('One of the options in the forms of the site'),
  about: text({ max: textMax })
    .nullish()
    .transform((value) => value ?? '')
    .describe('Subject; it becomes a part of the details'),
  preferredChannel: preferredChannelSchema,
  source: z.enum(quoteSources).optional(),
  cameFrom: cameFromSchema,
  ...submissionShape,
});

/**
 * Returns the schema of a quote request, with the phone number required or optional as in the
 * agency's settings.
 */
export const quoteRequestSchemaOf = (fields: FormFields) =>
  quoteRequestSchema.extend({ phone: orEmpty(quotePhoneOf(fields, fields.phoneLabels.quote)) });

export type QuoteRequest = z.output<typeof quoteRequestSchema>;
export type QuoteRequestInput = z.input<typeof quoteRequestSchema>;
