import { z } from 'zod';

import { userIdSchema } from '~/contract/admin/admin-schema';
import {
  clientDataSchema,
  dataExportSchema,
  deletionSchema,
} from '~/contract/personal-data/personal-data-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { PersonalDataService } from './personal-data.service';

const tags = ['Admin'];

export const createPersonalDataAdminRouter = ({
  personalData,
}: {
  personalData: PersonalDataService;
}) =>
  router({
    get: adminProcedure('clients.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/clients/{id}/data',
          tags,
          summary: 'The newest export of a client’s data, and the planned deletion',
          errorResponses: [400, 401, 403, 404],
        },
      })
      .input(userIdSchema)
      .output(clientDataSchema)
      .query(({ input }) => personalData.ofPanel.get(input.id)),

    export: adminProcedure('clients.write')
      .meta({
        openapi: {
          method: 'POST',
          path: '/admin/clients/{id}/export',
          tags,
          summary: 'Export a client’s data as a ZIP file',
          description:
            'The client gets an email when it is ready, and can download it for 7 days; so can admins who may change clients, at `/api/admin/clients/{id}/exports/{exportId}`.',
          errorResponses: [400, 401, 403, 404],
        },
      })
      .input(userIdSchema)
      .output(dataExportSchema)
      .mutation(({ ctx, input }) => personalData.ofPanel.export(ctx.user, input.id)),

    delete: adminProcedure('clients.delete')
      .meta({
        openapi: {
          method: 'DELETE',
          path: '/admin/clients/{id}',
          tags,
          summary: 'Delete a client’s data, 7 days from now',
          description:
            'The client is notified. Until `dueAt` client and agency can cancel it. 409 if it is planned already.',
          errorResponses: [400, 401, 403, 404, 409],
        },
      })
      .input(userIdSchema)
      .output(deletionSchema)
      .mutation(({ ctx, input }) => personalData.ofPanel.delete(ctx.user, input.id)),

    keep: adminProcedure('clients.delete')
      .meta({
        openapi: {
          method: 'POST',
          path: '/admin/clients/{id}/keep',
          tags,
          summary: 'Cancel the deletion of a client’s data',
          errorResponses: [400, 401, 403, 404, 409],
        },
      })
      .input(userIdSchema)
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await personalData.ofPanel.keep(ctx.user, input.id);
        return null;
      }),
  });
