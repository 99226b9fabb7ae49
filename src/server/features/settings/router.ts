import { z } from 'zod';

import {
  aboutSchema,
  careersSchema,
  publicSettingsSchema,
  questionsSchema,
} from '~/contract/settings/settings-schema';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';

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

  careers: publicProcedure
    .meta({ shows: ['settings'] })
    .input(z.void())
    .output(careersSchema)
    .query(({ ctx }) => ctx.domain.settings.getCareers()),

  questions: publicProcedure
    .meta({ shows: ['settings'] })
    .input(z.void())
    .output(questionsSchema)
    .query(({ ctx }) => ctx.domain.settings.getQuestions()),
});
