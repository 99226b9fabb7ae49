import { z } from 'zod';

import { idSchema, pageSchema } from '~/contract/common/paging-schema';
import {
  deliveriesListSchema,
  deliverySchema,
  resendSchema,
  shownSecretSchema,
  webhookChangeSchema,
  webhookFieldsSchema,
  webhookSchema,
} from '~/contract/webhooks/webhooks-schema';
import { adminRest } from '~/server/platform/trpc/admin-rest';
import { rowsOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { Webhooks } from './webhooks.service';

const rest = adminRest('/admin/webhooks');

export const createWebhooksRouter = ({ webhooks }: { webhooks: Webhooks }) =>
  router({
    list: adminProcedure('settings.read')
      .meta(rest.list('Webhooks, newest first'))
      .input(z.void())
      .output(z.array(webhookSchema))
      .query(() => webhooks.list()),

    create: adminProcedure('settings.write')
      .meta(rest.create('Create a webhook; its secret is shown once'))
      .input(webhookFieldsSchema)
      .output(shownSecretSchema)
      .mutation(({ ctx, input }) => webhooks.create(ctx.user, input)),

    update: adminProcedure('settings.write')
      .meta(rest.update('Change a webhook'))
      .input(webhookChangeSchema)
      .output(webhookSchema)
      .mutation(({ ctx, input }) => webhooks.update(ctx.user, input)),

    remove: adminProcedure('settings.write')
      .meta(rest.remove('Delete a webhook with its deliveries'))
      .input(idSchema)
      .output(idSchema)
      .mutation(({ ctx, input }) => webhooks.remove(ctx.user, input.id)),

    rotateSecret: adminProcedure('settings.write')
      .meta(
        rest.action(
          'rotate-secret',
          'Replace the secret of a webhook; for a day, the previous one signs as well',
        ),
      )
      .input(idSchema)
      .output(shownSecretSchema)
      .mutation(({ ctx, input }) => webhooks.rotateSecret(ctx.user, input.id)),

    deliveries: adminProcedure('settings.read')
      .meta(rest.getPart('deliveries', 'Deliveries to a webhook, newest first'))
      .input(deliveriesListSchema)
      .output(z.array(deliverySchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await webhooks.deliveries(input))),

    deliveriesPage: adminProcedure('settings.read')
      .input(deliveriesListSchema)
      .output(pageSchema(deliverySchema))
      .query(({ input }) => webhooks.deliveries(input)),

    resend: adminProcedure('settings.write')
      .meta(rest.action('deliveries/{deliveryId}/resend', 'Deliver an event again'))
      .input(resendSchema)
      .output(deliverySchema)
      .mutation(({ ctx, input }) => webhooks.resend(ctx.user, input)),

    test: adminProcedure('settings.write')
      .meta(rest.action('test', 'Send a test event at once, which is not retried'))
      .input(idSchema)
      .output(deliverySchema)
      .mutation(({ input }) => webhooks.test(input.id)),
  });
