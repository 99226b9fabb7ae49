import { z } from 'zod';

import { Refusal } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import { idSchema } from '~/contract/common/paging-schema';
import {
  allSettingsSchema,
  deadMailSchema,
  jobRunSchema,
  settingChangeSchema,
} from '~/contract/settings/settings-form-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';

export const settingsAdminRouter = router({
  get: adminProcedure
    .input(z.void())
    .output(allSettingsSchema)
    .query(({ ctx }) => ctx.domain.admin.settings.getAll()),

  update: adminProcedure
    .input(settingChangeSchema)
    .output(z.object({ updatedAt: z.iso.datetime().nullable() }))
    .mutation(({ ctx, input }) => ctx.domain.admin.settings.update(ctx.user, input)),

  /** When each job of the background last ran, and what came of it. */
  jobs: adminProcedure
    .input(z.void())
    .output(z.array(jobRunSchema))
    .query(async ({ ctx }) => (await ctx.domain.jobs.list()).map(toJobRun)),

  /** Mails that no server took, whatever was tried. */
  deadMails: adminProcedure
    .input(z.void())
    .output(z.array(deadMailSchema))
    .query(async ({ ctx }) =>
      (await ctx.domain.mail.listDead(listMax)).map(({ createdAt, kind, ...mail }) => ({
        ...mail,
        createdAt: createdAt.toISOString(),
      })),
    ),

  retryMail: adminProcedure
    .input(idSchema)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      if (!(await ctx.domain.mail.retry(input.id))) {
        throw new Refusal('NOT_FOUND', 'This mail is not waiting for anybody');
      }
      return null;
    }),

  /** Deletes what is past its time now, by the periods that are set. */
  runRetention: adminProcedure
    .input(z.void())
    .output(z.object({ result: z.string() }))
    .mutation(async ({ ctx }) => ({ result: await ctx.domain.jobs.runNow('retention') })),
});

function toJobRun(run: {
  name: string;
  startedAt: Date;
  finishedAt: Date | null;
  result: string;
  failed: number;
}) {
  return {
    ...run,
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  };
}
