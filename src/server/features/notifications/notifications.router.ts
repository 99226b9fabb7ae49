import { z } from 'zod';

import {
  notificationsChangeSchema,
  notificationsSchema,
} from '~/contract/notifications/notifications-schema';
import { authedProcedure, router } from '~/server/platform/trpc/trpc';
import type { NotificationService } from './notifications.service';

const tags = ['Account'];

export const createNotificationsRouter = ({
  notifications,
}: {
  notifications: NotificationService;
}) =>
  router({
    get: authedProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/notifications',
          tags,
          summary: 'Which mails you get about requests',
          errorResponses: [401],
        },
      })
      .input(z.void())
      .output(notificationsSchema)
      .query(({ ctx }) => notifications.get(ctx.user.id)),

    update: authedProcedure
      .meta({
        openapi: {
          method: 'PUT',
          path: '/notifications',
          tags,
          summary: 'Choose which mails you get; what is left out stays as it is',
          errorResponses: [400, 401, 429],
        },
      })
      .input(notificationsChangeSchema)
      .output(notificationsSchema)
      .mutation(({ ctx, input }) => notifications.update(ctx.user.id, input)),
  });
