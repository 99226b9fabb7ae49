import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import { line } from '~/contract/common/text-schema';
import { apiKeyStatuses, keyNameMax, keyPermissions } from './api-keys';
import { permissions } from './permissions';

const permissionField = z.enum(
  keyPermissions,
  `A permission is one of: ${keyPermissions.join(', ')}`,
);

/** An API key, without the key itself. */
export const apiKeySchema = z.object({
  id: z.int(),
  name: z.string(),
  /** First characters of the key, shown so that it can be recognized. */
  start: z.string(),
  permissions: z.array(z.enum(permissions)),
  status: z.enum(apiKeyStatuses),
  createdBy: z.string().describe('Admin whose permissions limit those of the key'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable().describe('Precise to the minute'),
  lastUsedFrom: z.string().nullable().describe('Network address of the last use'),
});
export type ApiKey = z.output<typeof apiKeySchema>;

const nameField = line({ min: 1, minMessage: 'A name is required', max: keyNameMax });
const permissionsField = z
  .array(permissionField, 'Please choose permissions')
  .min(1, 'Please choose at least one permission')
  .max(keyPermissions.length)
  .transform((given) => [...new Set(given)]);

export const newApiKeySchema = z.object({
  name: nameField,
  permissions: permissionsField,
  expiresAt: z.iso
    .datetime('Please give the expiry as 2030-01-31T12:00:00Z')
    .refine((time) => new Date(time) > new Date(), 'The expiry must be in the future')
    .optional(),
});
export type NewApiKey = z.output<typeof newApiKeySchema>;

/** Response to creating an API key. No other response contains the key. */
export const createdApiKeySchema = idSchema.extend({
  key: z.string().describe('Shown once; only a hash of it is stored'),
});
