import { z } from 'zod';

import type { CurrentUser } from './identity';

export const currentUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  isAdmin: z.boolean(),
}) satisfies z.ZodType<CurrentUser>;
