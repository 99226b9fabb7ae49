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
          summary: 'Your email notifications about requests',
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
          summary: 'Change your email notifications; omitted ones do not change',
          errorResponses: [400, 401, 429],
        },
      })
      .input(notificationsChangeSchema)
      .output(notificationsSchema)
      .mutation(({ ctx, input }) => notifications.update(ctx.user.id, input)),
  });
