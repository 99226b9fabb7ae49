import { z } from 'zod';

import type { SchemaOf } from '~/contract/common/schema';
import { line } from '~/contract/common/text-schema';
import type { FieldUse, FormFields } from './form-fields';

/** Settings of the site's forms, and the part of these settings that pages read. */

const fieldUses = ['off', 'optional', 'required'] as const satisfies readonly FieldUse[];
const serviceLists = ['standard', 'catalogue'] as const;
const countryLists = ['standard', 'all', 'chosen', 'none'] as const;

const label = line({ min: 1, minMessage: 'Please enter a label', max: 60 });
const use = z.enum(fieldUses);
const quoteUse = z.enum(['optional', 'required']);

/** The setting `formFields`. */
export const formFieldSettingsSchema = z
  .object({
    services: z.enum(serviceLists),
    countries: z.enum(countryLists),
    /** Codes of the countries that the agency has chosen. */
    chosenCountries: z.array(z.string().max(20)).max(300),
    phoneLabels: z.object({ quick: label, quote: label, contact: label }),
    about: use,
    company: use,
    phone: use,
    quotePhone: quoteUse.default('required'),
    channel: use,
  })
  .refine(
    ({ countries, chosenCountries }) => countries !== 'chosen' || chosenCountries.length > 0,
    {
      message: 'Please choose one country or more',
      path: ['chosenCountries'],
    },
  );
export type FormFieldSettings = z.output<typeof formFieldSettingsSchema>;

const option = z.object({ value: z.string(), label: z.string() });

/** Data for a page with one of the forms. */
export const formFieldsSchema = z.object({
  services: z.array(option.extend({ id: z.int() })).nullable(),
  countries: z.array(option).nullable(),
  phoneLabels: z.object({ quick: z.string(), quote: z.string(), contact: z.string() }),
  about: use,
  company: use,
  phone: use,
  quotePhone: quoteUse,
  channel: use,
}) satisfies SchemaOf<FormFields>;
