import { z } from 'zod';

import { publicSettingsSchema } from '~/contract/settings-schema';
import { publicProcedure, router } from '../base/trpc';

export const settingsRouter = router({
  public: publicProcedure
    .meta({ shows: ['settings', 'portfolio_items'] })
    .input(z.void())
    .output(publicSettingsSchema)
    .query(({ ctx }) => ctx.domain.settings.getPublic()),
});
