import { z } from 'zod';

import { claimKeys } from '~/contract/settings/settings';

/** Selected claims from the agency's settings. */
export const claimsSchema = z.object({
  type: z.literal('claims'),
  keys: z
    .array(z.enum(claimKeys, 'Unknown stat'))
    .min(1, 'Please choose a stat')
    .max(claimKeys.length)
    .refine((keys) => new Set(keys).size === keys.length, 'A stat is listed twice'),
});
