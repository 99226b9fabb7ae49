import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import {
  formAnswersSchema,
  quoteBriefSchema,
  requestBriefSchema,
} from '~/contract/forms/form-answers-schema';
import { publicFormSchema } from '~/contract/forms/forms-schema';
import { senderOf } from '~/server/features/leads/submissions';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { authedProcedure, publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { Briefs } from './briefs';
import type { FormAnswersService } from './form-answers.service';

export const createFormAnswersRouter = ({
  formAnswers,
  briefs,
}: {
  formAnswers: FormAnswersService;
  briefs: Briefs;
}) =>
  router({
    submit: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/forms/{id}',
          protect: false,
          tags: ['Forms'],
          summary: 'Submit a form of the agency',
          description:
            'Answers are named by the keys of the fields. Files are sent before, to `/api/files/of-forms/{id}`, and named by what that answers; `not-taken/plan.pdf` in place of it says that there was no room for one (429 or 503). A repeat with the same Idempotency-Key header (or `submissionKey`) answers with the first id and stores nothing.',
          errorResponses: [400, 404, 422, 429],
        },
      })
      .input(formAnswersSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input: { submissionKey, ...input } }) =>
        formAnswers.submit(
          { ...input, key: input.key ?? submissionKey ?? readIdempotencyKey(ctx.idempotencyKey) },
          senderOf(ctx),
        ),
      ),

    /** Returns the brief after a quote for a service; null if its form no longer exists. */
    quoteBrief: publicProcedure
      .input(idSchema)
      .output(publicFormSchema.nullable())
      .query(({ input }) => briefs.asked(input.id)),

    sendQuoteBrief: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/forms/{id}/brief',
          protect: false,
          tags: ['Forms'],
          summary: 'Answer the brief of a service, after a quote for it was sent under a key',
          errorResponses: [400, 404, 422, 429],
        },
      })
      .input(quoteBriefSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => briefs.ofQuote(input, senderOf(ctx))),

    /** Returns the open brief of a request; null if there is none. */
    requestBrief: authedProcedure
      .input(idSchema)
      .output(publicFormSchema.nullable())
      .query(({ ctx, input }) => briefs.ofRequest(ctx.user, input.id)),

    sendRequestBrief: authedProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/service-requests/{id}/brief',
          tags: ['Forms'],
          summary: 'Answer the brief of the service that a request is for',
          errorResponses: [400, 401, 404, 409, 429],
        },
        rateLimit: 'requestChanges',
      })
      .input(requestBriefSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => briefs.answerRequest(ctx.user, input)),
  });
