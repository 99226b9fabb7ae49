import { z } from 'zod';

import { pageKeys } from '~/contract/built-in-pages/built-in-pages';
import { pageTexts } from '~/contract/built-in-pages/page-texts';
import { AppError } from '~/contract/common/errors';
import { listMax } from '~/contract/common/limits';
import { secretMailKinds } from '~/contract/common/mail';
import { idSchema } from '~/contract/common/paging-schema';
import { emailDraftSchema } from '~/contract/mail/email-templates-schema';
import { offeredClaimsSchema } from '~/contract/settings/counted-claims-schema';
import {
  allPageTextsSchema,
  allSettingsSchema,
  deadMailSchema,
  jobRunSchema,
  pageTextChangeSchema,
  settingChangeSchema,
  settingKeySchema,
  settingReplacementSchema,
  shownSettingSchema,
} from '~/contract/settings/settings-form-schema';
import type { Jobs } from '~/server/platform/jobs/jobs';
import type { Outbox } from '~/server/platform/mail/outbox';
import { strictly } from '~/server/platform/strict-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { CountedClaimsService } from './counted-claims';
import type { EmailDrafts } from './email-drafts';
import type { SettingsAdmin } from './settings.panel';

/** Validates one setting by the rules of its form, for any key. */
const replacementSchema = settingReplacementSchema.check(({ value, issues }) => {
  const change = strictly(settingChangeSchema).safeParse(value);
  for (const issue of change.error?.issues ?? [])
    issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
});

export const createSettingsAdminRouter = ({
  settings,
  emailDrafts,
  jobs,
  outbox,
}: {
  settings: SettingsAdmin;
  emailDrafts: EmailDrafts;
  jobs: Jobs;
  outbox: Outbox;
}) =>
  router({
    get: adminProcedure('settings.read')
      .input(z.void())
      .output(allSettingsSchema)
      .query(() => settings.getAll()),

    update: adminProcedure('settings.write')
      .input(settingChangeSchema)
      .output(z.object({ updatedAt: z.iso.datetime().nullable() }))
      .mutation(({ ctx, input }) => settings.update(ctx.user, input)),

    previewEmail: adminProcedure('settings.read')
      .input(emailDraftSchema)
      .output(z.object({ subject: z.string(), html: z.string() }))
      .query(({ input }) => emailDrafts.preview(input)),

    sendTestEmail: adminProcedure('settings.write')
      .input(emailDraftSchema)
      .output(z.void())
      .mutation(({ ctx, input }) => emailDrafts.sendTest(ctx.user, input)),

    getOne: adminProcedure('settings.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/settings/{key}',
          tags: ['Admin'],
          summary: 'One setting',
          errorResponses: [400, 401, 403],
        },
      })
      .input(settingKeySchema)
      .output(shownSettingSchema)
      .query(async ({ input }) => (await settings.getAll())[input.key]),

    replaceOne: adminProcedure('settings.write')
      .meta({
        openapi: {
          method: 'PUT',
          path: '/admin/settings/{key}',
          tags: ['Admin'],
          summary: 'Replace one setting',
          description: 'With `expectedUpdatedAt`, a later change is not overwritten: 409.',
          errorResponses: [400, 401, 403, 409],
        },
      })
      .input(replacementSchema)
      .output(shownSettingSchema)
      .mutation(async ({ ctx, input }) => {
        await settings.update(ctx.user, strictly(settingChangeSchema).parse(input));
        return (await settings.getAll())[input.key];
      }),

    /** Returns when each background job last ran, and its result. */
    jobs: adminProcedure('settings.read')
      .input(z.void())
      .output(z.array(jobRunSchema))
      .query(async () => (await jobs.list()).map(toJobRun)),

    /** Returns emails that were given up after all attempts. */
    deadMails: adminProcedure('settings.read')
      .input(z.void())
      .output(z.array(deadMailSchema))
      .query(async () =>
        (await outbox.listDead(listMax)).map(({ createdAt, kind, ...mail }) => ({
          ...mail,
          canRetry: !secretMailKinds.includes(kind),
          createdAt: createdAt.toISOString(),
        })),
      ),

    retryMail: adminProcedure('settings.write')
      .input(idSchema)
      .output(z.null())
      .mutation(async ({ input }) => {
        if (!(await outbox.retry(input.id))) {
          throw new AppError('NOT_FOUND', 'Email not found');
        }
        return null;
      }),

    /** Runs the retention job now. */
    runRetention: adminProcedure('settings.write')
      .input(z.void())
      .output(z.object({ result: z.string() }))
      .mutation(async ({ ctx }) => {
        await settings.recordRetention(ctx.user);
        return { result: await jobs.runNow('retention') };
      }),
  });

/** Procedures for texts of pages, which editors may change too. */
export const createPageTextsAdminRouter = ({
  settings,
  countedClaims,
}: {
  settings: SettingsAdmin;
  countedClaims: CountedClaimsService;
}) =>
  router({
    /** Returns the claims that can be counted, with their current values and the number of records behind them. */
    countedClaims: adminProcedure('content.read')
      .input(z.void())
      .output(offeredClaimsSchema)
      .query(() => countedClaims.offered()),

    get: adminProcedure('content.read')
      .input(z.void())
      .output(allPageTextsSchema)
      .query(() => settings.getPageTexts()),

    /** Returns the default texts, which the agency's own texts replace. */
    defaults: adminProcedure('content.read')
      .input(z.void())
      .output(z.record(z.enum(pageKeys), z.record(z.string(), z.string())))
      .query(() => pageTexts),

    update: adminProcedure('content.write')
      .input(pageTextChangeSchema)
      .output(z.object({ updatedAt: z.iso.datetime().nullable() }))
      .mutation(({ ctx, input }) => settings.update(ctx.user, input)),
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
