import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';
import {
  missedDaysSchema,
  missedMadeSchema,
  missedMakingSchema,
  newRecurringSchema,
  previewSchema,
  recurringChangeSchema,
  recurringListSchema,
  recurringPageSchema,
  recurringRowSchema,
  recurringSchema,
} from '~/contract/recurring-invoices/recurring-invoices-schema';
import { adminRest } from '~/server/platform/trpc/admin-rest';
import { rowsOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { RecurringInvoices } from './recurring-invoices.service';

const rest = adminRest('/admin/recurring-invoices');

export const createRecurringInvoicesRouter = ({ recurring }: { recurring: RecurringInvoices }) =>
  router({
    list: adminProcedure('invoices.read')
      .meta(rest.list('Recurring invoices, newest first'))
      .input(recurringListSchema)
      .output(z.array(recurringRowSchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await recurring.search(input))),

    page: adminProcedure('invoices.read')
      .input(recurringListSchema)
      .output(recurringPageSchema)
      .query(({ input }) => recurring.search(input)),

    get: adminProcedure('invoices.read')
      .meta(rest.get('A recurring invoice, with its missed invoices'))
      .input(idSchema)
      .output(recurringSchema)
      .query(({ input }) => recurring.get(input.id)),

    preview: adminProcedure('invoices.read')
      .meta(rest.getPart('preview', 'Its next twelve invoices'))
      .input(idSchema)
      .output(previewSchema)
      .query(({ input }) => recurring.preview(input.id)),

    create: adminProcedure('invoices.write')
      .meta(rest.create('Create a recurring invoice'))
      .input(newRecurringSchema)
      .output(recurringSchema)
      .mutation(({ ctx, input }) => recurring.create(ctx.user, input)),

    update: adminProcedure('invoices.write')
      .meta(rest.update('Change any fields, for future invoices'))
      .input(recurringChangeSchema)
      .output(recurringSchema)
      .mutation(({ ctx, input: { id, expectedUpdatedAt, ...fields } }) =>
        recurring.update(ctx.user, id, fields, expectedUpdatedAt),
      ),

    remove: adminProcedure('invoices.write')
      .meta(rest.remove('Delete a recurring invoice; its invoices stay', 'This cannot be undone.'))
      .input(idSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => recurring.remove(ctx.user, input.id)),

    pause: adminProcedure('invoices.write')
      .meta(rest.action('pause', 'Pause it until it is resumed; a repeat changes nothing'))
      .input(idSchema)
      .output(recurringSchema)
      .mutation(({ ctx, input }) => recurring.pause(ctx.user, input.id)),

    resume: adminProcedure('invoices.write')
      .meta(
        rest.action(
          'resume',
          'Resume it after a pause; a repeat changes nothing',
          'Dates within a pause by an admin are skipped.',
        ),
      )
      .input(idSchema)
      .output(recurringSchema)
      .mutation(({ ctx, input }) => recurring.resume(ctx.user, input.id)),

    makeMissed: adminProcedure('invoices.write')
      .meta(rest.action('make-missed', 'Issue missed invoices, or create drafts of them'))
      .input(missedMakingSchema)
      .output(missedMadeSchema)
      .mutation(({ ctx, input }) => recurring.makeMissed(ctx.user, input)),

    skipMissed: adminProcedure('invoices.write')
      .meta(rest.action('skip-missed', 'Skip missed invoices'))
      .input(missedDaysSchema)
      .output(recurringSchema)
      .mutation(({ ctx, input }) => recurring.skipMissed(ctx.user, input.id, input.days)),
  });
