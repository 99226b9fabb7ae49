import { z } from 'zod';

import { codeFormSchema, sendCodeAnswerSchema } from '~/contract/identity/identity-schema';
import {
  dataExportSchema,
  deletionSchema,
  personalDataSchema,
} from '~/contract/personal-data/personal-data-schema';
import { fromOf } from '~/server/features/identity/admin-sign-in-router';
import { authedProcedure, router } from '~/server/platform/trpc/trpc';
import type { PersonalDataService } from './personal-data.service';

const tags = ['Account'];

export const createPersonalDataRouter = ({ personalData }: { personalData: PersonalDataService }) =>
  router({
    get: authedProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/account/data',
          tags,
          summary: 'The newest export of your data, and the planned deletion',
          errorResponses: [401, 403],
        },
      })
      .input(z.void())
      .output(personalDataSchema)
      .query(({ ctx }) => personalData.own.get(ctx.user)),

    export: authedProcedure
      .meta({
        rateLimit: 'dataExports',
        openapi: {
          method: 'POST',
          path: '/account/export',
          tags,
          summary: 'Request your data as a ZIP file',
          description:
            'It is created within minutes, and an email announces it. Then `GET /api/account/exports/{id}` returns it for 7 days. A repeat in the meantime returns the same one.',
          errorResponses: [401, 403, 429],
        },
      })
      .input(z.void())
      .output(dataExportSchema)
      .mutation(({ ctx }) => personalData.own.export(ctx.user)),

    sendCode: authedProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/account/deletion-code',
          tags,
          summary: 'Send the code that confirms the deletion of your account',
          errorResponses: [401, 403, 429],
        },
      })
      .input(z.void())
      .output(sendCodeAnswerSchema)
      .mutation(async ({ ctx }) => {
        const { answer, codeBrowser } = await personalData.own.sendCode(ctx.user, fromOf(ctx));
        ctx.visit.rememberCodeBrowser(codeBrowser);
        return answer;
      }),

    delete: authedProcedure
      .meta({
        openapi: {
          method: 'DELETE',
          path: '/account',
          tags,
          summary: 'Delete your account, 7 days from now',
          description:
            'Requires the code of `/account/deletion-code`. Until `dueAt` the account works as before, and `/account/keep` cancels the deletion. 409 if it is planned already.',
          errorResponses: [400, 401, 403, 409, 429],
        },
      })
      .input(codeFormSchema)
      .output(deletionSchema)
      .mutation(({ ctx, input }) => personalData.own.delete(ctx.user, input.otp, fromOf(ctx))),

    keep: authedProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/account/keep',
          tags,
          summary: 'Cancel the deletion of your account',
          errorResponses: [401, 403, 409, 429],
        },
      })
      .input(z.void())
      .output(z.null())
      .mutation(async ({ ctx }) => {
        await personalData.own.keep(ctx.user);
        return null;
      }),
  });
