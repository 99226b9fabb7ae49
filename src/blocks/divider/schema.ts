import { z } from 'zod';

/** Space or a line between two blocks. */
export const dividerSchema = z.object({
  type: z.literal('divider'),
  look: z.enum(['line', 'mark', 'space']).default('line'),
});
