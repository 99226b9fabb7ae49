import { z } from 'zod';

import {
  aboutSchema,
  careersSchema,
  publicSettingsSchema,
  questionsSchema,
} from '~/contract/settings/settings-schema';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { Settings } from './service';

export const createSettingsRouter = ({ settings }: { settings: Settings }) =>
  router({
    public: publicProcedure
      .meta({ cacheTags: ['settings', 'portfolio_items'] })
      .input(z.void())
      .output(publicSettingsSchema)
      .query(() => settings.getPublic()),

    about: publicProcedure
      .meta({ cacheTags: ['settings'] })
      .input(z.void())
      .output(aboutSchema)
      .query(() => settings.getAbout()),

    careers: publicProcedure
      .meta({ cacheTags: ['settings'] })
      .input(z.void())
      .output(careersSchema)
      .query(() => settings.getCareers()),

    questions: publicProcedure
      .meta({ cacheTags: ['settings'] })
      .input(z.void())
      .output(questionsSchema)
      .query(() => settings.getQuestions()),
  });
