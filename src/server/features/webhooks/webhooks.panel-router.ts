import { z } from 'zod';

import { idSchema, pageSchema } from '~/contract/common/paging-schema';
import { permissionsOfEvents } from '~/contract/webhooks/events';
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
import { type Context, rowsOf } from '~/server/platform/trpc/context';
import { adminProcedure, permitted, router } from '~/server/platform/trpc/trpc';
import type { Webhooks } from './webhooks.service';

const rest = adminRest('/admin/webhooks');

/**
 * Requires the permission to read the records of the events, because otherwise an API key could receive data by webhook
 * that it must not read.
 *
 * @throws FORBIDDEN
 */
const rejectUnreadable = (user: Context['user'], { events }: { events: readonly string[] }) => {
  for (const permission of permissionsOfEvents(events)) permitted(user, permission);
};

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
      .mutation(({ ctx, input }) => {
        rejectUnreadable(ctx.user, input);
        return webhooks.create(ctx.user, input);
      }),

    update: adminProcedure('settings.write')
      .meta(rest.update('Change a webhook'))
      .input(webhookChangeSchema)
      .output(webhookSchema)
      .mutation(async ({ ctx, input }) => {
        rejectUnreadable(ctx.user, input);
        rejectUnreadable(ctx.user, await webhooks.get(input.id));
        return webhooks.update(ctx.user, input);
      }),

    remove: adminProcedure('settings.write')
      .meta(rest.remove('Delete a webhook with its deliveries', 'This cannot be undone.'))
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
      .mutation(async ({ ctx, input }) => {
        rejectUnreadable(ctx.user, await webhooks.get(input.id));
        return webhooks.rotateSecret(ctx.user, input.id);
      }),

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
      .mutation(async ({ ctx, input }) => {
        rejectUnreadable(ctx.user, await webhooks.get(input.id));
        return webhooks.resend(ctx.user, input);
      }),

    test: adminProcedure('settings.write')
      .meta(rest.action('test', 'Send a test event immediately, without retries'))
      .input(idSchema)
      .output(deliverySchema)
      .mutation(({ input }) => webhooks.test(input.id)),
  });
