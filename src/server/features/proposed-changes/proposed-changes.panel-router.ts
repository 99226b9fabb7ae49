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
  /** Shows a call of a procedure with its record as it is now. */
  preview(
    context: Context & { user: CurrentUser },
    procedure: string,
    input: object,
  ): Promise<Preview>;
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
      .meta(
        rest.action(
          'confirm',
          'Carry a proposed change out',
          'A change whose record has changed since it was listed is not carried out: 409, and the list shows it anew.',
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
              // A repeat after a process that ended in the middle sends nothing twice.
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
