import { z } from 'zod';

import { aboutSchema, publicSettingsSchema } from '~/contract/settings-schema';
import { publicProcedure, router } from '../base/trpc';

export const settingsRouter = router({
  public: publicProcedure
    .meta({ shows: ['settings', 'portfolio_items'] })
    .input(z.void())
    .output(publicSettingsSchema)
    .query(({ ctx }) => ctx.domain.settings.getPublic()),

  about: publicProcedure
    .meta({ shows: ['settings'] })
    .input(z.void())
    .output(aboutSchema)
    .query(({ ctx }) => ctx.domain.settings.getAbout()),
});
