import { z } from 'zod';

import { welcomeSchema } from '~/contract/dashboard-schema';
import { authedProcedure, router } from '../base/trpc';

export const dashboardRouter = router({
  welcome: authedProcedure
    .input(z.void())
    .output(welcomeSchema)
    .query(({ ctx }) => ctx.domain.dashboard.welcome(ctx.user)),
});
