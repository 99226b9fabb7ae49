import { z } from 'zod';

import { adminProcedure, router } from '../base/trpc';

export const liveRouter = router({
  /** Names of tables as they change, for as long as the panel is open. */
  changes: adminProcedure
    .input(z.void())
    .output(z.custom<AsyncIterable<string>>())
    .subscription(({ ctx, signal }) => ctx.domain.live.changes(signal)),
});
