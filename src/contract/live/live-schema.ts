import { z } from 'zod';

import { int4Max } from '~/contract/common/limits';

/** A change sent by the stream: a record of a topic changed. Screens refetch what they show of it. */
const liveChangeSchema = z.object({
  /** Router of the changed records, or their table; `all` after unknown changes. */
  topic: z.string(),
  /** Changed record; null for any record of the topic. */
  id: z.union([z.int(), z.string()]).nullable(),
});
export type LiveChange = z.output<typeof liveChangeSchema>;

export const allChanged: LiveChange = { topic: 'all', id: null };

export const liveStreamSchema = z
  .object({
    /** True if it is the panel's stream: the caller is the admin, even while they view the site as a client. */
    isPanel: z.boolean().optional(),
    /** Request whose thread is open: no emails about it are sent in the meantime. */
    openRequestId: z.int().min(1).max(int4Max).optional(),
  })
  .optional();
export type LiveStreamInput = NonNullable<z.output<typeof liveStreamSchema>>;
