import { z } from 'zod';

import { int4Max } from '~/contract/common/limits';

/**
 * A change announced by the live stream: a record of a topic changed. Screens refetch the data that they show about the
 * record.
 */
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
    /** True for the panel's stream: the caller is the admin, even while they view the site as a client. */
    isPanel: z.boolean().optional(),
    /** Request whose thread is open on the screen. While it is, no emails about the thread are sent. */
    openRequestId: z.int().min(1).max(int4Max).optional(),
  })
  .optional();
export type LiveStreamInput = NonNullable<z.output<typeof liveStreamSchema>>;
