import { z } from 'zod';

import { int4Max } from '~/contract/common/limits';

/** What a stream tells: something of a topic changed. Screens read again what they show of it. */
export const liveChangeSchema = z.object({
  /** The router of the changed records, or their table; `all` after changes that are not known. */
  topic: z.string(),
  /** The changed record; null for any of the topic. */
  id: z.union([z.int(), z.string()]).nullable(),
});
export type LiveChange = z.output<typeof liveChangeSchema>;

export const allChanged: LiveChange = { topic: 'all', id: null };

export const liveStreamSchema = z
  .object({
    /** The panel’s stream: the caller is the admin, also while they view a client. */
    isPanel: z.boolean().optional(),
    /** The request whose thread is open: no mails are sent about it meanwhile. */
    openRequestId: z.int().min(1).max(int4Max).optional(),
  })
  .optional();
export type LiveStreamInput = NonNullable<z.output<typeof liveStreamSchema>>;
