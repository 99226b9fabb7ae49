import { z } from 'zod';

import type { Activity, Welcome } from './dashboard';

const activitySchema = z.object({
  id: z.string(),
  kind: z.enum(['quote', 'message', 'account']),
  title: z.string(),
  status: z.string(),
  time: z.iso.datetime(),
}) satisfies z.ZodType<Activity>;

export const welcomeSchema = z.object({
  quotes: z.int(),
  messages: z.int(),
  answered: z.int(),
  memberSince: z.iso.datetime(),
  activity: z.array(activitySchema),
}) satisfies z.ZodType<Welcome>;
