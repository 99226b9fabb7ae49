import { z } from 'zod';

/** A pause between two blocks. */
export const dividerSchema = z.object({
  type: z.literal('divider'),
  look: z.enum(['line', 'mark', 'space']).default('line'),
});
