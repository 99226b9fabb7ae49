import { z } from 'zod';

import { int4Max } from '~/contract/common/limits';

/**
 * A change of a record, announced by the live stream. Screens refetch the data that depends on the
 * record.
 */
const liveChangeSchema = z.object({
  /** Router or table of the changed records; `all` if the server cannot tell what changed. */
  topic: z.string(),
  /** Id of the changed record; null for any record of the topic. */
  id: z.union([z.int(), z.string()]).nullable(),
});
export type LiveChange = z.output<typeof liveChangeSchema>;

export const allChanged: LiveChange = { topic: 'all', id: null };

export const liveStreamSchema = z
  .object({
    /** True for the panel's stream: the caller is the admin, even while they view the site as a client. */
    isPanel: z.boolean().optional(),
    /**
     * Id of the request whose thread is open on the screen. While it is, no emails about the thread
     * are sent.
     */
    openRequestId: z.int().min(1).max(int4Max).optional(),
  })
  .optional();
export type LiveStreamInput = NonNullable<z.output<typeof liveStreamSchema>>;
