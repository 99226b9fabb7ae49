import { z } from 'zod';

import { formAnswersSchema } from '~/contract/forms/form-answers-schema';
import { senderOf } from '~/server/features/leads/submissions';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { FormAnswersService } from './form-answers.service';

export const createFormAnswersRouter = ({ formAnswers }: { formAnswers: FormAnswersService }) =>
  router({
    submit: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/forms/{id}',
          protect: false,
          tags: ['Forms'],
          summary: 'Send what a form of the agency asks',
          description:
            'Answers are named by the keys of the fields. Files are sent before, to `/api/files/of-forms/{id}`, and named by what that answers. A repeat with the same Idempotency-Key header (or `submissionKey`) answers with the first id and stores nothing.',
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
  });
