import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import type { CurrentUser } from '~/contract/identity/identity-schema';
import {
  confirmationSchema,
  type Preview,
  proposedChangeSchema,
} from '~/contract/proposed-changes/proposed-changes-schema';
import { adminRest } from '~/server/platform/trpc/admin-rest';
import type { Context } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { ProposedChanges } from './proposed-changes.service';

const rest = adminRest('/admin/proposed-changes');

export const createProposedChangesRouter = (options: {
  proposedChanges: ProposedChanges;
  /** Calls another procedure by its full name. */
  call(context: Context, procedure: string, input: object): Promise<unknown>;
  /** Returns the preview of a call, with the current record. */
  preview(
    context: Context & { user: CurrentUser },
    procedure: string,
    input: object,
  ): Promise<Preview>;
}) =>
  router({
    // Requires the permissions to manage API keys. API keys cannot have these permissions, so only people can decide.
    list: adminProcedure('apiKeys.read')
      .meta(rest.list('Proposed changes that wait for confirmation, newest first'))
      .input(z.void())
      .output(z.array(proposedChangeSchema))
      .query(() => options.proposedChanges.list()),

    confirm: adminProcedure('apiKeys.write')
      .meta(
        rest.action(
          'confirm',
          'Apply a proposed change',
          'If the record has changed since it was listed, the call fails with 409, and the list shows the current record.',
        ),
      )
      .input(confirmationSchema)
      .output(idSchema)
      .mutation(({ ctx, input: { id, version } }) =>
        options.proposedChanges.confirm(ctx.user, {
          id,
          version,
          preview: ({ procedure, input, proposer }) =>
            options.preview({ ...ctx, user: proposer }, procedure, input),
          run: ({ procedure, input, proposedBy }) => {
            const context = {
              ...ctx,
              user: { ...ctx.user, proposedBy },
              // Prevents a second email or payment if the process ended during an earlier attempt.
              idempotencyKey: `proposed-change-${id}`,
            };
            return options.call(context, procedure, input);
          },
        }),
      ),

    reject: adminProcedure('apiKeys.write')
      .meta(rest.action('reject', 'Reject a proposed change'))
      .input(idSchema)
      .output(idSchema)
      .mutation(({ ctx, input }) => options.proposedChanges.reject(ctx.user, input.id)),
  });
