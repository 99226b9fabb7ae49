import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import { proposedChangeSchema } from '~/contract/proposed-changes/proposed-changes-schema';
import { adminRest } from '~/server/platform/trpc/admin-rest';
import type { Context } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { ProposedChanges } from './proposed-changes.service';

const rest = adminRest('/admin/proposed-changes');

export const createProposedChangesRouter = (options: {
  proposedChanges: ProposedChanges;
  /** Calls another procedure by its full name. */
  call(context: Context, procedure: string, input: object): Promise<unknown>;
}) =>
  router({
    // Under the permissions of API keys, which no key can have: only people decide.
    list: adminProcedure('apiKeys.read')
      .meta(
        rest.list('Changes that programs have proposed and that wait for a person, newest first'),
      )
      .input(z.void())
      .output(z.array(proposedChangeSchema))
      .query(() => options.proposedChanges.list()),

    confirm: adminProcedure('apiKeys.write')
      .meta(rest.action('confirm', 'Carry a proposed change out'))
      .input(idSchema)
      .output(idSchema)
      .mutation(({ ctx, input: { id } }) =>
        options.proposedChanges.confirm(ctx.user, id, ({ procedure, input, proposedBy }) => {
          const context = {
            ...ctx,
            user: { ...ctx.user, proposedBy },
            // A repeat after a process that ended in the middle sends nothing twice.
            idempotencyKey: `proposed-change-${id}`,
          };
          return options.call(context, procedure, input);
        }),
      ),

    reject: adminProcedure('apiKeys.write')
      .meta(rest.action('reject', 'Reject a proposed change'))
      .input(idSchema)
      .output(idSchema)
      .mutation(({ ctx, input }) => options.proposedChanges.reject(ctx.user, input.id)),
  });
