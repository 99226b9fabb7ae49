import { z } from 'zod';

import { signedOut } from '~/contract/common/errors';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';

export const liveRouter = router({
  /** Names of tables as they change, for as long as the panel is open. */
  changes: adminProcedure
    .input(z.void())
    .output(z.custom<AsyncIterable<string>>())
    .subscription(({ ctx, signal }) => {
      const { session } = ctx.visit;
      if (!session) throw signedOut();
      return ctx.domain.live.changes(signal, {
        expiresAt: session.expiresAt,
        isValid: async () =>
          (await ctx.domain.identity.sessions.read(session.token))?.user.isAdmin === true,
      });
    }),
});
