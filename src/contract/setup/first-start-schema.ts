import { z } from 'zod';

import { nameMax } from '~/contract/common/limits';
import { email as emailField, text } from '~/contract/common/text-schema';
import { acceptInvitationFormSchema } from '~/contract/identity/admins-schema';
import { isTimeZone } from '~/contract/settings/sales-settings-schema';

const lineMax = 200;

const email = emailField('Please enter a valid email address').transform((value) =>
  value.toLowerCase(),
);

/** First owner and agency, as entered in the form that the setup link opens. */
export const firstStartSchema = acceptInvitationFormSchema.extend({
  /** Name of the owner that clients see; defaults to the username. */
  ownerName: text({ max: nameMax }).optional(),
  email,
  name: text({ min: 1, minMessage: 'The agency needs a name', max: 60 }),
  tagline: text({ max: lineMax }),
  contactEmail: email,
  phone: text({ max: 50 }),
  /** ISO 3166 country code; empty if undecided. */
  country: z.string().regex(/^([A-Z]{2})?$/, 'Please choose a country'),
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'Please choose a currency'),
  timeZone: z.string().max(60).refine(isTimeZone, 'Please choose a time zone'),
});
export type FirstStartFields = z.output<typeof firstStartSchema>;
