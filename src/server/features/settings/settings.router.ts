import { z } from 'zod';

import { builtInPages } from '~/contract/built-in-pages/built-in-pages';
import { formFieldsSchema } from '~/contract/leads/form-fields-setting-schema';
import {
  aboutSchema,
  answerDueSchema,
  careersSchema,
  publicSettingsSchema,
  questionsSchema,
} from '~/contract/settings/settings-schema';
import type { Context } from '~/server/platform/trpc/context';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import { barWidthOf, withCustomPages, withoutSectionsOf } from './page-links';
import type { Settings } from './settings.service';

export const createSettingsRouter = ({ settings }: { settings: Settings }) => {
  const of = ({ settingDraft }: Context) =>
    settingDraft ? settings.withDraft(settingDraft) : settings;
  return router({
    public: publicProcedure
      .meta({
        cacheTags: ['settings', 'legal_versions', 'pages', 'page_versions'],
      })
      .input(z.void())
      .output(publicSettingsSchema)
      .query(async ({ ctx }) => {
        const [shown, legalLinks, own] = await Promise.all([
          of(ctx).getPublic(),
          settings.getLegalLinks(),
          settings.getCustomPageLinks(),
        ]);
        const { below, hidden } = ctx.pageDraft ?? {};
        const links = withCustomPages(shown.links, own);
        const wide = barWidthOf(shown.brand.name, links.bar);
        return {
          ...shown,
          links: {
            ...links,
            ...(wide && { wide }),
            ...(below && { extended: { ...links.extended, [builtInPages[below].path]: below } }),
            ...(below &&
              hidden && {
                hidden: [...withoutSectionsOf(below, links.hidden), ...hidden],
              }),
          },
          ...(legalLinks.length > 0 && { legalLinks }),
        };
      }),

    answerDue: publicProcedure
      .input(z.void())
      .output(answerDueSchema)
      .query(({ ctx }) => of(ctx).getAnswerDue()),

    formFields: publicProcedure
      .meta({ cacheTags: ['settings', 'services'] })
      .input(z.void())
      .output(formFieldsSchema)
      .query(({ ctx }) => of(ctx).getFormFields()),

    about: publicProcedure
      .meta({ cacheTags: ['settings', 'page_versions'] })
      .input(z.void())
      .output(aboutSchema)
      .query(({ ctx }) => of(ctx).getAbout()),

    careers: publicProcedure
      .meta({ cacheTags: ['settings', 'page_versions'] })
      .input(z.void())
      .output(careersSchema)
      .query(({ ctx }) => of(ctx).getCareers()),

    questions: publicProcedure
      .meta({ cacheTags: ['settings', 'page_versions'] })
      .input(z.void())
      .output(questionsSchema)
      .query(({ ctx }) => of(ctx).getQuestions()),
  });
};
