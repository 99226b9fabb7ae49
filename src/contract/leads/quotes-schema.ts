import { z } from 'zod';

import {
  companyMax,
  int4Max,
  nameMax,
  optionMax,
  phoneMax,
  textMax,
} from '~/contract/common/limits';
import { choice, email, line, text } from '~/contract/common/text-schema';
import { cameFromSchema } from './came-from-schema';
import {
  budgetRangesIn,
  countries,
  type Option,
  quickQuoteServices,
  quoteSources,
  timelines,
  toBeDiscussed,
} from './quotes';
import { submissionShape } from './submission-schema';

const name = line({ min: 2, minMessage: 'Name must be at least 2 characters', max: nameMax });
const emailField = email('Invalid email address');

/** The quick form on the landing page. */
export const quickQuoteSchema = z.object({
  name,
  whatsapp: text({
    min: 10,
    minMessage: 'WhatsApp number must be at least 10 characters',
    max: phoneMax,
  }),
  country: choice(countries, 'Please select your country'),
  email: emailField,
  service: choice(quickQuoteServices, 'Please select a service'),
});
export type QuickQuoteFields = z.output<typeof quickQuoteSchema>;

const phone = text({
  min: 10,
  minMessage: 'Phone number must be at least 10 characters',
  max: phoneMax,
});
const projectDetails = text({
  min: 10,
  minMessage: 'Please provide more details about your project',
  max: textMax,
});

/** The form on a service's page. */
export const serviceQuoteSchema = z.object({
  name,
  email: emailField,
  phone,
  company: text({ max: companyMax }),
  projectDetails,
  budget: choice(budgetRangesIn(), 'Please select a budget range'),
  timeline: choice(timelines, 'Please select your timeline'),
});
export type ServiceQuoteFields = z.output<typeof serviceQuoteSchema>;

function storedChoice(options: readonly Option[], message: string) {
  const open: Option = { value: toBeDiscussed, label: toBeDiscussed };
  return choice([...options, open], message);
}

/** A quote request as both forms and REST callers send it. */
export const quoteRequestSchema = z.object({
  name,
  email: emailField,
  phone,
  company: text({ max: companyMax })
    .nullish()
    .transform((value) => value ?? ''),
  projectDetails,
  budget: storedChoice(budgetRangesIn(), 'Please select a budget range'),
  timeline: storedChoice(timelines, 'Please select your timeline'),
  /** 0, null and no value at all mean 'no particular service'. */
  serviceId: z
    .int('Service must be a whole number')
    .min(0, 'Service must be a whole number')
    .max(int4Max, 'Service must be a whole number')
    .nullish()
    .transform((id) => id || null),
  serviceName: text({ max: optionMax })
    .nullish()
    .transform((value) => value ?? ''),
  country: choice(countries, 'Please select your country').nullish(),
  source: z.enum(quoteSources).optional(),
  cameFrom: cameFromSchema,
  ...submissionShape,
});

export type QuoteRequest = z.output<typeof quoteRequestSchema>;
export type QuoteRequestInput = z.input<typeof quoteRequestSchema>;
