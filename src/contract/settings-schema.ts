import { z } from 'zod';

import { type ClaimSetting, claimKeys, type PublicSettings } from './settings';

const claimSchema = z.object({ key: z.enum(claimKeys), value: z.string(), label: z.string() });

/** What each setting's row holds. */
export const settingSchemas = {
  brand: z.object({
    name: z.string(),
    tagline: z.string(),
    description: z.string(),
    legalName: z.string(),
    foundedYear: z.int(),
  }),
  contact: z.object({
    email: z.string(),
    phone: z.string(),
    address: z.array(z.string()),
    hours: z.string(),
  }),
  social: z.array(z.object({ label: z.string(), url: z.string() })),
  hero: z.object({ title: z.string(), subtitle: z.string() }),
  reasons: z.array(z.object({ title: z.string(), text: z.string() })),
  claims: z.array(claimSchema.extend({ mode: z.enum(['typed', 'computed']) })) satisfies z.ZodType<
    ClaimSetting[]
  >,
  currency: z.string().regex(/^[A-Z]{3}$/, 'A currency is three capital letters'),
  whatsappNumber: z
    .string()
    .regex(/^\d{6,15}$/, 'A chat number is 6 to 15 digits')
    .nullable(),
};

export const publicSettingsSchema = z.object({
  brand: settingSchemas.brand,
  contact: settingSchemas.contact,
  social: settingSchemas.social,
  hero: settingSchemas.hero,
  reasons: settingSchemas.reasons,
  claims: z.record(z.enum(claimKeys), claimSchema),
  currency: settingSchemas.currency,
  whatsappNumber: settingSchemas.whatsappNumber,
}) satisfies z.ZodType<PublicSettings>;
