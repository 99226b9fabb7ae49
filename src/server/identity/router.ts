import { z } from 'zod';

import { currentUserSchema } from '~/contract/identity-schema';
import { authedProcedure, publicProcedure, router } from '../base/trpc';

export const identityRouter = router({
  user: authedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/user',
        tags: ['Identity'],
        summary: 'Whoever is signed in',
        errorResponses: [401],
      },
    })
    .input(z.void())
    .output(currentUserSchema)
    .query(({ ctx }) => ctx.user),

  /** The same for screens, which ask without knowing: nobody is an answer here, not a refusal. */
  viewer: publicProcedure
    // To everybody without a session, 'nobody' is true for good.
    .meta({ shows: [] })
    .input(z.void())
    .output(currentUserSchema.nullable())
    .query(({ ctx }) => ctx.user),
});
